"""A box with La Strada on its table, and what a person at it does with three buttons."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.games import Game, Player
from companion.games.la_strada import game
from companion.parts import Frame
from companion.table.commands import Start
from tests.fakes.box import Box, running

GAMES: dict[str, Game] = {"la-strada": game}
FOUR = ("grey", "yellow", "black", "red")
TWO = ("grey", "yellow")
NAMES = ("", "Anna", "", "")


@contextmanager
def playing(
    folder: Path,
    colours: tuple[str, ...] = FOUR,
    language: str = "en",
    **options: Any,
) -> Iterator[Box]:
    """A box on which a game has just begun."""
    with running(folder, language, games=GAMES) as box:
        players = tuple(Player(colour, name) for colour, name in zip(colours, NAMES, strict=False))
        box.phone(Start("la-strada", players, options))
        yield box


def choose(box: Box, *titles: str) -> None:
    """Take the choice with this title in the question on the display, then in the one it leads to."""
    for title in titles:
        seen: list[Frame] = []
        while box.frame.title != title:
            assert box.frame.title.endswith("?"), (title, box.says)
            assert box.frame not in seen, (title, [each.title for each in seen])
            seen.append(box.frame)
            box.press("select")
        box.press("advance")


def offered(box: Box) -> list[str]:
    """The titles of the question's choices, from the one that is shown."""
    titles = [box.frame.title]
    box.press("select")
    while box.frame.title != titles[0]:
        titles.append(box.frame.title)
        box.press("select")
    return titles


def connect(box: Box, *titles: str) -> None:
    """Link a colony from the table page without a phone, and take what is said of it away."""
    box.hold("select")
    choose(box, "Connect a colony?", *titles)
    assert box.frame.title.endswith(": linked"), box.says
    box.press("back")


def set_right(box: Box, field: str, value: Any) -> None:
    """Somebody corrects the table by phone."""
    box.told(do="correct", field=field, value=value, reason="test")
