"""The command line."""

from __future__ import annotations

from cyclopts import App

from knobel.core.registry import all_games

app = App(name="knobel", help="A house for dice games.")


@app.default
@app.command(name="games")
def list_games() -> None:
    """List the games of the house."""
    for name, game in all_games().items():
        print(f"{name:14}{game.words.template('tagline', 'en') or game.title()}")


def main() -> None:
    """Runs the command line."""
    app()
