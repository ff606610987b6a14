-- Every table has the columns by which records are found, and the record itself in the form of
-- store/internal/record. What is in a record besides the columns is read by the program alone.
--
-- Ids of people and places are 64 bits without a sign: the id of an erased person is negative here.
-- Columns without a time of day, such as alarm, count milliseconds of the referee's own time.

-- Rule sets, as the JSON whose hash is their id.
CREATE TABLE rule_sets (
	id bytea PRIMARY KEY,
	rules text NOT NULL
);

-- A row changes when the game begins and ends. What every move changes is in game_records and game_alarms, so
-- that moves do not seem to depend on who counts the games of a place.
CREATE TABLE games (
	id text PRIMARY KEY,
	place bigint NOT NULL,
	class text NOT NULL, -- running or finished
	at timestamptz NOT NULL, -- its beginning, or its end
	rules bytea NOT NULL REFERENCES rule_sets (id),
	pool text NOT NULL,
	-- Of a finished game: the players by id, the outcome for the first of them, whether the game was
	-- rated, and the level of the computer if it counts against that.
	first_player bigint,
	second_player bigint,
	outcome text,
	rated boolean NOT NULL,
	level integer NOT NULL
);
CREATE INDEX games_by_place ON games (place, class, at, id);
CREATE INDEX games_by_pair ON games (first_player, second_player, at, id) WHERE first_player IS NOT NULL;
CREATE INDEX games_by_rules ON games (rules);

-- Games with all that happened in them. The table has no other index: PostgreSQL then keeps the new version of a row
-- beside the old one and leaves the index alone, and moves in different games, which read the same page of
-- the index, do not seem to depend on each other.
CREATE TABLE game_records (
	game text PRIMARY KEY,
	record bytea NOT NULL
);

-- Players of games, also those whose games moderators decided (class decided); the moderators (ruled); and followers
-- (followed).
CREATE TABLE game_people (
	person bigint NOT NULL,
	class text NOT NULL,
	at timestamptz NOT NULL,
	game text NOT NULL,
	place bigint NOT NULL,
	PRIMARY KEY (person, class, at, game)
);
CREATE INDEX game_people_by_place ON game_people (person, place, class, at, game);

-- When the clock of a game, or its idleness, must be looked at.
CREATE TABLE game_alarms (
	game text PRIMARY KEY,
	alarm bigint NOT NULL
);
CREATE INDEX game_alarms_by_alarm ON game_alarms (alarm, game);

-- Ratings after games.
CREATE TABLE ratings (
	person bigint NOT NULL,
	pool text NOT NULL,
	place bigint NOT NULL,
	at timestamptz NOT NULL,
	game text NOT NULL,
	points double precision NOT NULL,
	deviation double precision NOT NULL,
	volatility double precision NOT NULL,
	PRIMARY KEY (person, pool, place, at, game)
);

-- Reviews of games, as JSON.
CREATE TABLE reviews (
	game text PRIMARY KEY REFERENCES games (id),
	review bytea NOT NULL
);

CREATE TABLE challenges (
	id text PRIMARY KEY,
	place bigint NOT NULL,
	open boolean NOT NULL,
	made timestamptz NOT NULL,
	alarm bigint NOT NULL,
	rules bytea NOT NULL REFERENCES rule_sets (id),
	record bytea NOT NULL
);
CREATE INDEX challenges_by_place ON challenges (place, made, id) WHERE open;
CREATE INDEX challenges_by_alarm ON challenges (alarm, id);
CREATE INDEX challenges_by_rules ON challenges (rules);

-- People who made open challenges (class made), received them (received), or have to do with open or
-- closed ones (any).
CREATE TABLE challenge_people (
	person bigint NOT NULL,
	class text NOT NULL,
	made timestamptz NOT NULL,
	challenge text NOT NULL,
	PRIMARY KEY (person, class, made, challenge)
);

CREATE TABLE tournaments (
	id text PRIMARY KEY,
	place bigint NOT NULL,
	class text NOT NULL, -- running, also before the beginning, or finished
	made timestamptz NOT NULL,
	alarm timestamptz, -- on the wall clock
	rules bytea NOT NULL REFERENCES rule_sets (id),
	record bytea NOT NULL
);
CREATE INDEX tournaments_by_place ON tournaments (place, class, made, id);
CREATE INDEX tournaments_by_alarm ON tournaments (alarm, id) WHERE alarm IS NOT NULL;
CREATE INDEX tournaments_by_rules ON tournaments (rules);

-- People whom tournaments name (class any), and who won them (won).
CREATE TABLE tournament_people (
	person bigint NOT NULL,
	class text NOT NULL,
	made timestamptz NOT NULL,
	tournament text NOT NULL,
	place bigint NOT NULL,
	PRIMARY KEY (person, class, made, tournament)
);

-- Entries of leaderboards. A month counts from January of the year 0; 0 is all time. A place 0 is all
-- places.
CREATE TABLE leaderboard_entries (
	person bigint NOT NULL,
	pool text NOT NULL,
	place bigint NOT NULL,
	month integer NOT NULL,
	rank_key integer NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (person, pool, place, month)
);
CREATE INDEX leaderboard_entries_by_rank ON leaderboard_entries (pool, place, month, rank_key DESC, person);

-- How many entries of a leaderboard have a rank key that begins with prefix: its first byte at level
-- 1, its first two at level 2, all three at level 3. A rank is the sum of a few of these.
CREATE TABLE rank_counts (
	pool text NOT NULL,
	place bigint NOT NULL,
	month integer NOT NULL,
	level integer NOT NULL,
	prefix integer NOT NULL,
	entries bigint NOT NULL,
	PRIMARY KEY (pool, place, month, level, prefix)
);

-- Announcements that have not been delivered. Two about one game have numbers in their order, because
-- the transaction of the second begins after the commit of the first. So numbers must not be handed
-- out in advance: CACHE 1.
CREATE SEQUENCE announcement_ids CACHE 1;
CREATE TABLE announcements (
	id bigint PRIMARY KEY,
	at timestamptz NOT NULL,
	record bytea NOT NULL
);

-- Answers to the requests of a day.
CREATE TABLE answers (
	request text PRIMARY KEY,
	at timestamptz NOT NULL,
	record bytea NOT NULL
);
CREATE INDEX answers_by_age ON answers (at, request);

-- People who are being erased, or were in the last 24 hours.
CREATE TABLE erasures (
	person bigint PRIMARY KEY,
	record bytea NOT NULL
);

-- Settings of people and places (kind person or place), as JSON.
CREATE TABLE settings (
	kind text NOT NULL,
	owner bigint NOT NULL,
	settings bytea NOT NULL,
	PRIMARY KEY (kind, owner)
);

CREATE TABLE puzzles (
	place bigint NOT NULL,
	puzzle text NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (place, puzzle)
);
CREATE TABLE attempts (
	person bigint NOT NULL,
	puzzle text NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (person, puzzle)
);
CREATE TABLE daily_puzzles (
	place bigint PRIMARY KEY,
	record bytea NOT NULL
);

-- When referees ran. It has one row.
CREATE TABLE service (
	one boolean PRIMARY KEY,
	record bytea NOT NULL
);

-- The sessions of the live board, and the links that begin them: see game.Session.
CREATE TABLE sessions (
	person bigint NOT NULL,
	hash text NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (person, hash)
);

-- The processes that share the work, and which of them holds which part of it: see package lease. A part is a shard of
-- Discord's gateway and all guilds in it.
CREATE TABLE processes (
	name text PRIMARY KEY,
	renewal bigint NOT NULL, -- another number whenever the process says that it lives
	notes jsonb NOT NULL -- by part, the session of the gateway
);
CREATE TABLE shards (
	shard integer PRIMARY KEY,
	holder text NOT NULL, -- the name of a process, or empty
	note text NOT NULL, -- the session of the gateway that the last holder left
	given_up boolean NOT NULL -- the last holder has ended its connection, and did not die
);

-- When a process has reserved the right to start a session of the gateway last. There is a queue for each of the sessions
-- that Discord allows to start at once.
CREATE TABLE session_starts (
	queue integer PRIMARY KEY,
	at timestamptz NOT NULL
);
