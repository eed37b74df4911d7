"""The panel's own pages and questions: joining, the box itself, and a table without a game. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

import msgspec

from companion.games import Choice, Command, Game, Page, Question, Refused
from companion.games.screen import Screen
from companion.health.findings import Finding
from companion.language.text import Text, text
from companion.parts import PartName, PartState
from companion.table.commands import PairTag, Resume
from companion.table.snapshot import Snapshot, restored


class NewCode(Command, frozen=True):
    """Make a new join code: every phone has to join again."""


class ShutDown(Command, frozen=True):
    """Stop the box, so that it may be unplugged."""


class Earlier(msgspec.Struct, frozen=True):
    """A game that could be put back on the table. day: when it was started, as `2026-11-21`."""

    id: str
    moment: Text
    day: str


class Desk(msgspec.Struct, frozen=True):
    """The table, the box and the two questions that the panel may ask about them.

    code: what phones join with. addresses: each `host:port` in figures by which they reach the box, the
    best first; none while there is no network. name: the same in letters, which not every phone finds;
    None where there is none.
    check: what the box finds amiss with itself. would_refuse: what the rules would say to a command now;
    nothing happens. leaves: on how many leaves the display shows a screen. earlier: unfinished games,
    the latest first.
    """

    snapshot: Snapshot
    parts: Mapping[PartName, PartState]
    code: str
    addresses: tuple[str, ...]
    name: str | None
    check: tuple[Finding, ...]
    would_refuse: Callable[[Command], Refused | None]
    leaves: Callable[[Screen], int]
    earlier: Callable[[], tuple[Earlier, ...]]

    @property
    def table(self) -> tuple[Game, Any] | None:
        """The rules and the state of the game on the table."""
        snapshot = self.snapshot
        return None if snapshot.game is None else (snapshot.game, snapshot.state)

    @property
    def body(self) -> Mapping[str, Any]:
        """The game's part of the snapshot; empty without a game."""
        return self.snapshot.body.get("game") or {}

    def same_game(self, other: Desk) -> bool:
        """Whether the game on both desks is the same one."""
        return self.body.get("id") == other.body.get("id")

    @property
    def moment(self) -> Text | None:
        """The moment the game is at: it changes when a phase begins. None without a game."""
        return None if self.table is None else self.table[0].moment(self.table[1])

    def step(self, way: str) -> Mapping[str, Any] | None:
        """The step that `undo` would take back or `redo` would do again, as the snapshot names it."""
        named: Mapping[str, Any] | None = self.body.get(way)
        return named


def told(step: Mapping[str, Any]) -> Text:
    """A step of the snapshot as a sentence."""
    params = restored(step["params"])
    params.setdefault("by", step["by"] or "")
    return Text(f"did.{step['what']}", params)


BAGS = tuple(range(1, 22))
"""The numbers of bags where no game says which it has."""
JOIN = "join"
"""The page of the best address. That of the second is `join-2`, and so on."""


def pages(desk: Desk) -> tuple[Page, ...]:
    """Every page in the order of Select: the game's, or how to start one, then joining and the box."""
    if desk.table is None:
        first: tuple[Page, ...] = (Page("welcome", welcome(desk)),)
    else:
        game, state = desk.table
        first = game.pages(state)
    return (*first, *joins(desk), Page("box", box(desk)))


def welcome(desk: Desk) -> Screen:
    """Without a game: scan and start one, or go on with an earlier one."""
    lines = [text("panel.welcome.start")]
    if desk.earlier():
        lines.append(text("panel.welcome.resume"))
    return Screen(text("panel.welcome"), tuple(lines))


def joins(desk: Desk) -> tuple[Page, ...]:
    """A page to scan for each address, the best first: `join`, `join-2` and so on. Without a network: one
    that says so.
    """
    if not desk.addresses:
        alone = Screen(text("panel.join", digits=desk.code), (text("panel.join.no-network"),))
        return (Page(JOIN, alone),)
    last = len(desk.addresses)
    return tuple(
        Page(JOIN if number == 1 else f"{JOIN}-{number}", join(desk, address, named=number == last))
        for number, address in enumerate(desk.addresses, 1)
    )


def join(desk: Desk, address: str, *, named: bool = False) -> Screen:
    """The code to scan, and beside it what to type by hand. named: the box's name, too."""
    lines = [text("panel.join.address", address=address)]
    if named and desk.name is not None:
        lines.append(text("panel.join.name", name=desk.name))
    return Screen(text("panel.join", digits=desk.code), tuple(lines), qr=join_url(desk, address))


def join_url(desk: Desk, address: str) -> str:
    """Where the QR code leads: in capitals and figures it is the smallest."""
    return f"HTTP://{address.upper()}/J/{quote(desk.code, safe='')}"


def box(desk: Desk) -> Screen:
    """What is amiss, with its cure, which parts there are not, and the dice's promise; held Select opens
    `box_list`.
    """
    lines = amiss(desk) or [text("panel.check.well")]
    lines += [part_is(part, state) for part, state in desk.parts.items() if state == "off"]
    if any(warning["code"] == "secret-known" for warning in desk.body.get("warnings", ())):
        lines.append(text("warning.secret-known"))
    commitment = desk.body.get("commitment")
    if commitment:
        lines.append(text("panel.dice", digits=str(commitment)[:8]))
    return Screen(text("panel.box"), tuple(lines), text("panel.box.hint"))


def amiss(desk: Desk) -> list[Text]:
    """What the box finds wrong with itself now: each missing part, and why, then the machine's own faults.

    A part that has come back since the check is well.
    """
    lines: list[Text] = []
    for part, state in desk.parts.items():
        if state == "missing":
            lines += [each.said for each in desk.check if each.part == part] or [part_is(part, state)]
    return lines + [each.said for each in desk.check if each.part not in desk.parts]


def part_is(part: PartName, state: PartState) -> Text:
    """How one of the box's parts is."""
    return text("panel.parts", part=text(f"panel.part.{part}"), state=text(f"panel.state.{state}"))


def part_news(part: PartName, state: PartState) -> Screen:
    """A part that has gone in the middle of the evening, or is back."""
    return Screen(part_is(part, state), () if state == "ok" else (text("panel.part.gone"),))


def box_list() -> Question:
    """What can be done with the box."""
    code = Screen(text("panel.new-code"), (text("panel.new-code.means"),))
    down = Screen(text("panel.shut-down"), (text("panel.shut-down.means"),))
    return Question("box", (Choice(down, ShutDown()), Choice(code, NewCode())))


def unplug() -> Screen:
    """The last thing the display says."""
    return Screen(text("panel.unplug"), (text("panel.unplug.when"),))


def resume_list(desk: Desk) -> Question | None:
    """Which earlier game to go on with, the latest first; None when there is none."""
    choices = tuple(
        Choice(
            Screen(text("panel.resume"), (each.moment, text("panel.resume.day", day=each.day))),
            Resume(each.id),
        )
        for each in desk.earlier()
    )
    return Question("resume", choices) if choices else None


def pairing(desk: Desk, tag: str) -> Question | None:
    """Which bag a new tag sticks on: bags in use that have no tag yet come first. None where no bag is."""
    numbers = BAGS if desk.table is None else desk.table[0].bags(desk.table[1])
    if not numbers:
        return None
    paired = set(desk.snapshot.tags.values())
    choices = tuple(
        Choice(
            Screen(text("panel.pair", number=number), (text("panel.pair.new"),), large=True),
            PairTag(tag, number),
        )
        for number in (*(n for n in numbers if n not in paired), *(n for n in numbers if n in paired))
    )
    return Question(f"pair-{tag}", choices)


def no_bags() -> Screen:
    """What a new tag comes to where the game on the table has no bags."""
    return Screen(text("panel.no-bags"), (text("panel.no-bags.means"),))


def by_whom(step: Mapping[str, Any]) -> Text:
    """A step as a sentence that also names whose button or phone it came from, unless it names a player."""
    sentence = told(step)
    if step["by"] is None or "colour" in step["params"]:
        return sentence
    return text("panel.by", colour=step["by"], step=sentence)


def resumed(desk: Desk) -> Screen | None:
    """What the display says after a start: where the game stands, and what was put away. None if nothing."""
    lines: list[Text] = []
    last = desk.step("undo")
    if desk.snapshot.set_aside is not None:
        lines.append(text("panel.set-aside", file=desk.snapshot.set_aside))
    if desk.snapshot.resumed and desk.moment is not None:
        stands = text("panel.resumed.at", moment=desk.moment)
        if last is not None:
            stands = text("panel.resumed.last", moment=desk.moment, step=by_whom(last))
        lines.insert(0, stands)
    return Screen(text("panel.resumed"), tuple(lines)) if lines else None
