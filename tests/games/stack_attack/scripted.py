"""A game of Stack Attack in short: dice are rolled and placed by their numbers, and nature does as it is told."""

from msgspec.structs import replace

import knobel
from knobel.games.stack_attack.moves import DIE, Fell, LetGo, Place, Pose, Roll, Rolled, Settled, Stop, Sway, Wave
from knobel.games.stack_attack.rules import Block, StackAttack

STOOD = Settled()
SWINGING = Sway((Wave(3000, 400, 0),), (Wave(1000, 400, 0),))
"""A hand that is 3 mm to the right and 1 mm to the back after 100 milliseconds, and true after 200."""


def opened(seats: int = 3, **options) -> StackAttack:
    """A table before the first roll."""
    return knobel.game("stack-attack").start(seats, **options)


def built(*numbers: int, seats: int = 3, owners: tuple[int, ...] = (), **options) -> StackAttack:
    """A table with such a tower; its dice belong to the seats in turn, from the second on, or to these owners."""
    state = opened(seats, **options)
    whose = owners or tuple((index + 1) % seats for index in range(len(numbers)))
    tower = tuple(Block(number, owner) for number, owner in zip(numbers, whose, strict=True))
    poses = tuple(Pose(0, 0, DIE // 2 + DIE * level) for level in range(len(tower))) if state.options.dexterity else ()
    return replace(state, tower=tower, poses=poses)


def roll(state: StackAttack, *faces: int) -> StackAttack:
    """The player rolls, and the dice fall so."""
    return state.play(state.turn, Roll()).play("nature", Rolled(faces))


def held(state: StackAttack, number: int) -> StackAttack:
    """The player picks up a die of that number."""
    return state.play(state.turn, Place(number))


def place(state: StackAttack, *numbers: int) -> StackAttack:
    """The player adds these dice, and they stand."""
    for number in numbers:
        state = held(state, number).play("nature", STOOD)
    return state


def fall(state: StackAttack, number: int) -> StackAttack:
    """The player adds a die, and everything comes down."""
    return held(state, number).play("nature", Fell(tuple(range(len(state.tower) + 1))))


def stop(state: StackAttack) -> StackAttack:
    return state.play(state.turn, Stop())


def let_go(state: StackAttack, number: int, at: int = 100) -> StackAttack:
    """With dexterity: the player picks up a die at once, and lets go so many milliseconds later."""
    return held(state, number).play("nature", SWINGING, 0).play(state.turn, LetGo(), at)


def poses(count: int) -> tuple[Pose, ...]:
    """Dice one on the other."""
    return tuple(Pose(0, 0, DIE // 2 + DIE * level) for level in range(count))


def refusal(state: StackAttack, move, actor=None, at: int = 0) -> str | None:
    """The rule (and variant) that forbids a move of the player whose turn it is."""
    objection = state.objection(state.turn if actor is None else actor, move, at)
    return objection and f"{objection.rule}{'.' + objection.variant if objection.variant else ''}"


def numbers(state: StackAttack) -> tuple[int, ...]:
    """The tower's numbers, from the bottom."""
    return tuple(block.number for block in state.tower)
