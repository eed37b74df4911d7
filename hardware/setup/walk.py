"""The way through the setting up: which parts, one after the other, and then what is written where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec
from msgspec.structs import replace

from companion.config import Changes, Config, Pin, changes
from companion.health.findings import Finding, Probe, examine
from companion.language.text import CompanionError, Param, Text, text
from hardware.part import NONE, SIMULATED, PartError
from hardware.setup.bags import pair_bags
from hardware.setup.buttons import ButtonSearch, gpio_of, set_up_buttons
from hardware.setup.buzzer import BuzzerSearch, set_up_buzzer
from hardware.setup.conversation import Conversation, Wired
from hardware.setup.display import DisplaySearch, set_up_display
from hardware.setup.lamps import LampSearch, set_up_lamps
from hardware.setup.reader import ReaderSearch, set_up_reader
from hardware.signals import check_signals

_Part = Literal["display", "buttons", "reader", "lamps", "buzzer"]
PARTS: tuple[_Part, ...] = ("display", "buttons", "reader")
"""What a new box is asked about."""
OPTIONAL_PARTS: tuple[_Part, ...] = ("lamps", "buzzer")
"""What only some boxes have, to be chosen by itself."""


class Meanwhile(Protocol):
    """What the box's display says while the box is set up from elsewhere."""

    def take(self, config: Config) -> None:
        """Have the display of this configuration from now on, and say there what goes on."""

    def let_go(self) -> None:
        """Let the display go; somebody else needs its bus."""


class Nothing:
    """A `Meanwhile` where the person sees everything in his terminal."""

    def take(self, config: Config) -> None:
        """The display stays dark."""

    def let_go(self) -> None:
        """There is nothing to let go."""


@dataclass(frozen=True, slots=True)
class SettingUp:
    """One way through, with the person who wired the box.

    path: of the file in which `save` keeps values, or raises `CompanionError`. new: whether the box
    has none yet. displays, pins, readers, lamps, buzzers: look for the parts. others: how the parts of a
    companion are that runs on this machine; empty without one. doctor: every look of the doctor, for a
    configuration. meanwhile: what the display says beside it. pair: is told on which bag a tag sticks; None
    where nobody could be told.
    """

    talk: Conversation
    path: Path
    save: Callable[[Changes], object]
    new: bool
    displays: DisplaySearch
    pins: ButtonSearch
    readers: ReaderSearch
    lamps: LampSearch
    buzzers: BuzzerSearch
    others: Callable[[], Mapping[str, str]]
    doctor: Callable[[Config], tuple[Probe, ...]]
    meanwhile: Meanwhile = field(default_factory=Nothing)
    pair: Callable[[str, int], object] | None = None

    def go(self, before: Config, config: Config) -> bool:
        """Ask about the parts and, in the end, keep what has changed; whether all is as wanted then.

        before: what lasts. config: the same with what was set for this time only. Nothing is written until
        the person agrees. Raises the `KeyboardInterrupt` or `EOFError` with which the person breaks off, once
        it is shown whether the file is as it was.
        """
        was = self._bytes()
        try:
            return self._go(before, config)
        except (KeyboardInterrupt, EOFError):
            self.talk.show("")
            self._say("setup.stopped" if self._bytes() == was else "setup.stopped-late")
            raise

    def _go(self, before: Config, config: Config) -> bool:
        self.talk.say(text("setup.hello"))
        self._say("setup.file")
        if not self._alone():
            return False
        asked = PARTS if self.new else self._menu(config)
        if not asked:
            self._say("setup.unchanged")
            return True
        after = before
        if self.new:  # a new box's display speaks as its owner's terminal does
            after = replace(before, box=replace(before.box, language=self.talk.language.code))
        change = _Change(after, config)
        for part in asked:
            self._ask(part, change)
        unfit = self._unfit(change.config)
        if unfit is not None and self._unfit(config) is None:
            self.talk.found(unfit)
            self._say("setup.unwritten")
            return False
        written = self._write(before, change)
        rfid = change.config.rfid
        if written and rfid is not config.rfid and rfid.driver != NONE and self.pair is not None:
            pair_bags(self.talk, self.readers, rfid, self.pair)
        return written

    def _ask(self, part: _Part, change: _Change) -> None:
        """Go through one part with the person."""
        config = change.config
        match part:
            case "display":
                self.meanwhile.let_go()
                change.take("oled", set_up_display(self.talk, self.displays, config.oled))
                self.meanwhile.take(change.config)
            case "buttons":
                change.take("buttons", set_up_buttons(self.talk, self.pins, config))
            case "reader":
                change.take("rfid", set_up_reader(self.talk, self.readers, config.rfid))
            case "lamps":
                change.take("lamps", set_up_lamps(self.talk, self.lamps, config))
            case "buzzer":
                change.take("buzzer", set_up_buzzer(self.talk, self.buzzers, config))

    def _unfit(self, config: Config) -> Finding | None:
        """Why no companion could serve by this: one part has a pin that another needs; None if one could."""
        if config.buttons.driver != NONE:
            finding = self.pins.finding(config)
            if finding.said.code.startswith("part."):
                return finding
        try:
            check_signals(config)
        except PartError as error:
            return Finding("lamps", "missing", error.said)
        return None

    def _alone(self) -> bool:
        """Whether no companion runs here that has the parts; the person may stop it."""
        while self.others():
            ways = [text("setup.running.again"), text("setup.running.end")]
            if self.talk.choose(text("setup.running"), ways) == 1:
                return False
        return True

    def _menu(self, config: Config) -> tuple[_Part, ...]:
        """Which parts are to be asked about."""
        self.talk.show("")
        oled, wired, rfid = config.oled, config.buttons, config.rfid
        pins = tuple(map(_pin_now, (wired.advance, wired.select, wired.back, *wired.colours.values())))
        where = _now("display", oled.driver, bus=oled.bus, address=f"0x{oled.address:02X}")
        ways = [
            text("setup.menu.display", now=where),
            text("setup.menu.buttons", now=_now("buttons", wired.driver, pins=pins)),
            text("setup.menu.reader", now=_now("reader", rfid.driver, port=rfid.port)),
            text("setup.menu.all"),
            text("setup.menu.lamps", now=_now("lamps", config.lamps.driver)),
            text("setup.menu.buzzer", now=_now("buzzer", config.buzzer.driver, pin=str(config.buzzer.pin))),
            text("setup.menu.nothing"),
        ]
        chosen = self.talk.choose(text("setup.menu"), ways, default=len(ways) - 1)
        answers: tuple[tuple[_Part, ...], ...] = (
            *((each,) for each in PARTS),
            PARTS,
            *((each,) for each in OPTIONAL_PARTS),
            (),
        )
        return answers[chosen]

    def _write(self, before: Config, change: _Change) -> bool:
        self.talk.title(text("setup.result"))
        changed = changes(before, change.after)
        if not changed:
            self._say("setup.unchanged")
            return True
        for section, values in changed.items():
            for key, value in values.items():
                self.talk.show(f"  {section}.{key} = {_shown(key, value)}")
        if not self.talk.yes(text("setup.write", file=str(self.path)), default=True):
            self._say("setup.unwritten")
            return False
        try:
            self.save(changed)
        except CompanionError as error:
            self.talk.say(error.said)
            return False
        self._say("setup.written")
        self.talk.title(text("setup.now"))
        self.talk.report(examine(self.doctor(change.config)))
        self.talk.say(text("setup.start"))
        return True

    def _say(self, code: str) -> None:
        """Say a sentence about the file."""
        self.talk.say(text(code, file=str(self.path)))

    def _bytes(self) -> bytes | None:
        return self.path.read_bytes() if self.path.exists() else None


class _Change:
    """What has come of the asking so far. after: what the file is to say. config: what holds, also for this
    time only.
    """

    def __init__(self, after: Config, config: Config) -> None:
        self.after = after
        self.config = config

    def take(self, table: str, found: Any) -> None:
        """A table is configured like this from now on."""
        kept = _kept(getattr(self.after, table), getattr(self.config, table), found)
        self.after = replace(self.after, **{table: kept})
        self.config = replace(self.config, **{table: found})


def _kept(before: Wired, asked: Wired, found: Wired) -> Wired:
    """What the file is to say of a part: as before where nothing came of the asking; of a part that the box
    does not have no more than that.
    """
    if found is asked:
        return before
    return replace(before, driver=found.driver) if found.driver == NONE else found


def _shown(key: str, value: Any) -> str:
    """A value as JSON; addresses in hex, as on every display's back."""
    return f"0x{value:02X}" if key == "address" else msgspec.json.encode(value).decode()


def _now(part: str, driver: str, **params: Param) -> Text:
    """How a part is configured now."""
    if (part, driver) == ("lamps", NONE):
        return text("setup.now.no-lamps")
    if driver in (NONE, SIMULATED):
        return text(f"setup.now.{driver}")
    return text(f"setup.now.{part}", driver=driver, **params)


def _pin_now(written: Pin) -> str:
    """A pin as GPIO; one that the header does not have as it is written."""
    gpio = gpio_of(written)
    return str(written) if gpio is None else f"GPIO{gpio}"
