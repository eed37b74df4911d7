"""The health check's probes of the parts, which change nothing, also beside a running companion."""

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
"""Addresses of such displays, chosen by a solder bridge."""
LISTEN_TIME = 1.2
"""Seconds to listen to a reader: a tag on it is read several times in them."""

OtherParts = Callable[[], Mapping[str, str]]
"""The parts' states in a companion that runs on this machine; empty without one."""


def no_other_companion() -> Mapping[str, str]:
    """Empty."""
    return {}


def probe_display(oled: OledConfig, wire: Callable[[int, int], Wire] = Wire) -> Finding:
    """Whether the display answers at its address, or at another."""
    if (idle := _idle("display", oled.driver)) is not None:
        return idle
    bus, address = oled.bus, f"0x{oled.address:02X}"
    trouble = probe_bus(bus, oled.address, wire)
    if trouble is None:
        return fine("display", "answers", driver=oled.driver, address=address, bus=bus)
    where = {"bus": bus, "address": address, **_wire_labels(bus)}
    if trouble != "nobody":
        return missing("display", trouble, **where)
    others = [f"0x{each:02X}" for each in ADDRESSES if probe_bus(bus, each, wire) is None]
    if others:
        return missing("display", "elsewhere", **where, found=others[0])
    return missing("display", "nobody", **where)


def _wire_labels(bus: int) -> Mapping[str, Param]:
    """Labels of the pins of a bus's two wires, as far as known."""
    names = {name: name.upper() for name in ("sda", "scl")}
    return names | {name: pin_label(gpio) for name, gpio in zip(names, I2C.get(bus, ()), strict=False)}


def probe_bus(bus: int, address: int, wire: Callable[[int, int], Wire]) -> str | None:
    """The trouble at this address; None if a display answers."""
    try:
        with closing(wire(bus, address)) as near:
            near.commands(NOP)
    except DisplayGone as error:
        return error.trouble
    return None


def probe_buttons(config: Config, open_chip: Callable[[], Chip] = header_chip) -> Finding:
    """Whether every button's pin exists and is free, and no button is pressed."""
    if (idle := _idle("buttons", config.buttons.driver)) is not None:
        return idle
    try:
        pins = button_pins(config)
        with closing(open_chip()) as chip:
            return _buttons(chip, pins)
    except PartError as error:
        return _part_finding("buttons", error)
    except ChipNotFound as none:
        return missing("buttons", "no-rights" if none.rights else "no-chip")
    except OSError as error:
        return missing("buttons", "broken", why=error.strerror or str(error))


def _buttons(open_chip: Chip, pins: Mapping[str, int]) -> Finding:
    users = {name: open_chip.consumer(gpio) for name, gpio in pins.items()}
    for name, user in users.items():
        if user is not None and user != CONSUMER:
            return _busy(name, pins[name], user)
    if CONSUMER in users.values():
        return fine("buttons", "ours")
    for name, gpio in pins.items():
        try:
            with closing(open_chip.claim_input(gpio, 0.0)) as line:
                high = line.high()
        except LineBusy as taken:
            return _busy(name, gpio, taken.by)
        if not high:
            return warned("buttons", "down", key=button_key(name), pin=pin_label(gpio))
    return fine("buttons", "free", pins=tuple(pin_label(gpio) for gpio in pins.values()))


def _busy(name: str, gpio: int, by: str) -> Finding:
    return missing("buttons", "busy", key=button_key(name), pin=pin_label(gpio), by=by or "?")


def probe_reader(
    rfid: RfidConfig,
    *,
    monotonic: Callable[[], float],
    others: OtherParts = no_other_companion,
    listen: float = LISTEN_TIME,
    boot: Path = BOOT,
    processes: Path = PROCESSES,
) -> Finding:
    """Whether the reader's line can be opened, and what it receives within `listen` seconds.

    boot, processes: see `hardware.reader.port`.
    """
    if (idle := _idle("reader", rfid.driver)) is not None:
        return idle
    try:
        kind = configured_kind(rfid)
        port = port_finder(rfid.port, kind.fits)()
        with closing(kind.to_probe(port)) as line:
            found = _probe_exchange(port, kind, Exchange(line, kind.session(), monotonic), monotonic, listen)
        quiet = found.said.code != "doctor.reader.tag" and is_console(port, boot, processes)
        return warned("reader", "console", port=port) if quiet else found
    except PartError as error:
        ours = others().get("reader") if error.code.endswith("-busy") else None
        if ours is not None:
            return fine("reader", "ours") if ours == "ok" else _own_silent(rfid)
        return _part_finding("reader", error)
    except GONE as error:
        return _part_finding("reader", PartError("port-broken", port=rfid.port, why=str(error)))


def _probe_exchange(
    port: str, kind: ReaderKind, exchange: Exchange, monotonic: Callable[[], float], listen: float
) -> Finding:
    """Whether a reader answers, or reads a tag."""
    until = monotonic() + listen
    step = exchange.start()
    count = 0
    while (left := until - monotonic()) > 0 and step.result.answers is not False:
        if step.result.tags:
            return fine("reader", "tag", port=port, tag=step.result.tags[0])
        if step.result.answers and kind.polling is not None:
            return fine("reader", "answers", port=port)
        step = exchange.next(left)
        count += len(step.data)
    if kind.polling is not None and listen:
        return _part_finding("reader", PartError(kind.silent_code, port=port))
    return warned("reader", "noise", port=port) if count else fine("reader", "open", port=port)


def _own_silent(rfid: RfidConfig) -> Finding:
    """The finding for a running companion with an open line and no answer."""
    silent = configured_kind(rfid).silent_code
    if silent == NO_ANSWER:
        return missing("reader", "ours-silent")
    return _part_finding("reader", PartError(silent, port=rfid.port))


def _part_finding(part: Examined, error: PartError) -> Finding:
    """The finding for a part's error, with the cure in its sentence."""
    return Finding(part, "missing", error.message)


def _idle(part: Examined, driver: str) -> Finding | None:
    """The finding for a simulated or absent part; None for another."""
    if driver == SIMULATED:
        return Finding(part, "ok", text("doctor.simulated"))
    return Finding(part, "off", text("doctor.off")) if driver == NONE else None


def all_probes(config: Config, *, monotonic: Callable[[], float], others: OtherParts) -> tuple[Probe, ...]:
    """Probes of all parts, with time to read a tag. others: see `OtherParts`."""
    return (
        partial(probe_display, config.oled),
        partial(probe_buttons, config),
        partial(probe_reader, config.rfid, monotonic=monotonic, others=others),
        *_optional_probes(config).values(),
    )


def _optional_probes(config: Config) -> Mapping[PartName, Probe]:
    """Probes of configured lamps and buzzer, imported only then."""
    looks: dict[PartName, Probe] = {}
    if config.lamps.driver != NONE:
        from hardware.lamps.probe import probe_lamps

        looks["lamps"] = partial(probe_lamps, config)
    if config.buzzer.driver != NONE:
        from hardware.buzzer.probe import probe_buzzer

        looks["buzzer"] = partial(probe_buzzer, config)
    return looks


def missing_part_probes(config: Config, *, monotonic: Callable[[], float]) -> Mapping[PartName, Probe]:
    """By part, the probe that explains why its driver in this program reports it as missing."""
    return {
        "display": partial(probe_display, config.oled),
        "buttons": partial(probe_buttons, config),
        "reader": partial(
            probe_reader, config.rfid, monotonic=monotonic, others=_own_reader_missing, listen=0.0
        ),
        **_optional_probes(config),
    }


def _own_reader_missing() -> Mapping[str, str]:
    """This program itself, with a missing reader."""
    return {"reader": "missing"}
