"""The panel's own pages beside the box's: a table without a game, joining, what proves a game that is over.
Pure.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from companion.games import Choice, Page, Question
from companion.games.screen import Screen
from companion.language.text import Text, text
from companion.panel.keeper import Known
from companion.panel.scanned import page_url
from companion.panel.wifi import scanned
from companion.table.archive import GameOnFile
from companion.table.chain import SHOWN
from companion.table.commands import Resume
from companion.table.play import Play

TO_HOME = text("panel.hint.home")
"""The last row of what Advance leads home from."""
TO_QUESTION = text("panel.hint.question")
"""The last row of what Advance takes away from before a question."""
JOIN = "join"
"""The page of the best address. That of the second is `join-2`, and so on."""
_SHORT = 5
"""Letters of a join code beside whose picture there is room to say what it is."""


def hinted(screen: Screen, hint: Text, place: tuple[int, int] | None = None) -> Screen:
    """The screen with what Advance does in its last row; beside a code to scan there is no room for that.

    place: which of how many pages it is, from 1; None for what is no page.
    """
    return replace(screen, hint=hint, place=place) if screen.qr is None else screen


def welcome(earlier: tuple[GameOnFile, ...]) -> Screen:
    """Without a game: scan and start one, or go on with an earlier one."""
    hint = "panel.welcome.resume" if earlier else "panel.welcome.join"
    return Screen(text("panel.welcome"), (text("panel.welcome.start"),), text(hint))


def resume_list(earlier: tuple[GameOnFile, ...]) -> Question | None:
    """Which earlier game to go on with, the latest first; None when there is none."""
    choices = tuple(
        Choice(
            Screen(text("panel.resume"), (each.moment, text("panel.resume.day", day=_day(each)))),
            Resume(each.id),
        )
        for each in earlier
    )
    return Question("resume", choices) if choices else None


def _day(game: GameOnFile) -> str:
    """When it was started, as `2026-11-21`."""
    return game.started_at.date().isoformat()


def joins(known: Known) -> tuple[Page, ...]:
    """A page to scan for each address, the best first: `join`, `join-2` and so on. Without a network: one
    that says so. In its own Wi-Fi first how to come into that; once a phone has, that stands last.
    """
    last = len(known.addresses)
    screens = [
        partial(join, known, address, named=number == last)
        for number, address in enumerate(known.addresses, 1)
    ]
    own = known.own_wifi
    if own is not None:
        screens.insert(last if own.came else 0, partial(scanned, own))
    elif not screens:
        screens.append(partial(_no_network, known))
    return tuple(
        Page(JOIN if number == 1 else f"{JOIN}-{number}", each) for number, each in enumerate(screens, 1)
    )


def _no_network(known: Known) -> Screen:
    title, wifi = text("panel.join", digits=known.code), known.wifi
    if wifi is not None and wifi.stuck and wifi.why is not None:
        return Screen(title, (wifi.why, text("panel.join.cable")))
    return Screen(title, (text("panel.join.no-network" if wifi is None else "panel.join.no-network-yet"),))


def join(known: Known, address: str, *, named: bool = False) -> Screen:
    """The code to scan, and beside it what to type by hand. named: the box's name, too."""
    lines = [text("panel.join.address", address=address)]
    if named and known.name is not None:
        lines.append(text("panel.join.name", name=known.name))
    title = "panel.join" if len(known.code) <= _SHORT else "panel.join.long"
    return Screen(text(title, digits=known.code), tuple(lines), qr=page_url(address, "J", known.code))


def proof(play: Play) -> Screen:
    """What to note of a game that is over: who has it sees whether a file is this game. And what was done to
    chance in it.
    """
    lines = [text("panel.head", digits=play.head[:SHOWN])]
    if play.commitment is not None:
        lines.append(text("panel.dice", digits=play.commitment[:SHOWN]))
    return Screen(text("panel.proof"), (*lines, *play.luck))
