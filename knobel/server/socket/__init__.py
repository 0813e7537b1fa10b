"""The socket of a table: what comes in, what goes out, and what each looker may know."""
