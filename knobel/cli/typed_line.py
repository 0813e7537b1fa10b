"""A line as it is being typed, key by key."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from knobel.cli.terminal import EndOfInput


class TypedLine:
    """A line as it is being typed."""

    def __init__(self) -> None:
        self.text = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._escape = ""

    def take(self, data: bytes) -> Iterator[str]:
        r"""Adds keys that were pressed; gives each line that Enter finished. Raises `EndOfInput` for Ctrl-D.

        >>> line = TypedLine()
        >>> list(line.take(b"crat")), line.text
        ([], 'crat')
        >>> list(line.take(b"es\x7f\ntoe")), line.text
        (['crate'], 'toe')
        """
        for key in self._decode(data):
            if key == "\x04" and not self.text:
                raise EndOfInput
            if self._in_escape(key):
                continue
            if key in "\r\n":
                finished, self.text = self.text, ""
                yield finished.strip()
            elif key in "\x7f\b":
                self.text = self.text[:-1]
            elif key == "\x15":  # Ctrl-U: the whole line away
                self.text = ""
            elif key.isprintable():
                self.text += key

    def _in_escape(self, key: str) -> bool:
        """Arrows and the like come as several signs; none of them is part of the line."""
        if not self._escape and key != "\x1b":
            return False
        self._escape += key
        if len(self._escape) > 1 and (key.isalpha() or key == "~") and self._escape not in ("\x1bO",):
            self._escape = ""
        return True
