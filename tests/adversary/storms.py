"""Storms at the box itself: buttons, tags and sockets, all at once, with phones that act in between."""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tests.adversary.besieged import START, Besieged, at_once
from tests.adversary.toll import Bout, Toll
from tests.fakes.phone import Answer

EACH = 30
"""What each of them does in a round."""
BUTTONS = ("advance", "advance", "select", "select", "back", "red", "blue", "yellow", "green")
COMMANDS: tuple[Mapping[str, Any], ...] = (
    {"type": "advance", "draw_rest": True}, {"type": "undo"}, {"type": "redo"}, {"type": "draw-all"},
    {"type": "call-for-order", "colour": "red"}, {"type": "pray", "colour": "red", "keep": True},
    {"type": "buy-brick", "colour": "blue"}, {"type": "end"}, {**START, "replace": True},
    {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard"},
    {"type": "correct", "field": "phase", "value": "production", "reason": "storm"},
    {"type": "correct", "field": "mine", "value": {"number": 3, "to": 5}, "reason": "storm"},
    {"type": "correct", "field": "mine", "value": {"number": 5, "to": None}, "reason": "storm"},
    {"type": "ready", "colour": "blue", "ready": True}, {"type": "tick", "system": START["system"]},
    {"type": "house-rules", "system": START["system"], "rules": ["No dice on the floor"]},
    {"type": "prepare", "system": "la-strada", "players": [{"colour": "red"}, {"colour": "grey"}]},
    {"type": "research", "colour": "blue", "subject": "truck", "late": True, "out_of_order": True},
)  # fmt: skip


def storms(folder: Path, bout: Bout) -> Toll:
    """Each round, at a box of its own: two press, one lays bags, one plays on a phone, one pulls parts out
    and puts them back. A panel may be told to shut down or to make a new code: then the round is over.
    """
    toll = Toll()
    for number, round_, chance in bout.numbered:
        with Besieged(folder / f"data-{number}") as box:
            box.enter()
            box.do(START)
            storm = _Storm(box, toll, round_)
            at_once(*(partial(each, random.Random(chance.random())) for each in storm.everybody))
            toll.exceptions += box.tracebacks
            for line in box.said.splitlines():
                if "stumbled" in line or "not given its picture" in line:
                    toll.breaks(f"{round_}: {line}")
            ended = box.process.poll()
            if ended:
                toll.breaks(f"{round_}: it ended with {ended}")
            if not storm.over.is_set():
                storm.count("/healthz", box.ask("GET", "/healthz"))
                if box.stop():
                    toll.breaks(f"{round_}: it does not end well after the storm")
    return toll


class _Storm:
    """A round. over: somebody has shut the box down on its panel, or made a new code there."""

    def __init__(self, box: Besieged, toll: Toll, round_: str) -> None:
        self.over = threading.Event()
        self.everybody = (
            self._press,
            self._press,
            self._lay,
            self._act,
            self._waver,
            self._waver,
            self._pull,
        )
        self._box = box
        self._toll = toll
        self._round = round_
        self._lock = threading.Lock()

    def count(self, what: str, answer: Answer) -> None:
        """Count an answer, or that there was none."""
        if answer.status in {0, 401} and not self.over.is_set() and self._allowed(answer):
            self.over.set()
        with self._lock:
            self._toll.times += 1
            if 0 < answer.status < 500:
                self._toll.held += 1
            elif not self.over.is_set():
                self._toll.unanswered += 1
                self._toll.breaks(f"{self._round}: {what} was answered {answer.status or 'not at all'}")

    def _allowed(self, answer: Answer) -> bool:
        """Whether the panel itself was told to end what is not answered."""
        return (
            answer.status == 401
            or "shut down on the panel" in self._box.said
            or self._box.process.poll() == 0
        )

    def _press(self, chance: random.Random) -> None:
        for _ in range(EACH):
            body = {"button": chance.choice(BUTTONS), "held": chance.random() < 0.2}
            self._ask("/api/v1/box/press", body)

    def _lay(self, chance: random.Random) -> None:
        for _ in range(EACH):
            self._ask("/api/v1/box/scan", {"tag": f"0F0184F0{chance.randrange(24):02X}"})

    def _act(self, chance: random.Random) -> None:
        for _ in range(EACH):
            self._ask("/api/v1/commands", chance.choice(COMMANDS))

    def _waver(self, chance: random.Random) -> None:
        """Whoever presses sees another table than the one that his press meets."""
        with self._box.phone() as phone:
            for _ in range(EACH * 3):
                if not self.over.is_set():
                    self.count("a wavering phone", phone.do(chance.choice(COMMANDS[:6])))

    def _pull(self, chance: random.Random) -> None:
        for each in range(EACH // 3):
            part = chance.choice(("reader", "display", "buttons"))
            self._ask(f"/api/v1/box/{'plug' if each % 2 else 'pull'}", {"part": part})
        for part in ("reader", "display", "buttons"):
            self._ask("/api/v1/box/plug", {"part": part})

    def _ask(self, path: str, body: Mapping[str, Any]) -> None:
        if not self.over.is_set():
            self.count(f"{path} {body}", self._box.ask("POST", path, body))
