"""Sets up the box part by part, and writes the changes to the configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec
from msgspec.structs import replace

from companion.config import Changes, Config, Pin, changes
from companion.health.findings import Finding, Probe, examine
from companion.language.messages import FALLBACK
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
"""The parts of every new box."""
OPTIONAL_PARTS: tuple[_Part, ...] = ("lamps", "buzzer")
"""Parts that are set up only on request."""


class SetupDisplay(Protocol):
    """The box's display during a set-up by phone."""

    def open(self, config: Config) -> None:
        """Open the configured display, and show the progress there."""

    def close(self) -> None:
        """Close the display, so that the wizard can use its bus."""


class NoSetupDisplay:
    """A `SetupDisplay` for a set-up in a terminal."""

    def open(self, config: Config) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class SetupWizard:
    """One set-up with the person who wired the box.

    path: the file that `save` writes; `save` raises `CompanionError`.
    new: whether the box has no configuration yet.
    displays, pins, readers, lamps, buzzers: search for parts.
    others: the parts' states in a companion that runs on this machine; empty without one.
    doctor: the health check's probes of a configuration.
    setup_display: the box's display during a set-up by phone.
    pair: takes a tag and its bag's number; None where tags cannot be stored.
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
    setup_display: SetupDisplay = field(default_factory=NoSetupDisplay)
    pair: Callable[[str, int], object] | None = None

    def run(self, before: Config, config: Config) -> bool:
        """Set up the parts and write the changes; return whether everything was done.

        before: the lasting configuration. config: the same with settings for this run only. Nothing is
        written without consent. Raises the person's `KeyboardInterrupt` or `EOFError`, after showing whether
        the file changed.
        """
        was = self._file_content()
        try:
            return self._run(before, config)
        except (KeyboardInterrupt, EOFError):
            self.talk.show("")
            self._say("setup.stopped" if self._file_content() == was else "setup.stopped-late")
            raise

    def _run(self, before: Config, config: Config) -> bool:
        self.talk.say(text("setup.hello"))
        self._say("setup.file")
        if not self._no_other_companion():
            return False
        asked = PARTS if self.new else self._menu(config)
        if not asked:
            self._say("setup.unchanged")
            return True
        after = before
        if self.new and self.talk.language.code != FALLBACK:  # else the box asks itself
            after = replace(before, box=replace(before.box, language=self.talk.language.code))
        change = _Change(after, config)
        for part in asked:
            self._ask(part, change)
        conflict = self._conflict(change.config)
        if conflict is not None and self._conflict(config) is None:
            self.talk.found(conflict)
            self._say("setup.unwritten")
            return False
        written = self._write(before, change)
        rfid = change.config.rfid
        if written and rfid is not config.rfid and rfid.driver != NONE and self.pair is not None:
            pair_bags(self.talk, self.readers, rfid, self.pair)
        return written

    def _ask(self, part: _Part, change: _Change) -> None:
        """Set up one part."""
        config = change.config
        match part:
            case "display":
                self.setup_display.close()
                change.take("oled", set_up_display(self.talk, self.displays, config.oled))
                self.setup_display.open(change.config)
            case "buttons":
                change.take("buttons", set_up_buttons(self.talk, self.pins, config))
            case "reader":
                change.take("rfid", set_up_reader(self.talk, self.readers, config.rfid))
            case "lamps":
                change.take("lamps", set_up_lamps(self.talk, self.lamps, config))
            case "buzzer":
                change.take("buzzer", set_up_buzzer(self.talk, self.buzzers, config))

    def _conflict(self, config: Config) -> Finding | None:
        """The conflict that keeps a companion from serving with this configuration; None without one."""
        if config.buttons.driver != NONE:
            finding = self.pins.finding(config)
            if finding.said.code.startswith("part."):
                return finding
        try:
            check_signals(config)
        except PartError as error:
            return Finding("lamps", "missing", error.message)
        return None

    def _no_other_companion(self) -> bool:
        """Ask the person to stop a running companion, until none has the parts; False to give up."""
        while self.others():
            ways = [text("setup.running.again"), text("setup.running.end")]
            if self.talk.choose(text("setup.running"), ways) == 1:
                return False
        return True

    def _menu(self, config: Config) -> tuple[_Part, ...]:
        """Ask which parts to set up."""
        self.talk.show("")
        oled, wired, rfid = config.oled, config.buttons, config.rfid
        pins = tuple(map(_current_pin, (wired.advance, wired.select, wired.back, *wired.colours.values())))
        where = _current("display", oled.driver, bus=oled.bus, address=f"0x{oled.address:02X}")
        ways = [
            text("setup.menu.display", now=where),
            text("setup.menu.buttons", now=_current("buttons", wired.driver, pins=pins)),
            text("setup.menu.reader", now=_current("reader", rfid.driver, port=rfid.port)),
            text("setup.menu.all"),
            text("setup.menu.lamps", now=_current("lamps", config.lamps.driver)),
            text(
                "setup.menu.buzzer", now=_current("buzzer", config.buzzer.driver, pin=str(config.buzzer.pin))
            ),
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
            self.talk.say(error.message)
            return False
        self._say("setup.written")
        self.talk.title(text("setup.now"))
        self.talk.report(examine(self.doctor(change.config)))
        self.talk.say(text("setup.start"))
        return True

    def _say(self, code: str) -> None:
        """Show a sentence about the file."""
        self.talk.say(text(code, file=str(self.path)))

    def _file_content(self) -> bytes | None:
        return self.path.read_bytes() if self.path.exists() else None


class _Change:
    """The result so far. after: to be written. config: with settings for this run only."""

    def __init__(self, after: Config, config: Config) -> None:
        self.after = after
        self.config = config

    def take(self, table: str, found: Any) -> None:
        """Set a section."""
        to_write = _to_write(getattr(self.after, table), getattr(self.config, table), found)
        self.after = replace(self.after, **{table: to_write})
        self.config = replace(self.config, **{table: found})


def _to_write(before: Wired, asked: Wired, found: Wired) -> Wired:
    """A part's section to write: unchanged if nothing was set up, only the driver of an absent part."""
    if found is asked:
        return before
    return replace(before, driver=found.driver) if found.driver == NONE else found


def _shown(key: str, value: Any) -> str:
    """A value as JSON; addresses in hex, as printed on displays."""
    return f"0x{value:02X}" if key == "address" else msgspec.json.encode(value).decode()


def _current(part: str, driver: str, **params: Param) -> Text:
    """A part's present configuration as a text."""
    if (part, driver) == ("lamps", NONE):
        return text("setup.now.no-lamps")
    if driver in (NONE, SIMULATED):
        return text(f"setup.now.{driver}")
    return text(f"setup.now.{part}", driver=driver, **params)


def _current_pin(written: Pin) -> str:
    """A pin as `GPIO17`, or as written if the header lacks it."""
    gpio = gpio_of(written)
    return str(written) if gpio is None else f"GPIO{gpio}"
