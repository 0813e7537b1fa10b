-- What a list of tables shows, and which process runs a table's clocks and bots.
CREATE TABLE tables (
    name text NOT NULL PRIMARY KEY,
    game text NOT NULL,
    public boolean NOT NULL,
    stage text NOT NULL,
    about text NOT NULL,
    changed bigint NOT NULL,
    owner text
);
CREATE INDEX tables_by_change ON tables (changed DESC, name DESC);
CREATE INDEX tables_played ON tables (owner) WHERE stage = 'playing';

-- The logs. Every table has at least number 1, and no number is left out.
CREATE TABLE events (
    name text NOT NULL,
    seq bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (name, seq)
);

-- Kept apart, so that no list and no log ever holds one by mistake.
CREATE TABLE seeds (
    name text NOT NULL PRIMARY KEY,
    seed bytea NOT NULL
);

-- When each process was last alive.
CREATE TABLE processes (
    name text NOT NULL PRIMARY KEY,
    beat timestamptz NOT NULL
);
