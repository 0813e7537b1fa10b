-- What addresses that had much written have used up of their day, in bytes, and when that was reckoned: it fills up
-- again with time.
CREATE TABLE written (
    address text NOT NULL PRIMARY KEY,
    bytes double precision NOT NULL,
    since timestamptz NOT NULL
);
