package draughts_test

import "testing"

// What federations and books say of captures, each shown on a position. What they say of draws is in
// TestCounters and TestRepetition, and of games without a move left in TestEndings. The captures of american,
// gamezer and angol are in pages_test.go.
func TestFederations(t *testing.T) {
	for _, of := range []struct {
		rules, source string
		points        []point
	}{
		{"russian", "FMJD-64/IDF, Official rules of Russian draughts", []point{
			{says: "of several captures any may be made", fen: "W:Wa3,g3:Bb4,f4,f6", legal: []string{"a3xc5", "g3xe5xg7"}},
			{says: "a king captures from afar and lands where it likes", fen: "W:WKa1:Bd4", legal: []string{"a1xe5", "a1xf6", "a1xg7", "a1xh8"}},
			{says: "two pieces in a row cannot be jumped", fen: "W:WKa1:Bc3,d4", legal: []string{"a1-b2"}},
			{says: "a man crowned in a capture goes on as a king", fen: "W:Wf6:Be7,b6", legal: []string{"f6xd8xa5"}},
			{says: "a captured piece stays until the move ends, and is in the way", fen: "W:WKf2:Bd6,g5,f4,g3,b2",
				legal: []string{"f2xh4xe7xa3xc1", "f2xh4xf6xa1"}}, // not on over f4 and g5
		}},
		{"brazilian", "CBD, rules of Brazilian draughts", []point{
			{says: "the most pieces must be captured", fen: "W:Wa3,g3:Bb4,f4,f6", legal: []string{"g3xe5xg7"}},
			{says: "a king is worth no more than a man", fen: "W:WKd4,g3:Bc5,f4", legal: []string{"d4xa7", "d4xb6", "g3xe5"}},
			{says: "a man passes the last row as a man", fen: "W:Wf6:Be7,c7", legal: []string{"f6xd8xb6"}},
			{says: "a man on the last row jumps no farther than a man", fen: "W:Wf6:Be7,b6", legal: []string{"f6xd8"}},
			{says: "a captured piece stays until the move ends, and is in the way", fen: "W:WKe7:Bc7,d6,c3,f2",
				legal: []string{"e7xb4xe1xg3", "e7xb4xe1xh4"}}, // not on over d6
		}},
		{"filipino", "A. Quilet, Book of Filipino Checkers", []point{
			{says: "the most pieces must be captured", fen: "W:W24,21:B20,17,9,11", legal: []string{"24x15x6"}},
			{says: "a king captures from afar and lands where it likes", fen: "W:WK32:B19", legal: []string{"32x14", "32x10", "32x5", "32x1"}},
			{says: "a man passes the last row as a man", fen: "W:W10:B6,7", legal: []string{"10x3x12"}},
			{says: "a captured piece stays until the move ends, and is in the way", fen: "W:WK9:B6,7,13,23", legal: []string{"9x27x16x3x10"}},
		}},
		{"pool", "APCA, Tournament Rules of Play (americanpoolcheckers.us)", []point{
			{says: "of several captures any may be made", fen: "W:W21,24:B17,19,11", legal: []string{"21x14", "24x15x8"}},
			{says: "a king captures from afar and lands where it likes", fen: "W:WK29:B18", legal: []string{"29x15", "29x11", "29x8", "29x4"}},
			{says: "a man passes the last row as a man", fen: "W:W11:B7,6", legal: []string{"11x2x9"}},
			{says: "a captured piece stays until the move ends, and is in the way", fen: "W:WK21:B16,17,22,27",
				legal: []string{"21x14x32", "21x7x20x31"}}, // not on over 22
		}},
		{"italian", "FID, Regolamento tecnico", []point{
			{says: "the most pieces must be captured", fen: "W:W24,21:B20,17,9,11", legal: []string{"24x15x6"}},
			{says: "a king captures what stands next to it", fen: "W:WK32:B19", legal: []string{"32-28"}},
			{says: "a man does not capture a king", fen: "W:W22:BK19", legal: []string{"22-18"}},
			{says: "of as many pieces, a king captures before a man", fen: "W:W24,K29:B20,26", legal: []string{"29x22"}},
			{says: "of as many pieces, the most kings are captured", fen: "W:WK22,K24:B19,K20", legal: []string{"24x15"}},
			{says: "a man that is crowned ends its move", fen: "W:W10:B6,7", legal: []string{"10x3"}},
		}},
		{"spanish", "Federação Portuguesa de Damas, Rules of Portuguese Draughts (Spanish Draughts)", []point{
			{says: "the most pieces must be captured", fen: "W:W24,21:B20,17,9,11", legal: []string{"24x15x6"}},
			{says: "of as many pieces, the most kings are captured", fen: "W:W22,24:B19,K20", legal: []string{"24x15"}},
			{says: "a king captures from afar and lands where it likes", fen: "W:WK32:B19", legal: []string{"32x14", "32x10", "32x5", "32x1"}},
			{says: "a man that is crowned ends its move", fen: "W:W10:B6,7", legal: []string{"10x3"}},
			{says: "a captured piece stays until the move ends, and is in the way", fen: "W:WK9:B6,7,13,23", legal: []string{"9x27x16x3x10"}},
		}},
		{"czech", "FMJD, Brief Rules of Czech Draughts (fmjd.org/variant.php?p=czech)", []point{
			{says: "of several captures by men any may be made", fen: "W:Wa3,g3:Bb4,f4,f6", legal: []string{"a3xc5", "g3xe5xg7"}},
			{says: "a king captures before a man", fen: "W:WKa1,g3:Bd4,f4,f6", legal: []string{"a1xe5xg7", "a1xe5xh8"}},
			{says: "a man does not capture backward", fen: "W:We5:Bd4,f4", legal: []string{"e5-d6", "e5-f6"}},
			{says: "a man that is crowned ends its move", fen: "W:Wf6:Be7,c7", legal: []string{"f6xd8"}},
			{says: "a captured piece stays until the move ends, and is in the way", fen: "W:WKa3:Bg5,b4,c3,f2",
				legal: []string{"a3xc5xg1", "a3xe7xh4xe1"}}, // not on over b4
		}},
		{"thai", "Makhos (coldmoon.io/?page_id=387)", []point{
			{says: "of several captures any may be made", fen: "W:W21,24:B17,19,11", legal: []string{"21x14", "24x15x8"}},
			{says: "a king captures from afar and lands just behind", fen: "W:WK29:B18", legal: []string{"29x15"}},
			{says: "a man that is crowned ends its move", fen: "W:W11:B7,6", legal: []string{"11x2"}},
		}},
		{"international", "FMJD, Official rules, Annex 1", []point{
			{says: "the most pieces must be captured", fen: "W:WK32,33:B28,29", legal: []string{"32x23x34", "32x23x40", "32x23x45"}},
			{says: "a king captures from afar and lands where it likes", fen: "W:WK46:B28",
				legal: []string{"46x23", "46x19", "46x14", "46x10", "46x5"}},
			{says: "a man passes the last row as a man", fen: "W:W15:B10,9", legal: []string{"15x4x13"}},
			{says: "a captured piece stays until the move ends, and is in the way", fen: "W:WK26:B10,27,31,33",
				legal: []string{"26x42x15x4"}}, // not on over 27 and 31
		}},
		{"canadian", "the rules of the international game", []point{
			{says: "a king captures from afar and lands where it likes", fen: "W:WK67:B34",
				legal: []string{"67x28", "67x23", "67x17", "67x12", "67x6"}},
			{says: "a man passes the last row as a man", fen: "W:W18:B12,11", legal: []string{"18x5x16"}},
			{says: "a man may end where it began", fen: "W:W44:B38,39,51,50", legal: []string{"44x33x46x57x44"}},
			{says: "a captured piece stays until the move ends, and is in the way", fen: "W:WK61:B8,22,45,64",
				legal: []string{"61x28x2x13", "61x28x2x19"}}, // not on over 45
		}},
		{"frisian", "WFD, Frisian rules", []point{
			{says: "a man captures along columns", fen: "W:W38:B28", legal: []string{"38x18"}},
			{says: "and along rows", fen: "W:W38:B37", legal: []string{"38x36"}},
			{says: "a king captures straight from afar", fen: "W:WK46:B26", legal: []string{"46x16", "46x6"}},
			{says: "two kings are worth more than three men", fen: "W:W12,37:BK31,K36,40,24,13", legal: []string{"37x26x46"}},
			{says: "a man passes the last row as a man", fen: "W:W15:B10,9", legal: []string{"15x4x13"}},
			{says: "a captured piece stays until the move ends, and is in the way", fen: "W:WK25:B11,23,40",
				legal: []string{"25x21x1", "25x22x6"}}, // not on over 23
		}},
		{"turkish", "Türk Daması Kuralları (damaakademisi.com/page/178)", []point{
			{says: "a man captures forward and sideways, not backward", fen: "W:Wd4:Bd3", legal: []string{"d4-c4", "d4-d5", "d4-e4"}},
			{says: "a king captures from afar and lands where it likes", fen: "W:WKa1:Ba4", legal: []string{"a1xa5", "a1xa6", "a1xa7", "a1xa8"}},
			{says: "a man passes the last row as a man", fen: "W:Wd6:Bd7,c8", legal: []string{"d6xd8xb8"}},
			{says: "a captured piece leaves at once, so that a king may come to where it stood", fen: "W:WKa2:Bd7,g6,a3,c3",
				legal: []string{"a2xa7xg7xg3xa3", "a2xa7xg7xg3xb3"}},
		}},
	} {
		t.Run(of.rules+", "+of.source, func(t *testing.T) { checkPoints(t, of.rules, of.points) })
	}
}
