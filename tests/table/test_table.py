"""A table: every change is tried, kept and then made; nobody makes another's move; what is hidden stays hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pig import Fell, Hold, Roll

from knobel.core.contract import IllegalMove
from knobel.core.errors import KnobelError, Malformed
from knobel.core.fair import UnfairDeal
from knobel.core.record import (
    AnyEntry,
    Corrected,
    FairDice,
    Moved,
    RealDice,
    Record,
    RecordError,
    Revealed,
    Sat,
    SeededDice,
    Sitter,
    Undone,
    read_record,
    wrote,
)
from knobel.core.timeline import NotPossible, Timeline
from knobel.core.verify import verify
from knobel.core.words import written
from knobel.table.table import PlainClock, Table, told
from tests.core import kit
from tests.core.kit import (
    PARLOUR,
    PIG,
    SEED,
    Buzz,
    Look,
    Pass,
    Ring,
    Shake,
    Think,
    header,
    nature_for,
    opened,
    played_out,
)


def real_pig(**options: int) -> Table:
    """A table of Pig with real dice."""
    return opened(header(dice=RealDice(), **options))


def parlour(dice: FairDice | RealDice | SeededDice | None = None, seats: int = 3, **options: int) -> Table:
    return opened(header(PARLOUR, dice or SeededDice("parlour"), seats, **options), PARLOUR)


def again(table: Table) -> Table:
    """The same table, from its record's bytes."""
    head = table.timeline.header
    record = read_record(wrote(head, table.timeline.entries))
    return Table.resume(table.game, record, nature_for(head.dice, SEED), PlainClock(table.timeline.time))


def assert_same(one: Table, other: Table) -> None:
    assert one.timeline.steps == other.timeline.steps
    assert one.state == other.state
    assert one.sitters == other.sitters
    assert one.timeline.draws == other.timeline.draws
    assert one.timeline.revealed == other.timeline.revealed


def snapshot(table: Table) -> tuple[object, ...]:
    line = table.timeline
    return tuple(line.steps), tuple(line.entries), line.sitters, line.draws, line.revealed, line.state


# Moves ----------------------------------------------------------------


def test_a_move_makes_a_step_and_an_entry_with_words():
    table = opened(header())
    step = table.move(0, Roll(), at=1500)
    assert (step.n, step.at, step.actor, step.move) == (1, 1500, 0, Roll())
    assert step.after == table.state
    entry = table.timeline.entries[0]
    assert isinstance(entry, Moved)
    assert (entry.n, entry.at, entry.by, bytes(entry.move), entry.words) == (
        1,
        1500,
        0,
        b'{"type":"Roll"}',
        "Ann rolls.",
    )


def test_nature_falls_only_while_dice_are_in_the_air():
    table = opened(header())
    with pytest.raises(IllegalMove, match="not yours"):
        table.fall()
    table.move(0, Roll())
    assert table.fall().actor == "nature"
    with pytest.raises(IllegalMove, match="not yours"):
        table.fall()


def test_real_dice_wait_for_a_person():
    table = real_pig()
    table.move(0, Roll())
    assert table.fall() is None
    table.move("nature", Fell(4))
    assert table.state.scores() == (0, 0)


@pytest.mark.parametrize("actor", [1, 2, -1, "nature", "clock"])
def test_nobody_makes_another_s_move(actor):
    table = opened(header())
    before = snapshot(table)
    with pytest.raises((IllegalMove, Malformed)):
        table.move(actor, Roll())
    assert snapshot(table) == before


@pytest.mark.parametrize("actor", [0, 1, "clock"])
def test_nobody_makes_nature_s_move(actor):
    table = opened(header())
    table.move(0, Roll())
    with pytest.raises((IllegalMove, Malformed)):
        table.move(actor, Fell(6))


@pytest.mark.parametrize("actor", [0, 1, 2, "nature"])
def test_nobody_makes_the_clock_s_move(actor):
    table = parlour(limit=1000)
    table.clock.wait_until(1000)
    with pytest.raises((IllegalMove, Malformed)):
        table.move(actor, Ring())
    table.move("clock", Ring())
    assert table.state.turn == 1


def test_the_clock_does_not_move_early():
    table = parlour(limit=1000)
    with pytest.raises(IllegalMove, match="not yours"):
        table.move("clock", Ring(), at=999)
    assert table.move("clock", Ring(), at=1000).at == 1000


def test_a_move_built_wrongly_in_python_is_refused_too():
    table = real_pig()
    table.move(0, Roll())
    before = snapshot(table)
    with pytest.raises(Malformed):
        table.move("nature", Fell("6"))  # pyright: ignore[reportArgumentType]
    assert snapshot(table) == before


def test_time_never_runs_backwards():
    table = opened(header())
    table.move(0, Roll(), at=5000)
    assert table.fall().at == 5000
    table.clock.wait_until(7000)
    assert table.move(0, Roll()).at == 7000
    with pytest.raises(NotPossible, match="backwards"):
        table.move("nature", Fell(2), at=6999)
    assert table.fall().at == 7000
    assert_same(table, again(table))


def test_what_a_person_did_keeps_its_own_time_though_it_arrives_late():
    table = opened(header())
    table.move(0, Roll(), at=5000)
    table.fall()
    assert table.move(0, Roll(), at=4900).at == 4900
    assert table.fall().at == 5000
    with pytest.raises(NotPossible, match="backwards"):
        table.move(0, Hold(), at=-1)
    assert_same(table, again(table))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", [PIG, PARLOUR])
def test_a_played_game_replays_to_every_move(game, seed):
    table = opened(header(game, SeededDice(str(seed))), game)
    played_out(table, seed)
    resumed = again(table)
    assert_same(table, resumed)
    for moves in range(len(table.timeline.steps) + 1):
        part = Record(header=table.timeline.header, entries=tuple(table.timeline.entries[:moves]))
        assert Timeline.replay(game, part).state == resumed.timeline.position(moves)


@pytest.mark.parametrize("moves", [-1, 2])
def test_there_is_no_position_beyond_the_moves(moves):
    table = opened(header())
    table.move(0, Roll())
    with pytest.raises(IndexError):
        table.timeline.position(moves)


def test_a_resumed_table_draws_on_where_it_stopped():
    straight, broken = opened(header()), opened(header())
    for table in (straight, broken):
        table.move(0, Roll())
        table.fall()
    broken = again(broken)
    for table in (straight, broken):
        seat = next(iter(table.state.due().must))
        table.move(seat, Roll())
        table.fall()
    assert_same(straight, broken)


# Keep before show ----------------------------------------------------------------


class FullDisk(Exception):
    pass


def full(_entry: AnyEntry) -> None:
    raise FullDisk


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.move(0, Roll()),
        lambda table: table.undo(0),
        lambda table: table.correct(2, Fell(5)),
        lambda table: table.sit(0, Sitter("Cy")),
    ],
    ids=["move", "undo", "correct", "sit"],
)
def test_what_cannot_be_kept_has_not_happened(change):
    table = real_pig()
    table.move(0, Roll())
    table.move("nature", Fell(4))
    if change.__code__.co_names[0] == "undo":
        table.move(0, Roll())
    table.keep, before = full, snapshot(table)
    with pytest.raises(FullDisk):
        change(table)
    assert snapshot(table) == before


def test_a_seed_that_cannot_be_kept_is_not_shown():
    table = opened(header(target=10))
    played_out(table)
    table.keep = full
    with pytest.raises(FullDisk):
        table.reveal(SEED)
    assert table.timeline.revealed is None


def test_what_is_kept_is_the_entry_with_its_words_and_comes_first():
    kept: list[tuple[AnyEntry, int]] = []
    table = opened(header())
    table.keep = lambda entry: kept.append((entry, len(table.timeline.steps)))
    table.move(0, Roll())
    table.fall()
    assert [entry for entry, _ in kept] == table.timeline.entries
    assert [steps for _, steps in kept] == [0, 1]
    assert all(entry.words for entry, _ in kept)


def test_an_illegal_move_is_never_kept():
    kept: list[AnyEntry] = []
    table = opened(header(), keep=kept.append)
    with pytest.raises(IllegalMove):
        table.move(0, Hold())
    assert kept == []


# Undo ----------------------------------------------------------------------------------------------------------------


def test_own_moves_can_be_undone_one_by_one():
    table = parlour()
    start = table.state
    table.move(0, Think("one"))
    table.move(0, Shake())
    table.undo(0)
    table.undo(0)
    assert table.state == start
    assert [type(entry) for entry in table.timeline.entries] == [Moved, Moved, Undone, Undone]
    with pytest.raises(NotPossible, match="nothing to take back"):
        table.undo(0)
    assert_same(table, again(table))


def test_after_an_undo_the_game_goes_on():
    table = parlour()
    table.move(0, Shake())
    table.undo(0)
    table.move(0, Shake())
    table.fall()
    assert table.timeline.steps[-1].draw == 0
    assert_same(table, again(table))


def test_nothing_is_undone_after_nature_moved():
    table = parlour()
    table.move(0, Shake())
    table.fall()
    with pytest.raises(NotPossible, match="dice have fallen"):
        table.undo(0)


def test_nothing_is_undone_after_another_seat_moved():
    table = parlour()
    table.move(0, Think())
    table.move(1, Buzz())
    with pytest.raises(NotPossible, match="somebody else has moved"):
        table.undo(0)
    table.undo(1)
    table.undo(0)
    assert table.timeline.steps == []


def test_another_seat_s_move_cannot_be_undone():
    table = parlour()
    table.move(0, Think())
    for seat in (1, 2, -1):
        with pytest.raises(NotPossible):
            table.undo(seat)


def test_what_showed_something_new_cannot_be_undone():
    table = parlour()
    table.move(0, Look())
    assert not table.timeline.undoable(0)
    with pytest.raises(NotPossible, match="seen something new"):
        table.undo(0)
    table.move(0, Think())
    table.undo(0)
    with pytest.raises(NotPossible):
        table.undo(0)


def test_the_clock_s_move_cannot_be_undone():
    table = parlour(limit=10)
    table.move(0, Think())
    table.move("clock", Ring(), at=10)
    for seat in (0, 1):
        with pytest.raises(NotPossible):
            table.undo(seat)


# Correction ----------------------------------------------------------------


def test_a_mistyped_die_is_put_right_and_what_came_after_is_played_again():
    table = real_pig()
    table.move(0, Roll())
    table.move("nature", Fell(4))
    table.move(0, Hold())
    table.move(1, Roll())
    table.correct(2, Fell(5))
    assert table.state.scores() == (5, 0)
    entry = table.timeline.entries[-1]
    assert isinstance(entry, Corrected)
    assert entry.words == "The die shows 5."
    table.move("nature", Fell(2))
    table.correct(2, Fell(6))
    assert table.state.scores() == (6, 0)
    assert_same(table, again(table))


def test_after_a_correction_all_is_as_if_it_had_been_typed_right():
    tables = [real_pig(), real_pig()]
    for table, first in zip(tables, (4, 5), strict=True):
        table.move(0, Roll(), at=10)
        table.move("nature", Fell(first), at=20)
        table.move(0, Roll(), at=30)
        table.move("nature", Fell(3), at=40)
        table.move(0, Hold(), at=50)
        table.move(1, Roll(), at=60)
    mistyped, right = tables
    mistyped.correct(2, Fell(5))
    assert mistyped.timeline.steps == right.timeline.steps
    assert [step.draw for step in right.timeline.steps] == [None, 0, None, 1, None, None]
    assert mistyped.timeline.draws == right.timeline.draws == 2


def test_a_correction_after_which_the_rest_does_not_fit_is_refused():
    table = real_pig()
    table.move(0, Roll())
    table.move("nature", Fell(4))
    table.move(0, Hold())
    before = snapshot(table)
    with pytest.raises(NotPossible, match=r"entry 3 would not have been possible \(That is not yours to do now\)"):
        table.correct(2, Fell(1))
    assert snapshot(table) == before


def test_only_what_dice_can_show_is_a_correction():
    table = real_pig()
    table.move(0, Roll())
    table.move("nature", Fell(4))
    with pytest.raises(IllegalMove, match="not what these dice can show"):
        table.correct(2, Fell(7))
    with pytest.raises(Malformed):
        table.correct(2, Roll())


@pytest.mark.parametrize("of", [-1, 0, 1, 3, 99])
def test_only_a_throw_can_be_corrected(of):
    table = real_pig()
    table.move(0, Roll())
    table.move("nature", Fell(4))
    table.move(0, Roll())
    with pytest.raises(NotPossible, match=f"Entry {written(of)} is not a throw"):
        table.correct(of, Fell(5))


@pytest.mark.parametrize("dice", [None, SeededDice("x")])
def test_dice_nobody_typed_cannot_be_corrected(dice):
    table = opened(header(dice=dice))
    table.move(0, Roll())
    table.fall()
    with pytest.raises(NotPossible, match="Only dice that people typed in"):
        table.correct(2, Fell(6))


def test_corrections_undo_and_sitting_down_replay_together():
    table = real_pig(target=50)
    table.move(0, Roll())
    table.move("nature", Fell(6))
    table.move(0, Roll())
    table.undo(0)
    table.sit(1, Sitter("Robo", "random"))
    table.correct(2, Fell(3))
    table.move(0, Hold())
    assert table.state.scores() == (3, 0)
    assert_same(table, again(table))


# Sitting down and the seed ----------------------------------------------------------------


def test_somebody_takes_a_seat_over_and_the_rules_never_know():
    table = opened(header())
    before = table.state
    table.sit(1, Sitter("Cy", "random"))
    assert table.sitters == (Sitter("Ann"), Sitter("Cy", "random"))
    assert table.state is before
    assert isinstance(table.timeline.entries[0], Sat)
    assert table.voice(0).names == ("Ann", "Cy")
    assert_same(table, again(table))


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_such_seat(seat):
    with pytest.raises(NotPossible, match=f"no seat {seat + 1}"):
        opened(header()).sit(seat, Sitter("Cy"))


def test_a_game_that_is_broken_off_shows_its_seed_and_its_dice_can_be_checked():
    table = opened(header(target=1000))
    table.move(0, Roll())
    table.fall()
    table.reveal(SEED, early=True)
    assert not table.over
    assert_same(table, again(table))
    assert verify(table.timeline).verdict == "fair"
    with pytest.raises(NotPossible, match="nothing can be added"):
        table.move(0, Roll())


def test_the_seed_is_shown_when_the_game_is_over_and_closes_the_record():
    table = opened(header(target=10))
    with pytest.raises(NotPossible, match="secret until the game is over"):
        table.reveal(SEED)
    played_out(table)
    table.reveal(SEED)
    assert isinstance(table.timeline.entries[-1], Revealed)
    assert table.timeline.revealed == SEED.hex()
    for change in (lambda: table.reveal(SEED), lambda: table.sit(0, Sitter("Cy")), lambda: table.move(0, Roll())):
        with pytest.raises(NotPossible, match="nothing can be added"):
            change()
    assert_same(table, again(table))


def test_a_wrong_seed_does_not_close_the_record():
    table = opened(header(target=10))
    played_out(table)
    with pytest.raises(UnfairDeal, match="not the one that was promised"):
        table.reveal(bytes(32))
    table.reveal(SEED)


@pytest.mark.parametrize("dice", [RealDice(), SeededDice("x")])
def test_only_fair_dice_have_a_secret_seed(dice):
    table = opened(header(dice=dice))
    with pytest.raises(NotPossible, match="Only a table with fair dice"):
        table.reveal(SEED)


def test_a_table_is_never_opened_from_another_game_s_record():
    with pytest.raises(RecordError):
        Table.open(PARLOUR, header(), nature_for(RealDice()), PlainClock())


# What each seat hears ----------------------------------------------------------------


def heard(table: Table, seat: int | None) -> list[str]:
    voice = table.voice(seat)
    return [table.text(say, voice) for _, says in table.story(seat) for say in says]


def test_each_seat_hears_its_own_story():
    table = parlour(dice=RealDice(), seats=2)
    table.move(0, Shake())
    table.move("nature", kit.Fell(5))
    table.move(1, Buzz())
    table.move(0, Pass())
    assert heard(table, 0) == ["You shake.", "The die shows 5.", "Bo buzzes.", "You pass."]
    assert heard(table, 1) == ["Ann shakes.", "Something fell under the cup.", "You buzz.", "Ann passes."]
    assert heard(table, None) == ["Ann shakes.", "Something fell under the cup.", "Bo buzzes.", "Ann passes."]


def test_a_story_can_be_told_of_some_steps_only():
    table = parlour()
    table.move(0, Think())
    last = table.move(0, Look())
    assert [step for step, _ in table.story(0, [last])] == [last]


def test_a_telling_gets_views_and_nothing_else():
    given_to: list[tuple[object, ...]] = []

    def tell(*seen: object) -> list[object]:
        given_to.append(seen)
        return []

    game = kit.replace(PARLOUR, tell=tell)
    table = opened(header(game, RealDice()), game)
    table.move(0, Shake())
    step = table.move("nature", kit.Fell(5))
    given_to.clear()
    told(game, step, 1)
    [(before, actor, move, after)] = given_to
    assert (before, after) == (step.before.view(1), step.after.view(1))
    assert (actor, move) == ("nature", kit.Covered())


def test_a_story_follows_a_correction():
    table = real_pig()
    table.move(0, Roll())
    table.move("nature", Fell(4))
    table.correct(2, Fell(5))
    assert heard(table, 0) == ["You roll.", "The die shows 5."]


# Whatever people do ----------------------------------------------------------------

deeds = st.lists(
    st.one_of(
        st.tuples(st.just("move"), st.integers(-1, 3), st.sampled_from([Think(), Shake(), Look(), Pass(), Buzz()])),
        st.tuples(st.just("nature"), st.integers(0, 7)),
        st.tuples(st.just("clock"), st.integers(0, 3000)),
        st.tuples(st.just("undo"), st.integers(-1, 3)),
        st.tuples(st.just("correct"), st.integers(0, 20), st.integers(0, 7)),
        st.tuples(st.just("sit"), st.integers(-1, 3)),
        st.tuples(st.just("wait"), st.integers(0, 3000)),
    ),
    max_size=40,
)


@given(deeds)
def test_whatever_people_do_the_record_leads_to_the_same_table(doing):
    table = parlour(RealDice(), limit=2000)
    for what, *rest in doing:
        before = snapshot(table)
        try:
            match what, *rest:
                case "move", seat, move:
                    table.move(seat, move)
                case "nature", face:
                    table.move("nature", kit.Fell(face))
                case "clock", at:
                    table.move("clock", Ring(), at)
                case "undo", seat:
                    table.undo(seat)
                case "correct", of, face:
                    table.correct(of, kit.Fell(face))
                case "sit", seat:
                    table.sit(seat, Sitter("X"))
                case "wait", at:
                    table.clock.wait_until(at)
        except (KnobelError, IllegalMove):
            assert snapshot(table) == before
    assert_same(table, again(table))
    assert table.timeline.draws == sum(step.actor == "nature" for step in table.timeline.steps)
