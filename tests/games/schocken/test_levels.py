import pytest

from knobel.games.schocken.moves import Fell, Stand, Throw
from knobel.games.schocken.players import LAPSES, Strong
from tests.games.schocken.script import begin
from tests.levels import check_rates, surely_ahead


@pytest.mark.parametrize(("better", "worse"), [("beginner", "random"), ("casual", "beginner"), ("strong", "casual")])
def test_each_level_beats_the_one_below(sized, better, worse):
    assert surely_ahead("schocken", better, worse, sized("league", 120, 1000)) > 0.5


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_a_level_makes_its_mistakes_as_often_as_is_written_down(sized, level):
    check_rates("schocken", level, LAPSES, sized("rated", 20, 200))


def tempted(name, faces, **options):
    state = begin(**options)
    seat = state.thrower()
    view = state.play(seat, Throw((0, 1, 2))).play("nature", Fell(faces)).view(seat)
    moves = view.moves(seat)
    return LAPSES[name].tempted(view, seat, moves, Strong().decide(view, seat, moves, None).move)


@pytest.mark.parametrize(
    ("name", "faces", "wrong"),
    [
        ("stands on a weak hand", (5, 3, 2), Stand()),
        ("stands on a weak hand", (1, 1, 6), None),
        ("throws a good hand again", (1, 6, 1), Throw((1,))),
        ("throws a good hand again", (5, 3, 2), None),
        ("leaves two sixes as they are", (6, 6, 4), Throw((0, 2))),
        ("leaves two sixes as they are", (6, 2, 5), None),
        ("keeps a pair for a General", (5, 1, 5), Throw((1,))),
        ("keeps a pair for a General", (5, 1, 4), None),
    ],
)
def test_what_a_beginner_does_wrong(name, faces, wrong):
    assert tempted(name, faces) == wrong
