"""What crosses the display's bus, address and control bytes counted, beside what the stock library sends.

Of a digit and of a name the dearest is told, of many at many places on the display.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import TypeAlias

from PIL import Image

from benchmarks.figures import Figure, one
from companion.games.screen import COLUMNS
from companion.parts import Frame
from hardware.display.drawing import PLACES, draw
from hardware.display.oled import DRIVERS, Oled
from hardware.display.wire import Wire
from tests.fakes.bench import stock
from tests.fakes.oleds import MODELS, WatchedBus

LETTERS = string.ascii_lowercase + "äöåàèéìòùß"
NAME = 8
NAMES = 100
FAST = 400_000
"""Bits a second, as the bus of a Raspberry Pi is set for a display."""
Change: TypeAlias = tuple[Frame, Frame]

_TABLE = Frame("Turn 12: building", ("Anna 3 bricks", "Bo: go on?"), "Advance: next")
_MINES = Frame("Mines", ("3 gold   iron 2", "7 iron   gold 1"), "Select: more")
_ORE = Frame("Gold!", ("Mine 3: 2 left", "Iron 1 in 2"), large=True)
_JOIN = Frame("Code 4821", ("192.168.", "178.123:", "8080"), qr="http://192.168.178.123:8080/J/4821")
PAGES = (_TABLE, _MINES, _ORE, _JOIN)


def digits() -> Iterable[Change]:
    """Each digit after each other, in the title, the lines and the hint, wherever the picture stands."""
    for number, (before, after) in enumerate(permutations(string.digits, 2)):
        column, shift = number % COLUMNS, number % len(PLACES)
        one, other = (" " * column + digit for digit in (before, after))
        for row in range(4):
            yield _row(row, one, shift), _row(row, other, shift)


def names() -> Iterable[Change]:
    """Names of one to eight small letters, one after another."""
    chance = random.Random(5)
    for number in range(NAMES):
        one, other = (
            "".join(chance.choices(LETTERS, k=chance.randint(1, NAME) if number else NAME)) for _ in range(2)
        )
        column = " " * chance.randint(0, COLUMNS - NAME)
        yield _row(number % 4, column + one), _row(number % 4, column + other)


def _row(row: int, words: str, shift: int = 0) -> Frame:
    rows = ["Turn 12: building", "Anna: 3 bricks", "Bo: go on?", "Advance: next"]
    rows[row] = words
    return Frame(rows[0], (rows[1], rows[2]), rows[3], shift=shift)


MEASURED: dict[str, Callable[[], Iterable[Change]]] = {
    "digit": digits,
    "line": names,
    "unchanged": lambda: ((each, each) for each in PAGES),
    "page": lambda: permutations(PAGES, 2),
}


def cost(driver: str, changes: Iterable[Change]) -> int:
    """The dearest of some changes, in bytes on the bus."""
    bus = WatchedBus(MODELS[driver]())
    return _dearest(bus, Oled(driver, Wire(1, 0x3C, bus)).show, changes)


def cost_of_stock(driver: str) -> int:
    """What the stock library sends for any picture whatever."""
    bus = WatchedBus(MODELS[driver]())
    return _dearest(bus, stock(driver, bus).display, [(_TABLE, _TABLE)])


def _dearest(bus: WatchedBus, show: Callable[[Image.Image], object], changes: Iterable[Change]) -> int:
    dearest = 0
    for before, after in changes:
        show(draw(before))
        sent = bus.octets
        show(draw(after))
        dearest = max(dearest, bus.octets - sent)
    return dearest


def figures_inside() -> Iterator[Figure]:
    """The dearest of each kind of change, on the first controller."""
    driver = next(iter(DRIVERS))
    for name, changes in MEASURED.items():
        yield one(f"bytes on the bus, {name}, {driver}", "", cost(driver, changes()))


def main() -> None:
    """Print one line for each controller and each kind of change."""
    for driver in DRIVERS:
        stocks = cost_of_stock(driver)
        for name, changes in MEASURED.items():
            sent = cost(driver, changes())
            times = f"{9e3 * sent / FAST:5.2f} ms at 400 kHz, luma {9e3 * stocks / FAST:5.2f} ms"
            print(f"{driver} {name} {sent:<5} luma {stocks:<5} {times}")


if __name__ == "__main__":
    main()
