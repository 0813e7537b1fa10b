"""The command that says what house rules do to a game."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
from rich.table import Table as Grid
from rich.text import Text

from knobel.cli.commands.solve import wait_for
from knobel.cli.main import INTERRUPTED
from knobel.cli.many_games import say_how_to_go_on
from knobel.cli.parameters import (
    COMMON,
    BoxPreset,
    Common,
    GameAsked,
    Games,
    HouseRules,
    Json,
    KeptFile,
    ReportFile,
    ResumedFile,
    Scheduler,
    Seed,
    TableSize,
    Variants,
    Workers,
    pair,
)
from knobel.cli.saved_games import comparisons_folder
from knobel.cli.telling import show_head
from knobel.cli.terminal import Terminal
from knobel.cli.words import Mistake
from knobel.core.game import BOX
from knobel.core.registry import game as game_called
from knobel.lab import report as lab
from knobel.lab.compare import compare as compare_variants
from knobel.lab.compare import create_kept, read_plan
from knobel.lab.crew import NoCluster, check_workers
from knobel.lab.estimates import Comparison
from knobel.lab.plan import GAMES_EACH, ComparisonPlan, plan_comparison, solutions_needed, total_of


def compare(
    game: GameAsked = None,
    /,
    *,
    with_: Variants = None,
    players: TableSize = None,
    games: Games = GAMES_EACH,
    option: HouseRules = None,
    preset: BoxPreset = BOX,
    seed: Seed = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    report: ReportFile = None,
    save: KeptFile = None,
    resume: ResumedFile = None,
    json: Json = False,
    common: Common = COMMON,
) -> int:
    """The command `compare`: variants of a game's rules side by side."""
    terminal = common.terminal()
    if resume is not None:
        given = {"--with": with_, "--players": players, "--option": option, "--seed": seed, "--save": save}
        if flag := next((name for name, value in given.items() if value is not None), "--with" if game else ""):
            raise Mistake("compare-resume", flag=flag)
        plan, kept = read_plan(resume), resume
    elif game is None:
        raise Mistake("compare-game")
    else:
        variants = [dict(pair(rule) for rule in re.split(r",(?=\w+=)", each)) for each in with_ or ()]
        chosen = dict(pair(rule) for rule in option or ())
        plan = plan_comparison(game, variants, players=players, games=games, seed=seed, preset=preset, options=chosen)
        kept = save or _own_file(plan)
    if report is not None:
        report.touch()  # what cannot be written is said now, and not when everything is played
    check_workers(workers, scheduler)
    for searched in solutions_needed(plan):
        wait_for(terminal, searched)
    if save is not None:
        create_kept(save, plan)
    total, done = total_of(plan), 0
    with terminal.progress("watch.playing", total) as bar:

        def count(more: int) -> None:
            nonlocal done
            done += more
            bar.add(more)

        before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # the same as Ctrl-C
        try:
            found = compare_variants(plan, workers=workers, scheduler=scheduler, kept=kept, progress=count)
        except (KeyboardInterrupt, NoCluster) as stopped:
            found = stopped
        finally:
            signal.signal(signal.SIGTERM, before)
    if isinstance(found, BaseException):
        say_how_to_go_on(terminal, done, total, _again(kept, workers, scheduler, report))
        if isinstance(found, NoCluster):
            raise found
        return INTERRUPTED
    if report is not None:
        report.write_text(lab.report(found, terminal.language), "utf-8")
    if json:
        terminal.json(msgspec.json.encode(found))
    else:
        _show(terminal, found)
        if report is not None:
            terminal.say("compare.report", "dim")
            terminal.show_exact(f"  {report}")
    if kept.parent == comparisons_folder():
        kept.unlink()
    return 0


def _own_file(plan: ComparisonPlan) -> Path:
    """Where it is kept when nobody says: the same for the same plan, so that the same line typed again goes on."""
    return comparisons_folder() / f"{plan.game}-{sha256(msgspec.json.encode(plan)).hexdigest()[:12]}.jsonl"


def _again(kept: Path, workers: int | None, scheduler: str | None, report: Path | None) -> list[str]:
    """The words of the line that goes on."""
    words = ["compare", "--resume", str(kept)]
    for flag, value in (("--workers", workers), ("--scheduler", scheduler), ("--report", report)):
        if value is not None:
            words += [flag, str(value)]
    return words


def _show(terminal: Terminal, found: Comparison) -> None:
    plan, language = found.plan, terminal.language
    played = lab.text(language, "report.played", players=plan.players, games=plan.games, seed=plan.seed)
    show_head(terminal, game_called(plan.game).title(language), terminal.fit(lab.rules_named(plan, language)))
    terminal.show(played)
    terminal.show()
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    grid.add_column(terminal.text("compare.measure"))
    for shown in found.variants:
        grid.add_column(terminal.fit(lab.variant_name(shown, language)), justify="right")
    for name in lab.told_of(found):
        label = terminal.fit(lab.text(language, f"measure.{name}"))
        grid.add_row(label, *_cells(terminal, found, name))
    terminal.show(grid)
    for shown in found.variants[1:]:
        terminal.show()
        level = lab.text(language, "report.by", level=terminal.level(shown.variant.level))
        terminal.show(f"{shown.variant.name}  {level}", "bold")
        for line in lab.changes(found, shown, language) or [lab.text(language, "report.none")]:
            terminal.show_hung(line, 2)
    terminal.show()
    terminal.show(lab.text(language, "report.sure", n=lab.compared(found)), "dim")


def _cells(terminal: Terminal, found: Comparison, name: str) -> Sequence[Text]:
    cells: list[Text] = []
    for shown in found.variants:
        if measure := shown.measures.get(name):
            value = lab.figure(name, measure.value, terminal.language)
            interval = lab.between(name, measure, terminal.language)
            style = "bold" if measure.differs else ""
            cells.append(Text.assemble((terminal.fit(value), style), terminal.fit(f" ({interval})")))
        else:
            cells.append(Text(terminal.fit("–")))
    return cells
