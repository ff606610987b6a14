-- The processes that share the work, and which of them holds which part of it: see package lease. A part is a shard of
-- Discord's gateway and all guilds in it.
CREATE TABLE IF NOT EXISTS processes (
	name text PRIMARY KEY,
	renewal bigint NOT NULL, -- another number whenever the process says that it lives
	notes jsonb NOT NULL -- by part, the session of the gateway
);
CREATE TABLE IF NOT EXISTS shards (
	shard integer PRIMARY KEY,
	holder text NOT NULL, -- the name of a process, or empty
	note text NOT NULL, -- the session of the gateway that the last holder left
	given_up boolean NOT NULL -- the last holder has ended its connection, and did not die
);

-- When a process has reserved the right to start a session of the gateway last. There is a queue for each of the sessions
-- that Discord allows to start at once.
CREATE TABLE IF NOT EXISTS session_starts (
	queue integer PRIMARY KEY,
	at timestamptz NOT NULL
);
