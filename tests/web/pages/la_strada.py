"""Games of La Strada on a box, as the page tests need them."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.fakes.browsing import Box, changed

FOUR = (
    {"colour": "black", "name": "Anna"},
    {"colour": "grey", "name": "Bartolomeo"},
    {"colour": "yellow", "name": ""},
    {"colour": "red", "name": "Dieter"},
)
NAMES = {"1": "Milano", "5": "Verona", "15": "Ca’ Bianca"}
HEADING = "main h1"


def two(box: Box, **options: Any) -> None:
    """Anna plays black, Bruno grey; he takes the first turn."""
    players = [{"colour": "black", "name": "Anna"}, {"colour": "grey", "name": "Bruno"}]
    box.act("start", system="la-strada", players=players, options=options, replace=True)


def four(box: Box, **options: Any) -> None:
    """All four colours; Anna, black, takes the first turn."""
    box.act("start", system="la-strada", players=list(FOUR), options=options, replace=True)


def link(box: Box, colour: str, *colonies: int, plains: int = 1) -> None:
    """A player links colonies as from another phone, each with so many plain tiles."""
    for colony in colonies:
        box.act("connect", colour=colour, colony=colony, plains=plains)


def evening(box: Box) -> None:
    """Four players three rounds on: shared colonies, names, and Anna's fourth turn begun."""
    four(box, names=NAMES)
    for colonies in ((5, 1, 5, 10), (1, 5, 15, 15), (12, 15, 16, 5)):
        for player, colony in zip(FOUR, colonies, strict=True):
            link(box, player["colour"], colony)
            box.act("end-turn")


def pick(phone: Page, colony: str) -> None:
    """Choose a colony on the acting page, by its number or by number and name."""
    phone.locator("#connect .chip").filter(has_text=re.compile(f"^{colony}")).first.click()


def number(phone: Page, tiles: str, n: int) -> Locator:
    """The place to tap for so many tiles of a terrain."""
    terrain = phone.locator("#road").get_by_role("group", name=tiles)
    return terrain.locator(".chip", has_text=re.compile(f"^{n}$"))


def lay(phone: Page, tiles: str, n: int = 1) -> None:
    """Say with the thumb how many tiles of a terrain the road has."""
    number(phone, tiles, n).click()


def laid(phone: Page, terrain: str) -> Locator:
    """What is chosen of a terrain, named as in commands."""
    return phone.locator(f"#road input[name={terrain}]:checked")


def brings(phone: Page) -> Locator:
    """What the acting page shows before a link is confirmed."""
    return phone.locator("#brings")


def bar(phone: Page) -> Locator:
    """What stands in the bar: the link that is chosen can be made there."""
    return phone.locator("#now-bar")


def confirm(phone: Page, label: str) -> None:
    """Confirm the link that is shown, and wait until it is done."""
    with changed(phone):
        bar(phone).get_by_role("button", name=label).click()


def turn_of(phone: Page, player: str) -> None:
    """Wait until the page says that it is his turn."""
    expect(phone.locator(HEADING)).to_contain_text(f"{player}’s turn")
