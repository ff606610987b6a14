-- The sessions of the live board, and the links that begin them: see game.Session.
CREATE TABLE IF NOT EXISTS sessions (
	person bigint NOT NULL,
	hash text NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (person, hash)
);
