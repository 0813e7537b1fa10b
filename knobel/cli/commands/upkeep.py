"""The commands that look after the database of a hosted house; the house may be open meanwhile."""

from __future__ import annotations

import msgspec

from knobel.cli.parameters import COMMON, Abandoned, Common, DatabasePath, Days, DryRun, ExportFolder, Json, NewBackup
from knobel.store.upkeep import back_up
from knobel.store.upkeep import prune as pruned


def backup(database: DatabasePath, target: NewBackup, /, *, json: Json = False, common: Common = COMMON) -> int:
    """The command `backup`."""
    terminal, made = common.terminal(), back_up(database, target)
    if json:
        terminal.json(msgspec.json.encode(made))
    else:
        terminal.say("backup.done", tables=made.tables, events=made.events)
        terminal.show_exact(f"  {made.path}")
    return 0


def prune(
    database: DatabasePath,
    /,
    *,
    days: Days = 30,
    abandoned: Abandoned = 180,
    export: ExportFolder = None,
    dry_run: DryRun = False,
    json: Json = False,
    common: Common = COMMON,
) -> int:
    """The command `prune`."""
    terminal, gone = common.terminal(), pruned(database, days, abandoned, dry_run=dry_run, export=export)
    if json:
        terminal.json(msgspec.json.encode(gone))
        return 0
    if gone.exported:
        terminal.say("prune.exported", n=gone.exported)
        terminal.show_exact(f"  {export}")
    terminal.say("prune.would" if dry_run else "prune.done", tables=gone.tables, events=gone.events)
    return 0
