-- What addresses that had much written have used up of their day, in bytes, and when that was reckoned, in milliseconds
-- since 1970: it fills up again with time.
CREATE TABLE written (
    address TEXT NOT NULL PRIMARY KEY,
    bytes REAL NOT NULL,
    since INTEGER NOT NULL
) WITHOUT ROWID;
