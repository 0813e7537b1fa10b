"""Everybody may add salt to the dice: the house has promised its seed before, and all promise before any is opened."""

from __future__ import annotations

from collections.abc import Sequence

from knobel.cli.terminal import Terminal
from knobel.core.fair import Deal, Salt, UnfairDeal
from knobel.core.record import PERSON, Sitter
from knobel.core.words import Who


def salted(terminal: Terminal, deal: Deal, sitters: Sequence[Sitter]) -> Deal:
    """The deal with the salt of everyone who adds some."""
    names = terminal.names(sitters)
    voice = terminal.voice(names, None)
    show_promise(terminal, deal)
    terminal.say("salt.why")
    salts: dict[int, Salt] = {}
    for seat, sitter in enumerate(sitters):
        if sitter.player == PERSON and (salt := _salt(terminal, names[seat])):
            salts[seat] = salt
            deal = deal.commit(seat, salt.commitment())
            terminal.say("salt.promised", "", voice, who=Who(seat))
            terminal.exact(f"  {salt.commitment()}")
    for seat, salt in salts.items():
        deal = deal.open(seat, salt)
        terminal.say("salt.opened", "", voice, who=Who(seat), text=salt.text)
    return deal


def show_promise(terminal: Terminal, deal: Deal) -> None:
    """The house's promise: what it shows of its seed before anything happens."""
    terminal.say("fair.promise")
    terminal.exact(f"  {deal.seed}")


def _salt(terminal: Terminal, name: str) -> Salt | None:
    while True:
        text = terminal.ask_unseen(terminal.text("salt.ask", name=name))
        try:
            return Salt.new(text) if text else None
        except UnfairDeal as error:
            terminal.warn(error.say)
