"""Ids of what lies on the table: whoever gives none gets some, and none that is given is changed."""

from __future__ import annotations

from knobel.core.game import show_points
from knobel.core.registry import all_games
from knobel.core.scene import Group, Scene, with_ids
from knobel.core.words import Die, Say


def test_a_game_that_names_nothing_gets_ids_from_where_things_lie():
    bare = Group(caption=Say("hand"), dice=(Die("3"), Die("5", id="mine")))
    named = with_ids(Scene(middle=(bare,), places=((bare,), (Group(id="pile", caption=Say("pile"), count=3),))))
    assert [group.id for group in named.groups()] == ["middle.0", "seat.0.0", "pile"]
    assert [die.id for die in named.dice()] == ["middle.0.0", "mine", "seat.0.0.0", "mine"]
    assert [die.face for die in named.dice()] == ["3", "5"] * 2


def test_a_scene_with_all_its_ids_is_left_as_it_is():
    scene = Scene(middle=(Group(id="pile", caption=Say("pile"), count=3),))
    assert with_ids(scene) is scene


def test_a_game_without_a_scene_of_its_own_has_ids_too():
    pig = all_games()["pig"]
    assert pig.scene is show_points
    assert [group.id for group in with_ids(pig.scene(pig.start(3))).groups()] == ["seat.0.0", "seat.1.0", "seat.2.0"]
