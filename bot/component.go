package bot

import (
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// action is what a component or a modal does. Old messages contain actions, so an action never
// changes its meaning.
type action string

const (
	moveAction          action = "move"   // arg is the move
	pieceAction         action = "piece"  // arg is the square of the piece to move
	chooseGameAction    action = "choose" // repeat a command for a game, which arg names
	drawAction          action = "draw"   // offer a draw
	takeBackAction      action = "back"   // request or allow a take-back
	abortAction         action = "abort"  // offer or agree to abort
	confirmAbortAction  action = "cancel" // the same, in a game with many moves
	agreeAction         action = "agree"  // agree to the offer arg
	declineOfferAction  action = "no"     // decline the offer arg
	withdrawOfferAction action = "unask"  // withdraw the offer arg
	openAction          action = "open"   // show the game arg to its player, to move or to plan
	planAction          action = "plan"   // show the position after the conditional moves arg
	answerAction        action = "answer" // add the conditional moves arg
	withdrawPlanAction  action = "unplan" // withdraw the conditional moves arg, or all
	voteAction          action = "vote"   // vote for the move arg
	votePieceAction     action = "ballot" // arg is the square of the piece to vote for
	talkAction          action = "talk"   // open the thread in which people talk about the votes
	moreAction          action = "more"   // show the rest of a board's buttons
	resignAction        action = "resign" // ask for confirmation
	claimWinAction      action = "claim"  // claim the win against an opponent who has stopped moving
	confirmResignAction action = "yes"
	rematchAction       action = "again" // arg is the level of the computer, if it is to be another one
	acceptAction        action = "accept"
	joinAction          action = "join"      // accept, in the list of open challenges
	lobbyAction         action = "lobby"     // show the open challenges everywhere
	meetAction          action = "meet"      // accept one of them
	setUpAction         action = "set-up"    // choose level, color and rules against the computer; arg is what is chosen
	playAction          action = "play"      // play the computer, in the game of a challenge, or in a new one as arg says
	opponentAction      action = "opponent"  // ask whom to challenge
	challengeAction     action = "challenge" // challenge the selected member, or arg: anyone, everyone
	declineAction       action = "decline"
	withdrawAction      action = "withdraw"
	ratedAction         action = "rated"   // make the game of a challenge rated, or not: arg is yes or no
	counterAction       action = "terms"   // open the modal for other terms
	counterTermsAction  action = "counter" // submit that modal
	retryAction         action = "retry"   // open a refused modal again, submitted by the interaction arg
	followAction        action = "follow"  // follow what of a game arg says
	threadAction        action = "thread"  // continue a game in a thread
	flipAction          action = "flip"    // show the board with the side arg at the bottom
	moveListAction      action = "moves"
	replayAction        action = "replay"
	stepAction          action = "step" // show a game after ply moves, where arg says
	reviewAction        action = "review"
	analyseAction       action = "analyse" // a game after ply moves
	hintAction          action = "hint"    // arg is the step to show
	exportAction        action = "export"
	readAction          action = "read"         // show a game that was read after ply moves, where arg says
	readGameAction      action = "read-game"    // arg is the number of a game of a file
	readRulesAction     action = "read-rules"   // arg is the rules of a game that was read
	readReviewAction    action = "read-review"  // arg is the page
	readAnalyseAction   action = "read-analyse" // a game that was read after ply moves
	readExportAction    action = "read-export"
	playOnAction        action = "play-on"      // ask whom to play from a position: arg is the rules, and the code of the position
	playOnWithAction    action = "play-on-with" // play from there; arg goes on with anyone, a level, or with nothing for a selected user
	gamesAction         action = "games"        // arg is a list of games, and a page
	leaderboardAction   action = "page"         // arg is a leaderboard, and a page
	profileAction       action = "profile"      // arg is a user, the rules of the chart, and a page
	headToHeadAction    action = "versus"       // arg is two users, and a page
	rulesAction         action = "lesson"       // show the rules page arg
	rulesPageAction     action = "leaf"         // replace a rules page by the rules page arg
	addRuleSetAction    action = "rules"        // submit the modal that adds a rule set
	eraseAction         action = "erase"
	liveAction          action = "live"       // open the live board of a game
	endBoardsAction     action = "end-boards" // close all live boards of the user
	shareGameAction     action = "share-game" // let everybody watch a game who has its address
	withdrawGameAction  action = "stop-sharing"
	blockAction         action = "block"    // block the opponent of a game
	unblockAction       action = "unblock"  // arg is which of how many
	reportAction        action = "report"   // open the modal that reports the opponent of a game
	reportedAction      action = "reported" // submit it
	languageAction      action = "language" // arg is the language to speak to the user
	commandsAction      action = "commands" // list all commands

	settingAction      action = "setting"      // arg is an option of /settings, and its value unless req.selected has it
	settingsPageAction action = "settings"     // show the page arg of the settings
	typeSettingAction  action = "type-setting" // open the modal for the option arg of /settings
	typedSettingAction action = "typed"        // submit it
	preferenceAction   action = "preference"   // arg is an option of /preferences, and its value
	typeOwnAction      action = "type-own"     // open the modal for the option arg of /preferences
	typedOwnAction     action = "typed-own"    // submit it
	vacationAction     action = "vacation"     // open the modal that plans a vacation
	planVacationAction action = "plan-away"    // submit it
	endVacationAction  action = "end-vacation" // cancel it, or have it end today

	// arg is a quiz (of a puzzle with the theme that the user chose), and what else is said
	quizAction         action = "try"         // show it
	quizMoveAction     action = "solve"       // a move
	quizPieceAction    action = "solve-piece" // the square of the piece to move
	quizTypeAction     action = "solve-type"  // open the modal for a move
	quizTypedAction    action = "solve-typed" // submit it
	quizSolutionAction action = "solution"    // give up
	puzzleHintAction   action = "idea"

	firstPuzzleAction       action = "first-puzzle" // begin a puzzle of rules that the user plays
	puzzleDailyAction       action = "daily"        // solve the puzzle of a day
	puzzleNextAction        action = "puzzle"       // arg is the rules, and the theme; of a review with its game
	puzzleLeaderboardAction action = "puzzlers"     // arg as of leaderboardAction

	// arg begins with a tournament
	enterAction            action = "enter"            // then a team, if there are teams
	leaveTournamentAction  action = "leave-tournament" // then that the user confirmed it
	checkInAction          action = "check-in"
	tableAction            action = "table"    // then the kind of table, and a page
	pairingsAction         action = "pairings" // then a round, and a page
	ownPairingAction       action = "my-game"  // then, of a simul, the pairing after which the next board comes
	filesAction            action = "files"
	grandPrixAction        action = "grand-prix"   // not a tournament: a page or “files”, and the name of a grand prix
	manageAction           action = "manage"       // then what the director does
	directAction           action = "direct"       // the same, with a form
	sitOutAction           action = "seat"         // then half, none, or back
	restAction             action = "rest"         // then back
	climbAction            action = "climb"        // challenge a player of a ladder, whom arg names
	ladderReplyAction      action = "ladder-reply" // then accept or refuse, and the challenger
	createTournamentAction action = "w"            // submit the modal; arg is the options of the command

	// arg names a draft
	makeTournamentAction   action = "make-tournament"
	moreTournamentAction   action = "more-tournament"
	sourceAction           action = "source"  // then “from” and a tournament, or “best” and how many of each
	detailTournamentAction action = "details" // submit the modal
)

// offerActions are the actions that make offers. They name the offers in custom IDs.
var offerActions = [...]action{game.OfferDraw: drawAction, game.OfferTakeBack: takeBackAction, game.OfferAbort: abortAction}

// customID is the custom ID of a button, a select or a modal. Clients send it back and are not
// trusted, so the user, the turn and the ply are checked then.
type customID struct {
	action    action
	game      game.GameID
	challenge game.ChallengeID
	ply       game.Ply // of a game; of a challenge, how often its terms had changed
	arg       string   // a move, a square or a page; of a select, the value of the selected option
}

// inGame returns the custom ID of an action in a game as it is now.
func inGame(g *game.Game, a action) customID { return customID{action: a, game: g.ID, ply: g.Ply()} }

// onChallenge returns the custom ID of an action about a challenge by its terms as they are now.
func onChallenge(ch *game.Challenge, a action) customID {
	return customID{action: a, challenge: ch.ID, ply: game.Ply(ch.Changes)}
}

// with returns the custom ID with an arg.
func (id customID) with(arg string) customID {
	id.arg = arg
	return id
}

// customIDVersion begins every custom ID. The bot does not read other versions.
const customIDVersion = "1"

// String returns the text of the custom ID; "" if it would be too long.
func (id customID) String() string {
	subject := string(id.game)
	if id.challenge != "" {
		subject = "c" + string(id.challenge)
	}
	text := strings.Join([]string{customIDVersion, string(id.action), subject, strconv.Itoa(int(id.ply)), id.arg}, ":")
	if len(text) > message.MaxCustomID {
		return ""
	}
	return text
}

// parseCustomID reads a custom ID, which may be any text.
func parseCustomID(text string) (customID, bool) {
	parts := strings.SplitN(text, ":", 5)
	if len(parts) != 5 {
		return customID{}, false
	}
	id := customID{action: action(parts[1]), arg: parts[4]}
	ply, err := strconv.ParseUint(parts[3], 10, 31)
	id.ply = game.Ply(ply)
	if challenge, ok := strings.CutPrefix(parts[2], "c"); ok {
		id.challenge, _ = game.ParseChallengeID(challenge)
	} else {
		id.game, _ = game.ReadGameID(parts[2])
	}
	return id, err == nil && id.String() == text
}

// button returns a button with the label of its action.
func button(l *lang.Language, id customID, style dg.ButtonStyle) dg.MessageComponent {
	return buttonLabelled(l.Say("button."+string(id.action)), id, style)
}

// buttonLabelled returns a button with a label; nil if its custom ID would be too long.
func buttonLabelled(label string, id customID, style dg.ButtonStyle) dg.MessageComponent {
	text := id.String()
	if text == "" {
		return nil
	}
	return dg.Button{Label: message.ClipTo(label, message.MaxButtonLabel), Style: style, CustomID: text}
}

// selectOne returns a select in which users select one option.
func selectOne(id customID, placeholder string, options []dg.SelectMenuOption) dg.MessageComponent {
	return dg.SelectMenu{MenuType: dg.StringSelectMenu, CustomID: id.String(), Placeholder: placeholder, Options: options}
}

// addSelects adds a select of one option, several if there are too many options for one, or none if there are none.
func addSelects(m *message.Builder, id customID, placeholder string, options []dg.SelectMenuOption) {
	for i, chunk := range slices.Collect(slices.Chunk(options, message.MaxOptions)) {
		if i > 0 {
			id.arg = chunk[0].Value // the custom IDs of a message differ
		}
		m.Row(selectOne(id, placeholder, chunk))
	}
}

const (
	pageSize    = 10   // lines of a list on one page
	maxListText = 3000 // characters of a list, which leave room for the rest of a message
)

// addPageButtons adds buttons to the first and the next page of a list. Their arg is the words that
// identify the list, and the cursor of the page; the first page has none.
func addPageButtons(m *message.Builder, l *lang.Language, a action, list []string, from, next string) {
	to := func(label, cursor string) dg.MessageComponent {
		return buttonLabelled(l.Say(label), customID{action: a, arg: strings.Join(append(list[:len(list):len(list)], cursor), " ")}, dg.SecondaryButton)
	}
	var row []dg.MessageComponent
	if from != "" {
		row = append(row, to("button.first", ""))
	}
	if next != "" {
		row = append(row, to("button.page", next))
	}
	m.Row(row...)
}

// slicePage returns a page of a whole list, and the cursor of the next page.
func slicePage[T any](all []T, from string) (page []T, next string) {
	start, err := strconv.Atoi(from)
	if err != nil || start < 0 || start >= len(all) {
		start = 0
	}
	end := min(start+pageSize, len(all))
	if end < len(all) {
		next = strconv.Itoa(end)
	}
	return all[start:end], next
}

// The arguments of stepAction. A number is of the move to show, and comes from the menu. All others show the
// game after as many moves as the custom ID's ply.
const (
	stepOpen  = "open"  // from the start, or the newest move of a running game, in a private message of its own
	stepShare = "share" // in a message of its own that everybody sees
	stepFirst = "first"
	stepBack  = "back"
	stepNext  = "next"
	stepLast  = "last" // after the last move, whichever that is now
	stepMenu  = "menu" // the custom ID of the menu
)
