package bot

import (
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// gameOption chooses one of the games that the user plays.
var gameOption = gameFrom(func(req *request) []game.GameList {
	return []game.GameList{game.RunningGamesOf(req.by.Person)}
})

// finishedOption chooses one of the games that the user has finished.
var finishedOption = gameFrom(func(req *request) []game.GameList {
	return []game.GameList{game.FinishedGamesOf(req.by.Person)}
})

// anyGameOption chooses one of the games that the user plays or has finished.
var anyGameOption = gameFrom(func(req *request) []game.GameList {
	return []game.GameList{game.RunningGamesOf(req.by.Person), game.FinishedGamesOf(req.by.Person)}
})

// guildGameOption chooses one of the games that are played in the guild.
var guildGameOption = required(gameFrom(func(req *request) []game.GameList {
	return []game.GameList{game.RunningGamesIn(req.place)}
}))

// gameFrom returns the option that chooses one of the games of some lists.
func gameFrom(lists func(*request) []game.GameList) option {
	complete := func(b *Bot, req *request) []*message.Choice {
		return b.matchingGames(req, req.text("game"), lists(req)...)
	}
	return option{name: "game", kind: text, complete: complete, named: true, isValue: isGameID, maxLength: 20}
}

// teamOption chooses a team of a team match.
var teamOption = option{name: "team", kind: text, choices: []string{"1", "2"}}

// tournamentOption chooses one of several tournaments.
var tournamentOption = option{name: "tournament", kind: text, complete: (*Bot).completeTournament, named: true, maxLength: maxTournamentName + 10}

// grandPrixOption chooses one of the grand prix tables of the guild.
var grandPrixOption = option{name: "name", key: "grand-prix", kind: text, complete: (*Bot).completeGrandPrix, named: true, maxLength: maxGrandPrixName}

// commands are the declarations of all commands, in the order of /help.
var commands = []command{
	{name: "challenge", first: true, menu: "menu.challenge", handle: (*Bot).challenge, options: []option{
		{name: "opponent", kind: user},
		{name: "level", kind: text, choices: levelChoices},
		rulesOption,
		{name: "colour", kind: text, choices: colourChoices},
		clockOption, oddsOption,
		{name: "rated", kind: boolean},
		{name: "vote", kind: text, complete: (*Bot).completeVote, maxLength: 30},
		{name: "votes-needed", kind: text, complete: (*Bot).completeQuorum, maxLength: 4},
		{name: "public", kind: boolean},
		{name: everywhereOption, kind: boolean, ofLobby: true},
		{name: asOption, kind: text, maxLength: maxNameElsewhere, ofLobby: true},
		{name: "house-rules", kind: text, choices: houseRuleChoices},
		{name: "opening", kind: text, complete: (*Bot).completeOpening, maxLength: 1000},
	}},
	{name: "lobby", ofLobby: true, handle: (*Bot).showLobby, readsOnly: true},
	{name: "move", handle: (*Bot).moveOrVote, awaited: (*request).isOnTurn, onlyAwaited: true, options: []option{
		{name: "move", kind: text, required: true, complete: (*Bot).completeMove, repeated: true, maxLength: message.MaxValue}, gameOption,
	}},
	{name: "plan", handle: about((*Bot).playedGame, (*Bot).plan), awaited: (*request).mayPlan, onlyAwaited: true, options: []option{
		{name: "moves", kind: text, complete: (*Bot).completePlan, repeated: true, maxLength: maxTypedPlan}, gameOption,
	}},
	{name: "board", handle: about((*Bot).chosenGame, (*Bot).showBoard), shows: true, options: []option{anyGameOption}},
	{name: "share", handle: about((*Bot).chosenGame, (*Bot).share), options: []option{anyGameOption}},
	{name: "games", handle: (*Bot).games, readsOnly: true, options: []option{
		{name: "whose", kind: text, choices: []string{"mine", "here", "followed"}}, {name: "member", kind: user}, {name: "finished", kind: boolean},
	}},
	{name: "resign", handle: about((*Bot).resignedGame, (*Bot).confirmResignation), awaited: never, options: []option{gameOption}},
	{name: "draw", handle: propose(game.OfferDraw), options: []option{gameOption}},
	{name: "takeback", handle: propose(game.OfferTakeBack), awaited: (*request).mayTakeBack, options: []option{gameOption}},
	{name: "abort", handle: (*Bot).abort, awaited: never, options: []option{gameOption}},
	{name: "rematch", handle: about((*Bot).playedBefore, (*Bot).rematch), options: []option{finishedOption}},
	{name: "tournament", guildOnly: true, subcommands: []command{
		{name: "create", moderators: true, opensModal: true, handle: (*Bot).openTournamentForm, options: createOptions},
		{name: "join", handle: (*Bot).joinTournament, options: []option{tournamentOption, teamOption}},
		{name: "leave", handle: about((*Bot).ownTournament, (*Bot).leaveTournament), options: []option{tournamentOption}},
		{name: "standings", readsOnly: true, handle: about((*Bot).tournamentOf, (*Bot).showTable), options: []option{tournamentOption}},
		{name: "pairings", readsOnly: true, handle: about((*Bot).tournamentOf, (*Bot).showPairings), options: []option{tournamentOption, {name: "round", kind: text, maxLength: 4}}},
		{name: "my-game", readsOnly: true, handle: about((*Bot).ownTournament, (*Bot).showOwnPairing), options: []option{tournamentOption}},
		{name: "manage", exact: true, handle: about((*Bot).tournamentOf, (*Bot).manage), options: []option{
			tournamentOption, {name: "player", kind: user},
		}},
	}},
	{name: "grand-prix", guildOnly: true, subcommands: []command{
		{name: "show", readsOnly: true, budget: exportBudget, handle: (*Bot).showGrandPrix, options: []option{grandPrixOption}},
		{name: "create", moderators: true, handle: (*Bot).createGrandPrix, options: []option{
			{name: "name", key: "grand-prix-name", kind: text, required: true, maxLength: maxGrandPrixName},
			{name: "tournaments", kind: text, maxLength: 300},
			{name: "best", kind: text, maxLength: 2},
			{name: "points", kind: text, maxLength: 100},
			{name: "period", key: "grand-prix-period", kind: text, maxLength: 7},
		}},
		{name: "remove", exact: true, moderators: true, handle: (*Bot).removeGrandPrix, options: []option{required(grandPrixOption)}},
	}},
	{name: "ladder", guildOnly: true, handle: (*Bot).ladder, options: []option{{name: "challenge", key: "climb", kind: user}}},
	{name: "puzzle", first: true, handle: (*Bot).puzzle, readsOnly: true, options: []option{
		rulesOption, {name: "theme", key: "theme-of-puzzle", kind: text, choices: puzzleThemes},
	}},
	{name: "replay", handle: about((*Bot).finishedOrChosenGame, (*Bot).replay), readsOnly: true, shows: true, budget: pictureBudget, options: []option{
		anyGameOption, {name: "steps", kind: boolean, repeated: true},
	}},
	{name: "review", messageMenu: "menu.read", handle: (*Bot).reviewOrRead, readsOnly: true, shows: true, budget: pictureBudget, options: []option{
		finishedOption, {name: "file", kind: attachment},
	}},
	{name: "best-moves", handle: (*Bot).analyse, readsOnly: true, budget: pictureBudget, options: []option{
		{name: "position", kind: text, required: true, complete: (*Bot).completePosition, maxLength: 1000}, rulesOption, {name: "share", kind: boolean},
	}},
	{name: "export", handle: (*Bot).export, readsOnly: true, shows: true, budget: exportBudget, options: []option{anyGameOption, {name: "everything", kind: boolean}}},
	{name: "profile", handle: (*Bot).profile, readsOnly: true, options: []option{{name: "member", kind: user}, rulesOption}},
	{name: "leaderboard", handle: (*Bot).leaderboard, readsOnly: true, options: []option{
		poolOption,
		{name: "where", kind: text, choices: []string{"here", "everywhere"}},
		{name: "period", kind: text, choices: []string{"all-time", "month"}},
	}},
	{name: "head-to-head", handle: (*Bot).headToHead, readsOnly: true, options: []option{
		{name: "member", kind: user, required: true}, {name: "other", kind: user},
	}},
	{name: "rules", first: true, handle: (*Bot).showRules, readsOnly: true, options: []option{rulesOption, {name: "topic", kind: text, choices: topicChoices}}},
	{name: "custom-rules", moderators: true, guildOnly: true, subcommands: []command{
		{name: "show", exact: true, handle: (*Bot).showRuleSet, options: []option{rulesOption}},
		{name: "add", exact: true, moderators: true, opensModal: true, handle: (*Bot).openRuleSetModal, options: []option{
			{name: "like", kind: text, complete: (*Bot).completeLike, named: true, maxLength: 60},
		}},
		{name: "remove", exact: true, moderators: true, handle: (*Bot).removeRuleSet, options: []option{required(customRulesOption)}},
	}},
	{name: "settings", first: true, handle: (*Bot).changeSettings, moderators: true, guildOnly: true, options: optionsOf(guildSettings)},
	{name: "preferences", handle: (*Bot).changePreferences, options: append(optionsOf(userPreferences), vacationOptions...)},
	{name: "privacy", subcommands: []command{{name: "export", handle: (*Bot).exportPersonalData, budget: dataBudget, options: []option{{name: "month", kind: text, maxLength: 7}}}, {name: "erase", handle: (*Bot).confirmErasure}}},
	{name: "help", handle: (*Bot).help, readsOnly: true},
	{name: "referee", moderators: true, guildOnly: true, subcommands: []command{
		{name: "end", exact: true, handle: act((*Bot).adjudicate), options: []option{
			guildGameOption,
			{name: "outcome", kind: text, required: true, choices: []string{"white", "black", "draw"}},
			{name: "reason", kind: text, required: true, maxLength: 500},
		}},
		{name: "cancel", exact: true, handle: act((*Bot).annul), options: []option{
			guildGameOption,
			{name: "reason", kind: text, required: true, maxLength: 500},
		}},
		{name: "repost", exact: true, handle: about((*Bot).chosenGame, (*Bot).repost), options: []option{guildGameOption}},
	}},
}

var (
	houseRuleChoices = append(say.Each(draughts.HouseRules(), func(r draughts.HouseRule) string { return r.Key }),
		"misere+free-jump", "breakthrough+free-jump")
	topicChoices = say.Each(append(lesson.Topics(), exercisesTopic), func(t lesson.Topic) string { return string(t) })
)

// Registered has the bot mention commands by their IDs, so that users can click them. It is called before
// the bot handles anything.
func (b *Bot) Registered(commands []*dg.ApplicationCommand) {
	b.records.commandIDs = map[string]string{}
	for _, c := range commands {
		b.records.commandIDs[c.Name] = c.ID
	}
}

// components are the declarations of all buttons and selects.
var components = map[action]component{
	moveAction:          {handle: unlessSecondClick(act((*Bot).useMove)), placement: delivery.Follow},
	voteAction:          {handle: unlessSecondClick((*Bot).useVote)},
	votePieceAction:     {handle: about((*Bot).chosenGame, (*Bot).useVotePiece)},
	talkAction:          {handle: about((*Bot).chosenGame, (*Bot).useTalk)},
	pieceAction:         {handle: about((*Bot).playedGame, (*Bot).usePiece)},
	chooseGameAction:    {handle: (*Bot).useChosenGame, placement: delivery.Follow, budget: pictureBudget},
	drawAction:          {handle: propose(game.OfferDraw), placement: delivery.Follow},
	takeBackAction:      {handle: propose(game.OfferTakeBack), placement: delivery.Follow},
	abortAction:         {handle: (*Bot).abort, placement: delivery.Follow},
	confirmAbortAction:  {handle: propose(game.OfferAbort), placement: delivery.Follow},
	agreeAction:         {handle: act((*Bot).useAgree), placement: delivery.Follow},
	declineOfferAction:  {handle: useDismiss(true), placement: delivery.Follow},
	withdrawOfferAction: {handle: useDismiss(false), placement: delivery.Follow},
	openAction:          {handle: (*Bot).useOpen, readsOnly: true},
	planAction:          {handle: aboutPlan((*Bot).planAfter), readsOnly: true},
	answerAction:        {handle: aboutPlan((*Bot).addBranch)},
	withdrawPlanAction:  {handle: aboutPlan((*Bot).removeBranches)},
	moreAction:          {handle: about((*Bot).chosenGame, (*Bot).useMore), readsOnly: true},
	resignAction:        {handle: about((*Bot).resignedGame, (*Bot).confirmResignation)},
	confirmResignAction: {handle: act((*Bot).resign), placement: delivery.Follow},
	claimWinAction:      {handle: act((*Bot).claimWin), placement: delivery.Follow},
	rematchAction:       {handle: about((*Bot).playedBefore, (*Bot).rematch)},
	acceptAction:        {handle: (*Bot).useAccept, placement: delivery.Follow},
	joinAction:          {handle: (*Bot).useJoin},
	lobbyAction:         {handle: (*Bot).showLobby, readsOnly: true},
	meetAction:          {handle: (*Bot).useMeet, placement: delivery.Follow},
	setUpAction:         {handle: (*Bot).useSetUp, readsOnly: true},
	playAction:          {handle: (*Bot).usePlay, placement: delivery.Follow},
	opponentAction:      {handle: (*Bot).askOpponent, readsOnly: true},
	challengeAction:     {handle: (*Bot).useChallenge, placement: delivery.Follow},
	declineAction:       {handle: (*Bot).useDecline},
	withdrawAction:      {handle: (*Bot).useWithdraw},
	ratedAction:         {handle: (*Bot).useRated},
	counterAction:       {handle: (*Bot).useCounter, opensModal: true},
	retryAction:         {handle: (*Bot).useRetry, opensModal: true},
	eraseAction:         {handle: (*Bot).useErase, placement: delivery.Replace},
	followAction:        {handle: (*Bot).useFollow},
	threadAction:        {handle: about((*Bot).playedGame, (*Bot).useThread)},
	flipAction:          {handle: about((*Bot).chosenGame, (*Bot).useFlip), readsOnly: true},
	moveListAction:      {handle: about((*Bot).chosenGame, (*Bot).useMoveList), readsOnly: true},
	stepAction:          {handle: about((*Bot).chosenGame, (*Bot).useSteps), readsOnly: true},
	replayAction:        {handle: about((*Bot).finishedOrChosenGame, (*Bot).replay), readsOnly: true, budget: pictureBudget},
	analyseAction:       {handle: about((*Bot).chosenGame, (*Bot).useAnalyse), readsOnly: true, budget: pictureBudget},
	hintAction:          {handle: about((*Bot).playedGame, (*Bot).useHint), budget: pictureBudget},
	reviewAction:        {handle: about((*Bot).playedBefore, (*Bot).review), readsOnly: true, budget: pictureBudget},
	exportAction:        {handle: (*Bot).export, readsOnly: true, budget: exportBudget},
	readAction:          {handle: (*Bot).useRead, readsOnly: true, budget: pictureBudget},
	readGameAction:      {handle: (*Bot).useReadGame, readsOnly: true, budget: pictureBudget},
	readRulesAction:     {handle: (*Bot).useReadRules, readsOnly: true, budget: pictureBudget},
	readReviewAction:    {handle: (*Bot).useReadReview, readsOnly: true, budget: pictureBudget},
	readAnalyseAction:   {handle: (*Bot).useReadAnalyse, readsOnly: true, budget: pictureBudget},
	readExportAction:    {handle: (*Bot).useReadExport, readsOnly: true, budget: pictureBudget},
	playOnAction:        {handle: (*Bot).usePlayOn, readsOnly: true},
	playOnWithAction:    {handle: (*Bot).usePlayOnWith, placement: delivery.Follow},
	gamesAction:         {handle: (*Bot).games, placement: delivery.Replace, readsOnly: true},
	leaderboardAction:   {handle: (*Bot).leaderboard, placement: delivery.Replace, readsOnly: true},
	profileAction:       {handle: (*Bot).profile, placement: delivery.Replace, readsOnly: true},
	headToHeadAction:    {handle: (*Bot).headToHead, placement: delivery.Replace, readsOnly: true},
	liveAction:          {handle: about((*Bot).chosenGame, (*Bot).useLive), readsOnly: true},
	endBoardsAction:     {handle: (*Bot).useEndBoards},
	shareGameAction:     {handle: about((*Bot).chosenGame, (*Bot).share)},
	withdrawGameAction:  {handle: (*Bot).withdrawGame, placement: delivery.Replace},
	blockAction:         {handle: (*Bot).useBlock},
	unblockAction:       {handle: (*Bot).useUnblock, placement: delivery.Replace},
	reportAction:        {handle: (*Bot).openReport, readsOnly: true, opensModal: true},
	languageAction:      {handle: (*Bot).useLanguage, placement: delivery.Replace},
	settingAction:       {handle: (*Bot).useSetting, moderators: true, placement: delivery.Replace},
	settingsPageAction:  {handle: (*Bot).useSettingsPage, moderators: true, placement: delivery.Replace, readsOnly: true},
	typeSettingAction:   {handle: (*Bot).openSettingModal, moderators: true, readsOnly: true, opensModal: true},
	preferenceAction:    {handle: (*Bot).usePreference, placement: delivery.Replace},
	typeOwnAction:       {handle: (*Bot).openPreferenceModal, readsOnly: true, opensModal: true},
	vacationAction:      {handle: (*Bot).openVacationModal, readsOnly: true, opensModal: true},
	endVacationAction:   {handle: (*Bot).endVacation, placement: delivery.Replace},
	commandsAction:      {handle: (*Bot).commandList, readsOnly: true},
	rulesAction:         {handle: (*Bot).useRules, readsOnly: true},
	rulesPageAction:     {handle: (*Bot).useRulesPage, readsOnly: true},

	quizAction:         {handle: about((*Bot).quiz, (*Bot).useQuiz), readsOnly: true},
	quizMoveAction:     {handle: unlessSecondClick(about((*Bot).quiz, (*Bot).useQuizMove)), budget: pictureBudget},
	quizPieceAction:    {handle: about((*Bot).quiz, (*Bot).useQuizPiece), readsOnly: true},
	quizTypeAction:     {handle: about((*Bot).quiz, (*Bot).openQuizModal), readsOnly: true, opensModal: true},
	quizSolutionAction: {handle: about((*Bot).quiz, (*Bot).useQuizSolution), budget: pictureBudget},

	enterAction:           {handle: tournamentAct(tournament.Entered)},
	leaveTournamentAction: {handle: about((*Bot).tournamentOf, (*Bot).leaveTournament)},
	checkInAction:         {handle: tournamentAct(tournament.CheckedIn)},
	tableAction:           {handle: about((*Bot).tournamentOf, (*Bot).showTable), readsOnly: true},
	pairingsAction:        {handle: about((*Bot).tournamentOf, (*Bot).showPairings), readsOnly: true},
	ownPairingAction:      {handle: about((*Bot).tournamentOf, (*Bot).showOwnPairing), readsOnly: true},
	filesAction:           {handle: about((*Bot).tournamentOf, (*Bot).files), readsOnly: true, budget: exportBudget},
	grandPrixAction:       {handle: (*Bot).showGrandPrix, readsOnly: true, budget: exportBudget},
	makeTournamentAction:  {handle: (*Bot).makeTournament},
	moreTournamentAction:  {handle: (*Bot).openDetails, opensModal: true},
	sourceAction:          {handle: (*Bot).chooseSource},
	manageAction:          {handle: about((*Bot).tournamentOf, (*Bot).manage), opensModal: true},
	sitOutAction:          {handle: about((*Bot).tournamentOf, (*Bot).sitOut)},
	restAction:            {handle: about((*Bot).tournamentOf, (*Bot).rest)},
	climbAction:           {handle: about((*Bot).tournamentOf, (*Bot).climb)},
	ladderReplyAction:     {handle: about((*Bot).tournamentOf, (*Bot).replyToClimb)},

	puzzleHintAction:        {handle: about((*Bot).puzzlePage, (*Bot).usePuzzleHint)},
	firstPuzzleAction:       {handle: (*Bot).useFirstPuzzle, readsOnly: true},
	puzzleNextAction:        {handle: (*Bot).useNextPuzzle, readsOnly: true},
	puzzleDailyAction:       {handle: (*Bot).useDailyPuzzle, readsOnly: true},
	puzzleLeaderboardAction: {handle: (*Bot).leaderboard, readsOnly: true},
}

// modals are the declarations of submitted modals.
var modals = map[action]component{
	addRuleSetAction:   {handle: (*Bot).addRuleSet, reopen: (*Bot).reopenRuleSetModal, budget: pictureBudget},
	counterTermsAction: {handle: (*Bot).counter, reopen: (*Bot).openCounterModal},
	quizTypedAction:    {handle: about((*Bot).quiz, (*Bot).typeQuizMove), budget: pictureBudget},
	typedSettingAction: {handle: (*Bot).typeSetting, moderators: true},
	typedOwnAction:     {handle: (*Bot).typePreference},
	planVacationAction: {handle: (*Bot).planVacation},
	reportedAction:     {handle: (*Bot).report},

	createTournamentAction: {handle: (*Bot).createTournament, reopen: (*Bot).tournamentForm},
	detailTournamentAction: {handle: (*Bot).addDetails, reopen: (*Bot).detailForm},
	directAction:           {handle: about((*Bot).tournamentOf, (*Bot).directByForm)},
}

// Commands returns the commands to register with Discord, in every language, with those of the lobby if there is one.
func Commands(lobby bool) []*dg.ApplicationCommand {
	return register(offered(commands, lobby), lang.For)
}

// quiz returns the quiz that the custom ID of an action names. The user may have made it up.
func (b *Bot) quiz(req *request) (quiz, error) {
	ref, _, _ := strings.Cut(req.id.arg, " ")
	switch kind, ref, _ := strings.Cut(ref, "/"); kind {
	case turnQuizKind:
		return b.turnQuiz(req)
	case pictureQuiz:
		return b.pictureOf(req, ref)
	case exerciseQuiz:
		return b.exerciseOf(req, ref)
	}
	return b.puzzlePage(req)
}
