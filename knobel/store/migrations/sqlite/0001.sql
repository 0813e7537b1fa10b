-- What a list of tables shows, and which process runs a table's clocks and bots.
CREATE TABLE tables (
    name TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    public INTEGER NOT NULL,
    stage TEXT NOT NULL,
    about TEXT NOT NULL,
    changed INTEGER NOT NULL,
    owner TEXT
) WITHOUT ROWID;
CREATE INDEX tables_by_change ON tables (changed DESC, name DESC);
CREATE INDEX tables_played ON tables (owner) WHERE stage = 'playing';

-- The logs. Every table has at least number 1, and no number is left out. Rows lie in the order they were written in,
-- so that what many tables write together lies together.
CREATE TABLE events (
    name TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (name, seq)
);

-- Kept apart, so that no list and no log ever holds one by mistake.
CREATE TABLE seeds (
    name TEXT NOT NULL PRIMARY KEY,
    seed BLOB NOT NULL
) WITHOUT ROWID;

-- When each process was last alive, in milliseconds since 1970.
CREATE TABLE processes (
    name TEXT NOT NULL PRIMARY KEY,
    beat INTEGER NOT NULL
) WITHOUT ROWID;
