// Package lesson makes the rules pages: for each topic the points there are to know of a
// rule set, each a sentence and a diagram that shows it.
//
// Sentences follow from the rule set's own declaration, and diagrams from the engine: a
// diagram is only shown if the engine allows the moves in it, or refuses them for the very
// reason that the sentence gives. So a page cannot disagree with the referee, whichever
// rule set it is about.
//
// outline.go lists the topics. The files named for topics make their points and describe
// each diagram as a pattern of pieces and moves; pattern.go and diagram.go find where on
// the board a pattern holds. Sentences live in bot/lang under lesson; diagrams have no
// words. pages.go writes the pages of docs/rules. first.go and exercise.go have what readers play.
package lesson

import "doublecorner/game/draughts"

// Topic is what a chapter of a rules page is about. Its catalogue key is choice.topic.TOPIC.
type Topic string

// outline lists the topics in the order of the pages: first what one needs to play, then what one can
// look up. Each has a function that adds its points to a chapter, and explains why some moves are not legal.
var outline = []struct {
	topic   Topic
	add     func(*Chapter)
	reasons []draughts.Reason
}{
	{"moving", (*Chapter).addMoving, []draughts.Reason{
		draughts.TargetOccupied, draughts.NotInLine, draughts.TooFar, draughts.NoManBackward,
		draughts.PathBlocked, draughts.OneStep, draughts.KingRunOver, draughts.NobodyReaches,
	}},
	{"jumping", (*Chapter).addJumping, []draughts.Reason{
		draughts.NoManJumpBackward, draughts.NoManCapturesKing, draughts.OwnPieceJumped, draughts.NothingToCapture,
		draughts.KingCapturesAdjacent, draughts.KingLandsJustBehind,
	}},
	{"obligatory", (*Chapter).addObligatory, []draughts.Reason{
		draughts.CaptureObligatory, draughts.MorePieces, draughts.MoreKings, draughts.MoreValue,
		draughts.KingFirst, draughts.KingsSooner,
	}},
	{"several", (*Chapter).addSeveral, []draughts.Reason{
		draughts.MustGoOn, draughts.MustLandWhereGoesOn, draughts.JumpedTwice, draughts.NoTurningBack,
	}},
	{"crowning", (*Chapter).addCrowning, []draughts.Reason{draughts.CrownedSoEnded}},
	{"ending", (*Chapter).addEnding, []draughts.Reason{draughts.GameOver}},
	{"board", (*Chapter).addBoard, nil},
	{"setup", (*Chapter).addSetup, nil},
	{"start", (*Chapter).addStart, []draughts.Reason{draughts.OpponentsPiece}},
	{"notation", (*Chapter).addNotation, []draughts.Reason{draughts.NotASquare, draughts.NoPieceThere, draughts.SameSquare}},
	{"draws", (*Chapter).addDraws, nil},
}

// Topics lists the topics in the order of the page.
func Topics() []Topic {
	topics := make([]Topic, len(outline))
	for i := range outline {
		topics[i] = outline[i].topic
	}
	return topics
}
