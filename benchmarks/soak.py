"""A day's play in an hour, and what the process keeps of it in memory.

    python -m benchmarks.soak [MINUTES]

Four games, turn by turn: presses and tags at the box, commands, pages and streams of six phones that fall
asleep and come back, undo and redo, copies at each turn. Prints the resident memory each minute,
and in the end by how much it has grown since the first sixth of the time, when everything has been used once.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.figures import one
from benchmarks.goals import GROWN, HERE
from benchmarks.table import line
from tests.adversary.besieged import START, Besieged

MINUTES = 60.0
DAY = 7_200
"""Things that are done in a day's play, however long it takes here: a phone, a button or a tag, each as good.
"""
GAMES = 4
PHONES = 6
PARTS = 60
"""How often the memory is looked at, all parts of the day being as long: in an hour, each minute."""
PAGES = (
    "/table",
    "/act",
    "/log",
    "/games",
    "/rules",
    "/api/v1/table",
    "/api/v1/log?after=0",
    "/api/v1/games",
)
TAGS = tuple(f"0F0184F0{number:02X}" for number in range(1, 10))


def memory(process: int) -> float:
    """Resident memory of a process in megabytes. Its share of common pages would tell of its neighbours."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    return sum(int(size) for size in re.findall(r"(?m)^Rss:\s+(\d+) kB", told)) / 1024


def turn(chance: random.Random, number: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What is done in a turn: where it is sent, and what. The rules refuse some of it, as they would."""
    act, press, scan = "/api/v1/commands", "/api/v1/box/press", "/api/v1/box/scan"
    colour = chance.choice(("red", "blue"))
    if number <= len(TAGS):
        yield act, {"type": "correct", "field": "phase", "value": "building", "reason": "a mine"}
        yield act, {"type": "build-mine", "number": number, "colour": colour, "mixture": "standard"}
        yield act, {"type": "pair-tag", "tag": TAGS[number - 1], "number": number}
        yield act, {"type": "correct", "field": "phase", "value": "production", "reason": "a mine"}
    for tag in chance.sample(TAGS, 3):
        yield scan, {"tag": tag}
    yield act, {"type": "draw-all"}
    for _ in range(4):
        for _ in range(chance.randrange(3)):
            yield press, {"button": chance.choice(("select", "back")), "held": chance.random() < 0.1}
        by = chance.choice((1, -1))
        yield act, {"type": "change-fleet", "colour": colour, "transporter": "raft", "by": by}
        if chance.random() < 0.4:
            yield act, {"type": "buy-brick", "colour": colour}
        if chance.random() < 0.3:
            yield act, {"type": "undo"}
            yield act, {"type": chance.choice(("redo", "undo"))}
        yield act, {"type": "advance", "draw_rest": True}


def day(chance: random.Random) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Everything that is done in a day, one thing after the other."""
    done = 0
    for game in range(1, GAMES + 1):
        yield "/api/v1/commands", {**START, "replace": True}
        number = 1
        while done < DAY * game / GAMES:
            for each in turn(chance, number):
                done += 1
                yield each
            number += 1
        yield "/api/v1/commands", {"type": "end"}


class Listener(threading.Thread):
    """A phone that hears the table for a while, falls asleep, and comes back. heard: events, in all."""

    def __init__(self, box: Besieged, number: int, over: threading.Event) -> None:
        super().__init__(name=f"phone-{number}")
        self.heard = 0
        self._box = box
        self._chance = random.Random(number)
        self._over = over

    def run(self) -> None:
        """Until it is over."""
        while not self._over.is_set():
            enough = self.heard + self._chance.randint(1, 60)
            with self._box.dial() as phone:
                bearer = f"Authorization: Bearer {self._box.token}\r\n"
                phone.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n{bearer}\r\n".encode())
                while self.heard < enough and not self._over.is_set() and (more := phone.recv(65536)):
                    self.heard += more.count(b"event: ")
            self._over.wait(self._chance.random())


def told(box: Besieged, number: int) -> float:
    """Print the memory after so many parts of the day, and give it."""
    resident = memory(box.process.pid)
    print(f"{number:>3} of {PARTS}: {resident:6.1f} MB", flush=True)
    return resident


def soak(minutes: float) -> float:
    """Play a day in so many minutes, and print; give by how many megabytes it has grown."""
    chance = random.Random(20261121)
    said: Counter[int] = Counter()
    over = threading.Event()
    with tempfile.TemporaryDirectory() as folder, Besieged(Path(folder) / "data") as box:
        box.enter()
        phones = [Listener(box, number, over) for number in range(PHONES)]
        for each in phones:
            each.start()
        began = time.monotonic()
        figures: list[float] = []
        with box.phone() as phone:
            for place, (path, body) in enumerate(day(chance)):
                due = began + 60 * minutes * place / DAY
                over.wait(max(0.0, due - time.monotonic()))
                said[phone.ask("POST", path, body).status] += 1
                if chance.random() < 0.2:
                    said[phone.ask("GET", chance.choice(PAGES)).status] += 1
                if place % (DAY // PARTS) == 0:
                    figures.append(told(box, len(figures)))
        figures.append(told(box, len(figures)))
        over.set()
        box.stop()
        for each in phones:
            each.join()
    grown = figures[-1] - figures[min(PARTS // 6, len(figures) - 1)]
    print(f"{sum(said.values())} requests ({dict(said)}), {sum(each.heard for each in phones)} events heard")
    return grown


def main(minutes: str = str(MINUTES)) -> None:
    """Soak for so many minutes."""
    figure = one(GROWN, "MB", soak(float(minutes)))
    print(line(figure, HERE[figure.name]))


if __name__ == "__main__":
    main(*sys.argv[1:2])
