"""Tables for tests: a game from any position, with nature's moves made by hand."""

from knobel.core.contract import State
from knobel.core.record import RealDice, Sitter
from knobel.core.registry import all_games
from knobel.table.nature import RealNature
from knobel.table.table import PlainClock, Table, header_for


def table_of(state: State, **kept) -> Table:
    """A table at which this position is the first."""
    game = next(game for game in all_games().values() if game.rulebook is type(state))
    sitters = tuple(Sitter(f"Player {seat + 1}") for seat in range(len(state.scores())))
    table = Table.open(game, header_for(game, state, sitters, RealDice()), RealNature(), PlainClock(), **kept)
    table.timeline.first = table.timeline.state = state
    return table
