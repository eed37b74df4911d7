"""The doctor's look at the box's own parts. Each look changes nothing, also beside a running companion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

from companion.config import Config, OledConfig, RfidConfig
from companion.health.findings import Examined, Finding, Probe, fine, missing, warned
from companion.language.text import Param, text
from companion.parts import PartName
from hardware.display.wire import NOP, DisplayGone, Wire
from hardware.gpio import CONSUMER, Chip, ChipNotFound, LineBusy, header_chip
from hardware.header import I2C, pin_label
from hardware.part import NONE, SIMULATED, PartError
from hardware.pin_assignment import button_key, button_pins
from hardware.reader.driver import Exchange
from hardware.reader.kinds import NO_ANSWER, ReaderKind, configured_kind
from hardware.reader.line import GONE
from hardware.reader.port import BOOT, PROCESSES, is_console, port_finder

ADDRESSES = (0x3C, 0x3D)
"""Where displays of this kind can be: a solder bridge on the back chooses."""
LISTEN = 1.2
"""Seconds that a reader is listened to: one on which a tag lies says so several times in them."""

Others = Callable[[], Mapping[str, str]]
"""How the parts of a companion that runs on this machine are, by its own account; empty without one."""


def alone() -> Mapping[str, str]:
    """No companion runs here."""
    return {}


def display(oled: OledConfig, wire: Callable[[int, int], Wire] = Wire) -> Finding:
    """Whether the display answers at its address, or at another."""
    if (idle := _idle("display", oled.driver)) is not None:
        return idle
    bus, address = oled.bus, f"0x{oled.address:02X}"
    trouble = bus_trouble(bus, oled.address, wire)
    if trouble is None:
        return fine("display", "answers", driver=oled.driver, address=address, bus=bus)
    where = {"bus": bus, "address": address, **_wires(bus)}
    if trouble != "nobody":
        return missing("display", trouble, **where)
    others = [f"0x{each:02X}" for each in ADDRESSES if bus_trouble(bus, each, wire) is None]
    if others:
        return missing("display", "elsewhere", **where, found=others[0])
    return missing("display", "nobody", **where)


def _wires(bus: int) -> Mapping[str, Param]:
    """Where the two wires of a bus go, as far as that is known."""
    names = {name: name.upper() for name in ("sda", "scl")}
    return names | {name: pin_label(gpio) for name, gpio in zip(names, I2C.get(bus, ()), strict=False)}


def bus_trouble(bus: int, address: int, wire: Callable[[int, int], Wire]) -> str | None:
    """What keeps a display from answering at this address; None if it does."""
    try:
        with closing(wire(bus, address)) as near:
            near.commands(NOP)
    except DisplayGone as gone:
        return gone.trouble
    return None


def buttons(config: Config, chip: Callable[[], Chip] = header_chip) -> Finding:
    """Whether every button's pin is one, and free, and its button not pressed."""
    if (idle := _idle("buttons", config.buttons.driver)) is not None:
        return idle
    try:
        pins = button_pins(config)
        with closing(chip()) as lines:
            return _buttons(lines, pins)
    except PartError as error:
        return _misconfigured("buttons", error)
    except ChipNotFound as none:
        return missing("buttons", "no-rights" if none.rights else "no-chip")
    except OSError as error:
        return missing("buttons", "broken", why=error.strerror or str(error))


def _buttons(chip: Chip, pins: Mapping[str, int]) -> Finding:
    users = {name: chip.consumer(gpio) for name, gpio in pins.items()}
    for name, user in users.items():
        if user is not None and user != CONSUMER:
            return _busy(name, pins[name], user)
    if CONSUMER in users.values():
        return fine("buttons", "ours")
    for name, gpio in pins.items():
        try:
            with closing(chip.claim_input(gpio, 0.0)) as line:
                high = line.high()
        except LineBusy as taken:
            return _busy(name, gpio, taken.by)
        if not high:
            return warned("buttons", "down", key=button_key(name), pin=pin_label(gpio))
    return fine("buttons", "free", pins=tuple(pin_label(gpio) for gpio in pins.values()))


def _busy(name: str, gpio: int, by: str) -> Finding:
    return missing("buttons", "busy", key=button_key(name), pin=pin_label(gpio), by=by or "?")


def reader(
    rfid: RfidConfig,
    *,
    monotonic: Callable[[], float],
    others: Others = alone,
    listen: float = LISTEN,
    boot: Path = BOOT,
    processes: Path = PROCESSES,
) -> Finding:
    """Whether the reader's line can be opened, and what is heard on it within `listen` seconds.

    boot, processes: see `hardware.reader.port`.
    """
    if (idle := _idle("reader", rfid.driver)) is not None:
        return idle
    try:
        what = configured_kind(rfid)
        port = port_finder(rfid.port, what.fits)()
        with closing(what.to_probe(port)) as line:
            found = _heard(port, what, Exchange(line, what.session(), monotonic), monotonic, listen)
        quiet = found.said.code != "doctor.reader.tag" and is_console(port, boot, processes)
        return warned("reader", "console", port=port) if quiet else found
    except PartError as error:
        ours = others().get("reader") if error.code.endswith("-busy") else None
        if ours is not None:
            return fine("reader", "ours") if ours == "ok" else _ours_silent(rfid)
        return _misconfigured("reader", error)
    except GONE as error:
        return _misconfigured("reader", PartError("port-broken", port=rfid.port, why=str(error)))


def _heard(
    port: str, what: ReaderKind, exchange: Exchange, monotonic: Callable[[], float], listen: float
) -> Finding:
    """What a reader says of itself, or of a tag that lies on it."""
    until = monotonic() + listen
    heard = exchange.start()
    came = 0
    while (left := until - monotonic()) > 0 and heard.result.answers is not False:
        if heard.result.tags:
            return fine("reader", "tag", port=port, tag=heard.result.tags[0])
        if heard.result.answers and what.polling is not None:
            return fine("reader", "answers", port=port)
        heard = exchange.next(left)
        came += len(heard.data)
    if what.polling is not None and listen:
        return _misconfigured("reader", PartError(what.silent_code, port=port))
    return warned("reader", "noise", port=port) if came else fine("reader", "open", port=port)


def _ours_silent(rfid: RfidConfig) -> Finding:
    """The companion that runs here has the line, and nobody answers on it."""
    silent = configured_kind(rfid).silent_code
    if silent == NO_ANSWER:
        return missing("reader", "ours-silent")
    return _misconfigured("reader", PartError(silent, port=rfid.port))


def _misconfigured(part: Examined, error: PartError) -> Finding:
    """What the configuration or the system says against the part; its sentence has the cure in it."""
    return Finding(part, "missing", error.said)


def _idle(part: Examined, driver: str) -> Finding | None:
    """The finding for a part that is not there to be looked at."""
    if driver == SIMULATED:
        return Finding(part, "ok", text("doctor.simulated"))
    return Finding(part, "off", text("doctor.off")) if driver == NONE else None


def of_doctor(config: Config, *, monotonic: Callable[[], float], others: Others) -> tuple[Probe, ...]:
    """Every part, with time for a tag to be heard. others: see `hardware.doctor.Others`."""
    return (
        partial(display, config.oled),
        partial(buttons, config),
        partial(reader, config.rfid, monotonic=monotonic, others=others),
        *_few(config).values(),
    )


def _few(config: Config) -> Mapping[PartName, Probe]:
    """The parts that few boxes have, where they are configured; nothing of them is brought in elsewhere."""
    looks: dict[PartName, Probe] = {}
    if config.lamps.driver != NONE:
        from hardware.lamps.probe import probe_lamps

        looks["lamps"] = partial(probe_lamps, config)
    if config.buzzer.driver != NONE:
        from hardware.buzzer.probe import probe_buzzer

        looks["buzzer"] = partial(probe_buzzer, config)
    return looks


def of_box(config: Config, *, monotonic: Callable[[], float]) -> Mapping[PartName, Probe]:
    """For a part whose driver, in this very program, says that it is missing: why that is."""
    return {
        "display": partial(display, config.oled),
        "buttons": partial(buttons, config),
        "reader": partial(reader, config.rfid, monotonic=monotonic, others=_ourselves, listen=0.0),
        **_few(config),
    }


def _ourselves() -> Mapping[str, str]:
    """The companion that runs here is this one, and it misses its reader."""
    return {"reader": "missing"}
