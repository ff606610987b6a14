package bot

import (
	"errors"

	"doublecorner/game"
)

// userError is the key of the sentence that explains why the bot did not pass a request to the referee.
type userError string

func (e userError) Error() string { return string(e) }

const (
	errUnknown       userError = "error.unknown" // the bot has no such command or component, or no longer has it
	errNoGame        userError = "error.no-game"
	errNoGames       userError = "error.no-games"          // the user has neither a running nor a finished game
	errRules         userError = "error.rules"             // there is no such rule set
	errClock         userError = "error.clock"             // there is no such clock
	errTooLong       userError = "error.too-long"          // work.ErrSpent
	errChannel       userError = "error.room"              // games do not begin in this channel
	errChannels      userError = "error.too-many-channels" // games begin in as many channels as the settings can have
	errDM            userError = "error.alone"             // nobody else reads the DM with the bot
	errSameMember    userError = "error.same-member"       // two members are to be compared, and are one
	errVoteHere      userError = "error.vote-here"         // people vote in the channels of guilds only
	errVoteTime      userError = "error.vote-time"         // what was typed is no time for a vote
	errThreads       userError = "error.no-threads"        // the bot may not create threads in this channel
	errMyself        userError = "error.myself"
	errNoDraft       userError = "error.no-draft"      // what the user wrote into a modal is forgotten
	errNoTournament  userError = "error.no-tournament" // the guild has had none
	errNoLadder      userError = "error.no-ladder"
	errNoGrandPrix   userError = "error.no-grand-prix"   // the guild has none, or none of that name
	errGrandPrix     userError = "error.grand-prix-full" // the guild has as many as it may have
	errPeriod        userError = "error.period"          // it is neither a year nor a month
	errPoints        userError = "error.points"          // points for places that were typed are none
	errNoEntrant     userError = "error.no-entrant"      // the user does not take part
	errEntered       userError = "error.player-entered"  // a director enters a player who takes part
	errRobot         userError = "error.robot"           // the director enters a bot
	errStranger      userError = "error.stranger"        // the director enters a user who is no member of the guild
	errDay           userError = "error.day"             // a day that was typed is none, or is not ahead
	errZone          userError = "error.zone"            // there is no such time zone
	errNumber        userError = "error.number"          // a number that was typed is none, or too great
	errNoDeadline    userError = "error.no-deadline"     // nothing comes that can be put off
	errTiebreaks     userError = "error.tiebreaks"       // a tie-break that was typed is none of the format
	errWho           userError = "error.who"             // what was typed does not say who can take part in a tournament
	errNotPublic     userError = "error.not-public"      // the players have not both said that everybody may watch their game
	errNoLive        userError = "error.no-live"         // there are no live boards
	errNotPublicHere userError = "error.not-public-here" // the guild does not let games be watched outside
	errNoLobby       userError = "error.no-lobby"        // there is no lobby
	errLobbyOff      userError = "error.lobby-off"       // the guild does not want it
	errOnlyFriendly  userError = "error.only-friendly"   // the challenge is rated, and the guild has no rated games
	errBuiltInOnly   userError = "error.built-in-only"   // a guild's own rule sets could tell which one it is
	errNotEveryone   userError = "error.not-everyone"    // a challenge everywhere is to somebody
	errAs            userError = "error.as"              // a name in a challenge that is not everywhere
	errReports       userError = "error.reports"         // the user has reported too much
	errStart         userError = "error.start"           // a time that was typed is none, or is not ahead

	errNoGameRead   userError = "error.no-game-read"   // in a message or a file
	errFileTooLarge userError = "error.file-too-large" // that has games
	errFileUnread   userError = "error.file-unread"    // Discord does not send it
	errFileGone     userError = "error.file-gone"      // the message has no longer the game that it shows
	errGameTooLong  userError = "error.game-too-long"  // it has more moves than MaxPlies

	errReviewTooEarly userError = "error.review-too-early" // the game is not over
	errThinkingOff    userError = "error.thinking-off"     // mind.ErrOff
	errThinkingBusy   userError = "error.thinking-busy"    // mind.ErrBusy
	errUnfair         userError = "error.unfair"           // the user plays a game in which it would help
	errLargeExport    userError = "error.large-export"     // it is more than a message can have, or than the budget allows
	errExportMonth    userError = "error.export-month"     // it is neither a month nor a year
)

// isRefused reports whether the referee refused a request for a reason.
func isRefused(err error, code game.Code) bool {
	refused, ok := errors.AsType[*game.RequestError](err)
	return ok && refused.Code == code
}
