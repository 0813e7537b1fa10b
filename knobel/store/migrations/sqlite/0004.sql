-- A row holds all that one append wrote: `seq` is the number of the last event in it, and `count` how many there are.
-- Rows from before hold one each, and stay as they are.
ALTER TABLE events ADD COLUMN count INTEGER NOT NULL DEFAULT 1;

-- What was appended last lies here, in the order in which it came, until it is sorted in above: many rows at once, since
-- each alone would cost a page of the disk.
CREATE TABLE unsorted (
    name TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    count INTEGER NOT NULL
);

-- The whole logs.
CREATE VIEW logs AS
SELECT name, seq, body, count FROM events UNION ALL SELECT name, seq, body, count FROM unsorted;
