CREATE TABLE IF NOT EXISTS tournaments (
	id text PRIMARY KEY,
	place bigint NOT NULL,
	class text NOT NULL, -- running, also before the beginning, or finished
	made timestamptz NOT NULL,
	alarm timestamptz, -- on the wall clock
	rules bytea NOT NULL REFERENCES rules (id),
	record bytea NOT NULL
);
CREATE INDEX IF NOT EXISTS tournaments_by_place ON tournaments (place, class, made, id);
CREATE INDEX IF NOT EXISTS tournaments_by_alarm ON tournaments (alarm ASC, id ASC) WHERE alarm IS NOT NULL;
CREATE INDEX IF NOT EXISTS tournaments_by_rules ON tournaments (rules);

-- People whom tournaments name (class any), and who won them (won).
CREATE TABLE IF NOT EXISTS tournament_people (
	person bigint NOT NULL,
	class text NOT NULL,
	made timestamptz NOT NULL,
	tournament text NOT NULL,
	place bigint NOT NULL,
	PRIMARY KEY (person, class, made, tournament)
);
