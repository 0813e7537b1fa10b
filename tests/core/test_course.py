"""Branches of a course have the same past, and nothing in common of what comes after."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from knobel.core.timeline import Course


class Branches(RuleBasedStateMachine):
    """Courses beside plain lists, which are copied for each branch."""

    courses = Bundle("courses")

    def __init__(self) -> None:
        super().__init__()
        self.pairs: list[tuple[Course[int], list[int]]] = []

    def _keep(self, course: Course[int], plain: list[int]) -> int:
        self.pairs.append((course, plain))
        return len(self.pairs) - 1

    @rule(target=courses, things=st.lists(st.integers(), max_size=4))
    def begin(self, things: list[int]) -> int:
        return self._keep(Course(things), list(things))

    @rule(target=courses, which=courses)
    def branch(self, which: int) -> int:
        course, plain = self.pairs[which]
        return self._keep(course.branch(), list(plain))

    @rule(which=courses, thing=st.integers())
    def append(self, which: int, thing: int) -> None:
        course, plain = self.pairs[which]
        course.append(thing)
        plain.append(thing)

    @rule(which=courses, data=st.data(), things=st.lists(st.integers(), max_size=3))
    def go_on_from(self, which: int, data: st.DataObject, things: list[int]) -> None:
        course, plain = self.pairs[which]
        place = data.draw(st.integers(course.gone, len(plain)))
        course.go_on_from(place, things)
        plain[place:] = things

    @rule(which=courses, keep=st.integers(0, 4))
    def forget(self, which: int, keep: int) -> None:
        course, plain = self.pairs[which]
        course.forget(keep)
        assert course.gone >= len(plain) - keep

    @rule(which=courses, start=st.integers(-6, 6), stop=st.integers(-6, 6))
    def look(self, which: int, start: int, stop: int) -> None:
        course, plain = self.pairs[which]
        asked = range(len(plain))
        for part in (slice(start, stop), slice(start, None)):
            if any(place < course.gone for place in asked[part]):
                with pytest.raises(IndexError):
                    course[part]
            else:
                assert course[part] == plain[part]
        if -len(plain) <= start < len(plain) and asked[start] >= course.gone:
            assert course[start] == plain[start]

    @invariant()
    def alike(self) -> None:
        for course, plain in self.pairs:
            assert len(course) == len(plain)
            assert list(reversed(course)) == plain[course.gone :][::-1]
            if course.gone:
                with pytest.raises(IndexError):
                    iter(course)
            else:
                assert list(course) == plain


Branches.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
TestBranches = Branches.TestCase
