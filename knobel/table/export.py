"""A record on its way out of the house: one writer, and one ending for its file."""

from __future__ import annotations

from msgspec.structs import replace

from knobel.core.record import AnyEntry, Corrected, Moved, wrote
from knobel.core.timeline import Change, Timeline
from knobel.core.words import Voice

ENDING = ".knobel"
ENDINGS = (ENDING, ".jsonl")
"""What records may end in; earlier ones end in the second."""


def write_record(timeline: Timeline) -> bytes:
    """The whole record, with words for every entry: each as it sounded when it was made."""
    again = Timeline(timeline.game, timeline.header)
    entries: list[AnyEntry] = []
    for entry in timeline.entries:
        change = again.tried(entry)
        entries.append(in_words(again, change))
        again.take(change)
    return wrote(timeline.header, entries)


def in_words(timeline: Timeline, change: Change) -> AnyEntry:
    """The entry of a change, with the words of the record, which hides nothing. Words it was kept with stay."""
    entry = change.entry
    if not isinstance(entry, Moved | Corrected) or entry.words:
        return entry
    game, step = timeline.game, change.steps[0]
    voice = Voice(language=timeline.header.language, names=tuple(sitter.name for sitter in timeline.sitters))
    says = game.tell(step.before, step.actor, step.move, step.after)
    return replace(entry, words=" ".join(game.words.text(say, voice) for say in says))
