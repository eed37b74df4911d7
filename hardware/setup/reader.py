"""Setting up the reader: its port, its kind, and a tag that it has read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from companion.config import RfidConfig
from companion.games.screen import text
from hardware.setup.conversation import Conversation, Patience
from hardware.setup.searches import Ears, Heard, Readers

TAP = 45.0
"""Seconds that a tag is waited for."""
LINES = 6
"""How many lines of what came are shown at most."""

_Way = Literal["again", "leave", "none"]
_WAYS: tuple[_Way, ...] = ("again", "leave", "none")


def reader(talk: Conversation, readers: Readers, rfid: RfidConfig) -> RfidConfig:
    """Walk the person through the reader; give how it is configured from now on."""
    talk.title(text("setup.reader"))
    while True:
        found = _found(talk, readers, rfid)
        if found is not None:
            return found
        way = _WAYS[talk.choose(text("setup.what-now"), [text(f"setup.reader.{each}") for each in _WAYS])]
        if way != "again":
            return rfid if way == "leave" else replace(rfid, driver="none")


def _found(talk: Conversation, readers: Readers, rfid: RfidConfig) -> RfidConfig | None:
    """The reader that was found; None when there is none, which has been said."""
    ports = readers.ports(rfid)
    if not ports:
        talk.found(readers.missing(rfid))
        return None
    for port in ports:
        if not port.usable:
            talk.found(port.finding)
    usable = [port.path for port in ports if port.usable]
    if not usable:
        return None
    talk.say(text("setup.reader.looking", ports=tuple(usable)))
    for path in usable:
        answer = readers.ask(path)
        if answer.echo:
            talk.say(text("setup.reader.echo", port=path), indent=2)
        if answer.driver is not None:
            talk.say(text("setup.reader.answered", driver=answer.driver, port=path))
            return _tapped(talk, readers, rfid, [path], answer.driver)
    return _tapped(talk, readers, rfid, usable, None)


def _tapped(
    talk: Conversation, readers: Readers, rfid: RfidConfig, ports: Sequence[str], driver: str | None
) -> RfidConfig | None:
    """Have a bag laid on the reader, and see who reads it. driver: of the reader that has answered."""
    noise: dict[str, bytes] = {}
    with readers.listen(ports, driver) as ears:
        patience = talk.patience(TAP)
        talk.say(text("setup.reader.tap", seconds=int(TAP)))
        tag = _listened(talk, ears, patience, noise)
        for heard in ears.rest():
            noise[heard.port] = noise.get(heard.port, b"") + heard.data
    if tag is not None:
        talk.say(text("setup.reader.read", driver=tag.driver, port=tag.port, tag=tag.tag))
        return _named(readers, rfid, tag.driver, tag.port)
    if driver is not None:
        talk.say(text("setup.reader.no-tag"), indent=2)
        taken = talk.yes(text("setup.reader.take"), default=True)
        return _named(readers, rfid, driver, ports[0]) if taken else None
    for port, data in noise.items():
        what = "noise" if data.strip(b"\0") else "zeros"
        talk.say(text(f"setup.reader.{what}", port=port, bytes=data[-8:].hex(" ").upper()), indent=2)
    if not noise and not patience.skipped:
        on_header = any(readers.on_header(port) for port in ports)
        talk.say(text("setup.reader.silent-header" if on_header else "setup.reader.silent"), indent=2)
    return None


def _listened(talk: Conversation, ears: Ears, patience: Patience, noise: dict[str, bytes]) -> Heard | None:
    """Wait for a tag, and show what comes until then. noise: takes, by port, what means nothing."""
    shown = 0
    while not patience.over:
        for heard in ears.hear(patience.next(ears.handles, ears.due())):
            if heard.sort == "noise":
                if heard.port not in noise:
                    talk.say(text("setup.reader.other-speed", port=heard.port), indent=2)
                    patience.longer(TAP)
                noise[heard.port] = noise.get(heard.port, b"") + heard.data
            elif heard.sort == "tag":
                talk.say(heard.line, indent=2)
                return heard
            elif shown < LINES:
                talk.say(heard.line, indent=2)
                shown += 1
    return None


def _named(readers: Readers, rfid: RfidConfig, driver: str, port: str) -> RfidConfig:
    """The reader with this kind and port; a port keeps the name that the owner gave it."""
    return replace(rfid, driver=driver, port=rfid.port if readers.same(rfid.port, port) else port)
