-- When something happens by itself at a table that was put away, in milliseconds since 1970; until then no process has it.
ALTER TABLE tables ADD COLUMN alarm INTEGER;
CREATE INDEX tables_put_away ON tables (alarm) WHERE alarm IS NOT NULL;
