# Commands for contributors. The two commands at the beginning of the README need nothing here.

.PHONY: test ci lint vuln bench perft fuzz generate crash failover power histories kill browser live golden images font load busy soak processes patroni mutants endings levels exam puzzles

test: ## run the tests
	go test ./...

ci: ## all checks that must pass before a change lands
	.ci/run

lint: ## vet, staticcheck, gofmt
	go vet ./...
	go vet -tags browser ./internal/sandbox/page
	go tool staticcheck ./...
	gofmt -l .

vuln: ## known vulnerabilities in dependencies; asks vuln.go.dev, so it needs a network
	go run golang.org/x/vuln/cmd/govulncheck@v1.8.0 ./...

bench: ## all benchmarks
	go test ./... -run '^$$' -bench . -benchmem

perft: ## the longest published counts, and more random positions against the second generator; minutes
	go test ./game/draughts -run TestPerft -perft.nodes 1000000000 -v
	go test ./game/draughts -run 'TestAgreement|TestMoves|TestWhyNot|TestPositions|TestSides|TestCounting' -draughts.trials 15 -timeout 1h -v

crash: ## kill a process with the referee and its store five hundred times; ten minutes
	go test ./store -run TestKill -crash.rounds 500 -timeout 1h -v

failover: ## kill a referee and its database two hundred times, and promote a standby fifty times; half an hour
	go test ./store/postgres -run 'TestKill|TestFailover' -crash.rounds 200 -failover.rounds 50 -timeout 2h -v

power: ## cut the power at every sync of a recorded store; a minute or two
	go test ./store -run TestPowerLoss -power.states 0 -timeout 1h -v

kill: ## kill the bot at every request it makes, and when it begins to think, in each of the fifteen games; two minutes
	go test ./cmd/doublecorner -run 'TestKill|TestComputer' -kill.points 0 -computer.all -v

histories: ## check two thousand histories of games against a model, and two hundred across kills
	go test ./store -run TestHistories -histories.rounds 250 -timeout 1h -v

busy: ## play six and twelve games in one channel for ten minutes, a move every four seconds in each
	go test ./cmd/doublecorner -run TestBusyChannel -busy.time 10m -busy.pace 4s -timeout 1h -v

mutants: ## change the code in small ways and see whether the tests fail; hours (docs/mutants.md)
	for p in game store bot/delivery bot/discord; do go run github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0 unleash ./$$p || exit 1; done

load: ## play two thousand games at once, over the gateway and over signed posts, and 200 against the bot; ten minutes
	go test ./cmd/doublecorner -run 'TestLoad|TestThinking' -load.games 2000 -load.moves 5 -load.bots 200 -timeout 1h -v

soak: ## play while Discord misbehaves and the bot is killed again and again; an hour
	go test ./cmd/doublecorner -run TestSoak -soak.time 1h -timeout 2h -v

processes: ## play while three processes share a PostgreSQL database, and one is killed every ten seconds; ten minutes
	go test ./cmd/doublecorner -run TestProcesses -processes.time 10m -processes.kill 10s -timeout 1h -v

patroni: ## play while three processes share a database of docs/deploy/patroni, whose leader is killed five times; five minutes
	go test ./cmd/doublecorner -run TestPatroni -patroni.kills 5 -timeout 1h -v

browser: ## play on the sandbox's page in Chromium; look at the pictures afterwards
	go test -tags browser ./internal/sandbox/page -count 1 -shots $(CURDIR)/dist/page

live: ## play a whole game by every rule set on the live board in Chromium, with a mouse and with a finger; minutes
	go test -tags browser ./internal/sandbox/page -run TestLiveRules -count 1 -every-rule-set -timeout 1h

fuzz: ## all fuzz targets, ten minutes each
	.ci/fuzz 10m

endings: ## compare all embedded endings with their successors, some with a plain fixpoint, and a thousand of each rule set with searches; minutes
	go test ./game/endgame -run 'TestVerifyEmbedded|TestFixpoint' -endgame.all -endgame.fixpoint 3 -timeout 1h -v
	go test ./game/search -run TestEndgames -endgames.positions 1000 -timeout 1h -v

levels: ## let each level of the engine play the one below; hours on a quiet machine
	go test ./game/search -run TestLevels -levels.games 100 -levels.most 8 -timeout 12h -v

exam: ## how many endings with one right move the engine solves; needs endings in ENDGAMES=DIR
	go test ./game/search -run TestExam -exam.positions 2000 -exam.endgames $(ENDGAMES) -timeout 12h -v

puzzles: ## check every puzzle with a long search; an hour on a quiet machine
	go test ./game/puzzle -run TestCollection -puzzle.nodes 300000 -timeout 6h -v

generate: ## write the move generator for wide boards from the one for narrow boards, docs/rules, and the endings of three pieces
	go generate ./...

golden: ## draw the pictures that tests compare with; look at them afterwards
	go test ./render -run TestGolden -update

RENDER = go run ./cmd/doublecorner render
images: ## draw the pictures of the README
	$(RENDER) --rules american --fen W:W20,21,22,30,31,K7,K24:B3,8,10,11,12,13,18,K27 --last 22x15x6 \
		--white Anna --black Ben --note "K7Q2 · 14" -o docs/images/classic.png
	$(RENDER) --rules russian --fen B:Wa1,c1,e3,f2,g1,g3,h2,Kd8:Ba7,b8,c5,d6,e7,f8,h6 --last c5-d4 --from black \
		--theme slate --white Vera --black Олег --note "M3XA · 9" -o docs/images/slate.png
	$(RENDER) --rules international --last 32-28 \
		--theme tournament --white Fatma --black Jan-Willem --note "B7TN · 1" -o docs/images/tournament.png
	$(RENDER) --rules turkish --fen W:Wa3,c3,d3,e2,g3,h3,b2,Kf6:Ba6,b7,c6,d7,g7,h6 --last f6xb8 \
		--theme contrast --white Ayşe --black Mehmet --note "H2RD · 21" -o docs/images/contrast.png

font: ## cut the font of the pictures out of Debian's fonts-noto-extra and python3-fonttools
	/usr/bin/python3 -m fontTools.subset /usr/share/fonts/truetype/noto/NotoSans-SemiBold.ttf \
		--unicodes=U+0020-007E,U+00A0-036F,U+0370-03FF,U+0400-052F,U+1E00-1FFF,U+2010-2027,U+2030-205E,U+20A0-20BF,U+2116,U+2122 \
		--no-hinting --layout-features= --name-IDs=0,1,2,3,4,5,6,13,14 --notdef-outline \
		--output-file=render/font/NotoSans-SemiBold.ttf
