"""A box without hardware: the real table on a journal, the real panel, and a display that is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.games import Command, Game, Player, Refused
from companion.games.registry import registered
from companion.games.screen import Screen
from companion.health.broker_status import BrokerStatus
from companion.health.findings import Finding
from companion.language.signals import Sound
from companion.language.text import CompanionError, Text
from companion.notifier import Notifier
from companion.panel.box_status import BoxStatus
from companion.panel.confirmations import PendingConfirmation
from companion.panel.controller import PanelController
from companion.panel.organiser import OrganiserStatus
from companion.panel.presses import DOUBLE_PRESS
from companion.panel.state import NEWS_TIMEOUT
from companion.panel.switches import Switchable
from companion.panel.wifi import WifiMode, WifiStatus
from companion.parts import ButtonPressed, Frame, Lights, Parts, TagSeen
from companion.storage.storage import Storage
from companion.table.commands import PairTag, Start
from companion.table.table import CommandResult, Table
from tests.fakes.words import messages

GAMES = registered()
MESSAGES = messages(GAMES)
FRAME_COUNT = re.compile(r" 1/(\d+)$")
"""What stands behind the title of the first of several leaves."""
HOME_HINTS = ("Advance: table", "Avanti: tavolo")
"""The last row of every page but home, and of what is said over a page."""
NOW = datetime(2026, 11, 21, 18, 3, 11, tzinfo=UTC)


def entropy(count: int) -> bytes:
    """Not random at all."""
    return bytes(range(count))


class Box:
    """A table and its panel, whose keeper it is.

    Once it is on, a press, a tap or what a phone does is done and shown when the call returns.
    """

    def __init__(
        self,
        folder: Path,
        language: str = "en",
        *,
        dim_after: float = 600.0,
        shift_every: float = 60.0,
        games: Mapping[str, Game] = GAMES,
    ) -> None:
        self.notifier = Notifier()
        self.parts = Parts(self.notifier)
        self.table = Table(
            Storage(folder, at=NOW, entropy=entropy),
            games,
            self.notifier,
            clock=lambda: NOW,
            entropy=entropy,
        )
        self.time = 0.0
        self.frames: list[Frame] = []
        self.screens: list[tuple[Screen, int, str | None]] = []
        self.languages: tuple[str, ...] = ()
        self.lamps: bool | None = None
        self.sound_on: bool | None = None
        self.quiet_hours: tuple[int, int] | None = None
        self.fails_to_store: CompanionError | None = None
        self.lights: list[Lights] = []
        self.sounds: list[Sound] = []
        self.on_frame: Callable[[Frame], object] = lambda _: None
        self.asked_of_box: list[str] = []
        self.fails_to_shut_down = False
        self.fails_to_restore: Exception | None = None
        self.start_result: Text | None = None
        self.address: str | None = "192.168.178.123:8080"
        self.other_addresses: tuple[str, ...] = ()
        self.findings: tuple[Finding, ...] = ()
        self.admin_requests: tuple[int, ...] = ()
        self.admin_codes: tuple[str, ...] = ()
        self.confirmation: PendingConfirmation | None = None
        self.wifi: WifiStatus | None = None
        self.organiser: OrganiserStatus | None = None
        self.broker: BrokerStatus | None = None
        self.is_on = False
        self.code = "4821"
        self.panel = PanelController(
            self.table,
            messages(games).language(language),
            self.parts,
            self.notifier,
            self,
            monotonic=lambda: self.time,
            dim_after=dim_after,
            shift_every=shift_every,
        )

    def status(self) -> BoxStatus:
        addresses = () if self.address is None else (self.address, *self.other_addresses)
        return BoxStatus(
            code=self.code,
            addresses=addresses,
            name="box.local:8080",
            findings=self.findings,
            start_result=self.start_result,
            admin_requests=self.admin_requests,
            admin_codes=self.admin_codes,
            confirmation=self.confirmation,
            wifi=self.wifi,
            languages=self.languages,
            lamps=self.lamps,
            sound=self.sound_on,
            quiet_hours=self.quiet_hours,
            organiser=self.organiser,
            broker=self.broker,
        )

    def show(self, frame: Frame) -> None:
        self.frames.append(frame)
        self.on_frame(frame)

    def broadcast(self, screen: Screen, frame: int, system: str | None) -> None:
        self.screens.append((screen, frame, system))

    def light(self, lights: Lights) -> None:
        self.lights.append(lights)

    def sound(self, sounds: tuple[Sound, ...]) -> None:
        self.sounds += sounds

    def shut_down(self) -> None:
        if self.fails_to_shut_down:
            raise OSError("no rights")
        self.asked_of_box.append("shut-down")

    def restore(self, name: str) -> None:
        if self.fails_to_restore is not None:
            raise self.fails_to_restore
        self.asked_of_box.append(f"put-back {name}")

    def confirm(self, number: int, *, yes: bool) -> None:
        self.asked_of_box.append(f"{'do' if yes else 'leave'} {number}")
        self.confirmation = None

    def admit_admin(self, number: int, *, yes: bool) -> None:
        self.asked_of_box.append(f"{'let in' if yes else 'send away'} {number}")
        self.admin_requests = tuple(each for each in self.admin_requests if each != number)

    def choose_language(self, code: str) -> None:
        if self.fails_to_store is not None:
            raise self.fails_to_store
        self.asked_of_box.append(f"language {code}")

    def set_wifi_mode(self, mode: WifiMode) -> None:
        self.asked_of_box.append(f"Wi-Fi {mode}")

    def switch(self, what: Switchable, *, on: bool) -> None:
        if self.fails_to_store is not None:
            raise self.fails_to_store
        if what == "lamps":
            self.lamps = on
        else:
            self.sound_on = on

    def call_organiser(self, *, cancel: bool) -> None:
        if self.fails_to_store is not None:
            raise self.fails_to_store
        self.organiser = OrganiserStatus(called_at=None if cancel else "2026-11-21T18:04:00Z")

    def new_code(self) -> None:
        self.asked_of_box.append("new-code")
        self.code = "1111"

    @contextmanager
    def on(self) -> Iterator[Box]:
        """Run until the end of the block."""
        self.panel.start()
        self.is_on = True
        try:
            yield self
        finally:
            self.is_on = False
            self.notifier.close()
            self.panel.stop()
            self.table.close()

    def play(self, *colours: str, names: tuple[str, ...] = (), **options: Any) -> None:
        """Start a game by phone. The temple stands as the colours do."""
        players = tuple(Player(colour, name) for colour, name in zip(colours, names or colours, strict=True))
        more = {"more_players": True} if len(colours) > 4 else {}
        self.phone(Start("roads-and-boats", players, {"temple": list(colours), **more, **options}))

    def phone(self, command: Command, *, just_now: bool = False) -> CommandResult:
        """Somebody else acts. The display shows it: a press after it is a press of somebody who saw.

        just_now: what the display says of it for some seconds still stands there.
        """
        performed = self.table.perform(command, source="phone")
        assert not self.is_on or self.panel.drain()
        if self.is_on and not just_now:
            self.passes(NEWS_TIMEOUT)
        return performed

    def post(self, *, just_now: bool = False, **body: Any) -> CommandResult:
        """Somebody else acts, by what his phone sends. just_now: as `phone` has it."""
        body["type"] = body.pop("do")
        return self.phone(self.table.read(body), just_now=just_now)

    def refusal(self, **body: Any) -> tuple[str, str | None]:
        """The code and the rule with which somebody else's act is refused."""
        try:
            self.post(**body)
        except Refused as refused:
            return refused.code, refused.rule
        raise AssertionError(f"{body} was accepted")

    def press(self, *buttons: str, held: bool = False) -> None:
        """Press buttons one after another, slower than a hand that trembles."""
        for button in buttons:
            self.time += 2 * DOUBLE_PRESS
            self.panel.put(ButtonPressed(button, held, self.time))
            assert self.panel.drain()

    def press_again(self, button: str, after: float) -> None:
        """Press a button so many seconds after the last press."""
        self.time += after
        self.panel.put(ButtonPressed(button, False, self.time))
        assert self.panel.drain()

    def press_soon(self, button: str) -> None:
        """Press a button while the panel does not look yet."""
        self.panel.put(ButtonPressed(button, False, self.time))

    def hold(self, button: str) -> None:
        self.press(button, held=True)

    def tap(self, tag: str, *, again: bool = False) -> None:
        """Lay a bag on the reader. again: it has hardly been away."""
        self.panel.put(TagSeen(tag, self.time, again))
        assert self.panel.drain()

    def pair(self, *bags: int) -> None:
        for number in bags:
            self.phone(PairTag(tag_of(number), number))

    def passes(self, seconds: float) -> None:
        """Time passes at an idle table."""
        assert self.panel.drain()
        self.time += seconds
        assert self.panel.drain()

    @property
    def frame(self) -> Frame:
        """What the display shows."""
        assert self.panel.drain()
        return self.frames[-1]

    @property
    def shown_text(self) -> str:
        """The display's text, without a hint that Advance leads home; a choice's place last."""
        frame = self.frame
        hint = "" if frame.hint in HOME_HINTS else frame.hint
        if hint and frame.position is not None:
            hint += f" {frame.position[0]}/{frame.position[1]}"
        return " ".join((frame.title, *frame.lines, hint)).strip()

    def read(self) -> str:
        """All the words of all leaves of what the display shows, which then shows the last one."""
        mark = FRAME_COUNT.search(self.frame.title)
        title = FRAME_COUNT.sub("", self.frame.title)
        if self.frame.picture is not None and not self.frame.picture.replaces_lines:
            self.press("select")
        lines = list(self.frame.lines)
        for _ in range(0 if mark is None else int(mark[1]) - 1):
            self.press("select")
            lines += self.frame.lines
        hint = () if self.frame.hint in HOME_HINTS else (self.frame.hint,)
        return " ".join((title, *lines, *hint)).strip()

    @property
    def asks(self) -> bool:
        """Whether a question is on the display."""
        return self.frame.title.endswith("?")

    @property
    def game(self) -> dict[str, Any]:
        """The game's part of the snapshot."""
        game: dict[str, Any] = self.table.snapshot.body["game"]
        return game

    @property
    def last(self) -> dict[str, Any]:
        """The last entry of the log."""
        return self.table.log()[-1]


def tag_of(number: int) -> str:
    """The tag on a bag of the tests."""
    return f"0F0184F0{number:02X}"


def page(box: Box, title: str) -> str:
    """Walk to the page's first leaf; what all its leaves say, but for the way home."""
    _turn_to(box, title)
    hint = "" if box.frame.hint in HOME_HINTS else box.frame.hint
    lines, leaves = [FRAME_COUNT.sub("", box.frame.title)], 0
    while box.frame.title.startswith(title):
        lines += box.frame.lines if box.frame.picture is None else ()
        box.press("select")
        leaves += 1
    for _ in range(leaves):
        box.press("back")
    return " ".join((*lines, hint)).strip()


def _turn_to(box: Box, title: str) -> None:
    """Walk to the page's first leaf."""
    while box.frame.title.startswith(title):
        box.press("select")
    for _ in range(60):
        if box.frame.title.startswith(title):
            return
        box.press("select")
    raise AssertionError(f"no page {title!r}")


def whole(box: Box, title: str) -> list[str]:
    """The lines of all leaves of a page; its picture says them only behind Select."""
    _turn_to(box, title)
    lines: list[str] = []
    while box.frame.title.startswith(title):
        lines += box.frame.lines if box.frame.picture is None else ()
        box.press("select")
    return lines


@contextmanager
def running(folder: Path, language: str = "en", **more: Any) -> Iterator[Box]:
    """A box that runs until the end of the block."""
    with Box(folder, language, **more).on() as box:
        yield box
