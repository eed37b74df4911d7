"""The way through the setting up: which parts, one after the other, and then what is written where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from msgspec.structs import replace

from companion.config import ButtonsConfig, Config, OledConfig, RfidConfig
from companion.health.findings import Probe, examine
from companion.language.text import Text, text
from hardware.part import THREE
from hardware.setup import keeping
from hardware.setup.buttons import ButtonSearch, buttons
from hardware.setup.conversation import Conversation
from hardware.setup.display import DisplaySearch, display
from hardware.setup.reader import ReaderSearch, reader
from hardware.setup.searches import (
    Searches,
)
from hardware.setup.toml_text import CannotEdit, Key

_Part = Literal["display", "buttons", "reader"]
_Wired = TypeVar("_Wired", OledConfig, ButtonsConfig, RfidConfig)
PARTS: tuple[_Part, ...] = ("display", "buttons", "reader")


def walk(talk: Conversation, searches: Searches, path: Path, before: Config, config: Config) -> bool:
    """Ask about the parts and, in the end, write what has changed; whether the file is as wanted then.

    path: of the configuration. before: what it says, the defaults where there is none yet. config: the
    same with what was set for this time only. Until the person agrees to the writing nothing is written.
    """
    new = not path.exists()
    talk.say(text("setup.hello"))
    talk.say(text("setup.new-file" if new else "setup.file", file=str(path)))
    if not _alone(talk, searches):
        return False
    asked = PARTS if new else _menu(talk, searches, config)
    if not asked:
        talk.say(text("setup.unchanged", file=str(path)))
        return True
    after = _with_language(before, talk.language.code) if new else before
    for part in asked:
        match part:
            case "display":
                oled = display(talk, searches.displays, config.oled)
                after = replace(after, oled=_kept(after.oled, config.oled, oled))
                config = replace(config, oled=oled)
            case "buttons":
                wired = buttons(talk, searches.pins, config, searches.colours)
                after = replace(after, buttons=_kept(after.buttons, config.buttons, wired))
                config = replace(config, buttons=wired)
            case "reader":
                rfid = reader(talk, searches.readers, config.rfid)
                after = replace(after, rfid=_kept(after.rfid, config.rfid, rfid))
                config = replace(config, rfid=rfid)
    return _write(talk, searches, path, keeping.changes(before, after), config)


def _kept(before: _Wired, asked: _Wired, found: _Wired) -> _Wired:
    """What the file is to say of a part: as before where nothing came of the asking; of a part that the box
    does not have no more than that.
    """
    if found is asked:
        return before
    return replace(before, driver=found.driver) if found.driver == "none" else found


def _alone(talk: Conversation, searches: Searches) -> bool:
    """Whether no companion runs here that has the parts; the person may stop it."""
    while searches.others():
        ways = [text("setup.running.again"), text("setup.running.end")]
        if talk.choose(text("setup.running"), ways) == 1:
            return False
    return True


def _menu(talk: Conversation, searches: Searches, config: Config) -> tuple[_Part, ...]:
    """Which parts are to be asked about."""
    talk.show("")
    ways = [
        text("setup.menu.display", now=_display_now(config)),
        text("setup.menu.buttons", now=_buttons_now(searches, config)),
        text("setup.menu.reader", now=_reader_now(config)),
        text("setup.menu.all"),
        text("setup.menu.nothing"),
    ]
    chosen = talk.choose(text("setup.menu"), ways, default=len(ways) - 1)
    return PARTS if chosen == len(PARTS) else PARTS[chosen : chosen + 1]


def _display_now(config: Config) -> Text:
    oled = config.oled
    if oled.driver in ("none", "simulated"):
        return text(f"setup.now.{oled.driver}")
    return text("setup.now.display", driver=oled.driver, bus=oled.bus, address=f"0x{oled.address:02X}")


def _buttons_now(searches: Searches, config: Config) -> Text:
    wired = config.buttons
    if wired.driver != "gpio":
        return text(f"setup.now.{wired.driver}")
    written = [*(getattr(wired, name) for name in THREE), *wired.colours.values()]
    return text("setup.now.buttons", pins=tuple(_pin_now(searches, each) for each in written))


def _pin_now(searches: Searches, written: int | str) -> str:
    """A pin as GPIO; one that the header does not have as it is written."""
    gpio = searches.pins.gpio(written)
    return str(written) if gpio is None else f"GPIO{gpio}"


def _reader_now(config: Config) -> Text:
    rfid = config.rfid
    if rfid.driver in ("none", "simulated"):
        return text(f"setup.now.{rfid.driver}")
    return text("setup.now.reader", driver=rfid.driver, port=rfid.port)


def _with_language(config: Config, code: str) -> Config:
    """A new box's display speaks as its owner's terminal does."""
    return replace(config, box=replace(config.box, language=code))


def _write(
    talk: Conversation, searches: Searches, path: Path, changed: Mapping[Key, str | None], config: Config
) -> bool:
    talk.title(text("setup.result"))
    new = not path.exists()
    if not changed and not new:
        talk.say(text("setup.unchanged", file=str(path)))
        return True
    if not changed:
        talk.say(text("setup.nothing-new"))
    for key, value in changed.items():
        talk.show(f"  {'.'.join(key)} = {value}" if value is not None else f"  # {'.'.join(key)}")
    if not talk.yes(text("setup.write", file=str(path)), default=True):
        talk.say(text("setup.unwritten", file=str(path)))
        return False
    try:
        words = None if new else path.read_bytes().decode()  # the ends of lines as they are
        old = keeping.keep(path, keeping.written(words, changed))
    except CannotEdit:
        talk.say(text("setup.by-hand", file=str(path)))
        return False
    except OSError as error:
        talk.say(text("cli.unwritable", file=str(path), why=error.strerror or str(error)))
        return False
    talk.say(text("setup.written", file=str(path)))
    if old is not None:
        talk.say(text("setup.old", file=str(old)))
    talk.title(text("setup.now"))
    talk.report(examine(searches.doctor(config)))
    restart = "setup.restart" if path == keeping.SYSTEM else "setup.start"
    talk.say(text(restart, file=str(path)))
    return True


def searches(
    colours: Sequence[str],
    monotonic: Callable[[], float],
    others: Callable[[], Mapping[str, str]],
    doctor: Callable[[Config], tuple[Probe, ...]],
) -> Searches:
    """For this machine. colours, others, doctor: see `hardware.setup.searches.Searches`."""
    return Searches(
        DisplaySearch(), ButtonSearch(colours), ReaderSearch(monotonic), others, doctor, tuple(colours)
    )
