package lesson

import "doublecorner/game/draughts"

// Topic is what a chapter of a rules page is about. Its catalogue key is choice.topic.TOPIC.
type Topic string

const (
	Board      Topic = "board"
	Setup      Topic = "setup"
	Start      Topic = "start"
	Moving     Topic = "moving"
	Jumping    Topic = "jumping"
	Several    Topic = "several"
	Crowning   Topic = "crowning"
	Obligatory Topic = "obligatory"
	Ending     Topic = "ending"
	Draws      Topic = "draws"
	Notation   Topic = "notation"
)

// Topics lists the topics in the order of the page.
func Topics() []Topic {
	topics := make([]Topic, len(outline))
	for i := range outline {
		topics[i] = outline[i].topic
	}
	return topics
}

// topics names the topic that explains each reason why a move is not legal.
var topics = map[draughts.Reason]Topic{
	draughts.NotASquare:          Notation,
	draughts.NoPieceThere:        Notation,
	draughts.OpponentsPiece:      Start,
	draughts.TargetOccupied:      Moving,
	draughts.NotInLine:           Moving,
	draughts.TooFar:              Moving,
	draughts.NoManBackward:       Moving,
	draughts.NoManJumpBackward:   Jumping,
	draughts.CaptureObligatory:   Obligatory,
	draughts.MustGoOn:            Several,
	draughts.MustLandWhereGoesOn: Several,
	draughts.MorePieces:          Obligatory,
	draughts.MoreKings:           Obligatory,
	draughts.MoreValue:           Obligatory,
	draughts.KingFirst:           Obligatory,
	draughts.KingsSooner:         Obligatory,
	draughts.NoManTakesKing:      Jumping,
	draughts.OwnPieceJumped:      Jumping,
	draughts.JumpedTwice:         Several,
	draughts.NothingToTake:       Jumping,
	draughts.CrownedSoEnded:      Crowning,
	draughts.PathBlocked:         Moving,
	draughts.KingTakesAdjacent:   Jumping,
	draughts.KingLandsJustBehind: Jumping,
	draughts.NoTurningBack:       Several,
	draughts.KingRunOver:         Moving,
	draughts.NobodyReaches:       Moving,
	draughts.GameOver:            Ending,
}
