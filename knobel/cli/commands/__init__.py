"""The commands: each module is one, or a few that belong together."""
