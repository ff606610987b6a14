# What a contributor types. The README's two commands need nothing of this.

.PHONY: test ci lint bench perft fuzz generate crash

test: ## the tests
	go test ./...

ci: ## all that must hold before a change lands
	.ci/run

lint: ## vet, staticcheck, gofmt
	go vet ./...
	go tool staticcheck ./...
	gofmt -l .

bench: ## how fast the generator, the reader and the rest are
	go test ./... -run '^$$' -bench . -benchmem

perft: ## the longest published counts; a minute or two
	go test ./game/draughts -run TestPerft -perft.nodes 1000000000 -v

crash: ## kill the referee five hundred times; ten minutes
	go test ./store -run TestKill -crash.rounds 500 -timeout 1h -v

fuzz: ## ten minutes a target
	go test ./game/draughts -run '^$$' -fuzz FuzzRead -fuzztime 10m
	go test ./game/draughts/pdn -run '^$$' -fuzz FuzzFEN -fuzztime 10m
	go test ./game/draughts/pdn -run '^$$' -fuzz FuzzPDN -fuzztime 10m
	go test ./game/draughts/rulefile -run '^$$' -fuzz FuzzRead -fuzztime 10m
	go test ./game -run '^$$' -fuzz FuzzParseClock -fuzztime 10m
	go test ./store -run '^$$' -fuzz FuzzHeader -fuzztime 10m
	go test ./store/internal/record -run '^$$' -fuzz FuzzReadGame -fuzztime 10m
	go test ./store/internal/record -run '^$$' -fuzz FuzzReadRest -fuzztime 10m

generate: ## the generator for wide boards, from that for narrow ones
	go generate ./...
