"""The panel's own pages and questions: welcome, joining, proof of a game, resuming, pairing a tag. Pure."""

from __future__ import annotations

from functools import partial
from urllib.parse import quote

from msgspec.structs import replace

from companion.games import Choice, Page, Question
from companion.games.screen import Screen
from companion.language.text import Text, text
from companion.panel.box_status import BoxStatus
from companion.panel.wifi import wifi_code_screen
from companion.table.archive import GameSummary
from companion.table.chain import SHOWN_DIGITS
from companion.table.commands import MAX_BAGS, PairTag, Resume
from companion.table.snapshot import Play, Snapshot

HOME_HINT = text("panel.hint.home")
"""Last row where Advance leads home."""
QUESTION_HINT = text("panel.hint.question")
"""Last row where Advance dismisses a notice before a question."""
JOIN = "join"
"""Page of the best address. That of the second is `join-2`, and so on."""
_SHORT_CODE = 5
"""Letters up to which a join code's title has room for a word beside the QR code."""


def with_hint(screen: Screen, hint: Text, position: tuple[int, int] | None = None) -> Screen:
    """The screen with its last row. A screen with a QR code has no room for one.

    position: as of a `Screen`.
    """
    return replace(screen, hint=hint, position=position) if screen.qr is None else screen


def welcome_screen(unfinished: tuple[GameSummary, ...]) -> Screen:
    """A table without a game: scan and start one, or resume an unfinished one."""
    hint = "panel.welcome.resume" if unfinished else "panel.welcome.join"
    return Screen(text("panel.welcome"), (text("panel.welcome.start"),), text(hint))


def resume_question(unfinished: tuple[GameSummary, ...]) -> Question | None:
    """Which unfinished game to resume, the latest first; None where there is none."""
    choices = tuple(
        Choice(
            Screen(text("panel.resume"), (each.moment, text("panel.resume.day", day=_day(each)))),
            Resume(each.id),
        )
        for each in unfinished
    )
    return Question("resume", choices) if choices else None


def _day(game: GameSummary) -> str:
    """The day it was started, such as `2026-11-21`."""
    return game.started_at.date().isoformat()


def join_pages(status: BoxStatus) -> tuple[Page, ...]:
    """A QR code for each address, the best first; one page that says so where there is no network.

    The code of the box's own Wi-Fi stands before them, and behind them once a phone has used it.
    """
    last = len(status.addresses)
    screens = [
        partial(join_screen, status, address, with_name=number == last)
        for number, address in enumerate(status.addresses, 1)
    ]
    own = status.access_point
    if own is not None:
        screens.insert(last if own.used else 0, partial(wifi_code_screen, own))
    elif not screens:
        screens.append(partial(_no_network_screen, status))
    return tuple(
        Page(JOIN if number == 1 else f"{JOIN}-{number}", each) for number, each in enumerate(screens, 1)
    )


def _no_network_screen(status: BoxStatus) -> Screen:
    title, wifi = text("panel.join", digits=status.code), status.wifi
    if wifi is not None and wifi.failed and wifi.why is not None:
        return Screen(title, (wifi.why, text("panel.join.cable")))
    return Screen(title, (text("panel.join.no-network" if wifi is None else "panel.join.no-network-yet"),))


def join_screen(status: BoxStatus, address: str, *, with_name: bool = False) -> Screen:
    """The code to scan, and beside it what to type. with_name: the box's name, too."""
    lines = [text("panel.join.address", address=address)]
    if with_name and status.name is not None:
        lines.append(text("panel.join.name", name=status.name))
    title = "panel.join" if len(status.code) <= _SHORT_CODE else "panel.join.long"
    return Screen(text(title, digits=status.code), tuple(lines), qr=page_url(address, "J", status.code))


def proof_screen(play: Play) -> Screen:
    """Fingerprint and commitment of an ended game, by which a file is recognised as this game; and its luck
    log.
    """
    lines = [text("panel.head", digits=play.head[:SHOWN_DIGITS])]
    if play.commitment is not None:
        lines.append(text("panel.dice", digits=play.commitment[:SHOWN_DIGITS]))
    return Screen(text("panel.proof"), (*lines, *play.luck))


def page_url(address: str, page: str, code: str) -> str:
    """The URL in a QR code, such as `http://10.42.0.1:8080/J/4821`.

    address: `host:port`. page: the page's letter. Capitals and figures make a QR code small; the scheme stays
    in lower case, since several camera apps take `HTTP://` for plain text.
    """
    return f"http://{address.upper()}/{page}/{quote(code, safe='')}"


_BAGS = tuple(range(1, MAX_BAGS + 1))
"""Numbers of the bags where no game says which it has."""


def pairing_question(snapshot: Snapshot, tag: str) -> Question | None:
    """Which bag a new tag sticks on: bags without a tag first. None where the game uses no bag."""
    numbers = _BAGS if snapshot.play is None else snapshot.play.view.bags
    if not numbers:
        return None
    paired = set(snapshot.tags.values())
    choices = tuple(
        Choice(
            Screen(text("panel.pair", number=number), (text("panel.pair.new"),), large=True),
            PairTag(tag, number),
        )
        for number in (*(n for n in numbers if n not in paired), *(n for n in numbers if n in paired))
    )
    return Question(f"pair-{tag}", choices)
