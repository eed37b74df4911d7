"""Attacks on data folders through the whole program: killed under load from several phones, and damaged."""

from __future__ import annotations

import itertools
import random
import shutil
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tests.adversary.besieged import START, Besieged, NotReadyError, at_once
from tests.adversary.damage import damaged
from tests.adversary.toll import Bout, Toll
from tests.fakes.disk import Disk, Fault, compiled
from tests.fakes.phone import NOTHING
from tests.patience import PATIENCE

PHONES = 3


class Evening:
    """What several phones were answered on one data folder, over all its lives.

    done: the version of each key. refused: the keys of which it was said that they are not done. sent: every
    key that was ever sent. seen: the highest version that a phone saw.
    """

    def __init__(self, folder: Path, name: str, environment: Mapping[str, str] = NOTHING) -> None:
        self.folder = folder
        self._environment = environment
        self.refused: dict[str, str] = {}
        self.done: dict[str, int] = {}
        self.sent: set[str] = set()
        self.etag = ""
        self.seen = 0
        self._name = name
        self._lives = 0

    def life(self, chance: random.Random, toll: Toll, trouble: Callable[[], object] = lambda: None) -> None:
        """Start, play from several phones, and kill once so much has been answered. trouble: begins once all
        is well and a game is on the table.
        """
        self._lives += 1
        with Besieged(self.folder, environment=self._environment) as box:
            box.enter()
            if box.ask("GET", "/api/v1/table").json["game"] is None:
                box.do(START)
            trouble()
            enough = chance.randint(1, 60)
            left = threading.Semaphore(enough)
            over = threading.Event()
            at_once(
                *(lambda number=number: self._play(box, number, left, over) for number in range(PHONES)),
                partial(_killed, box, over),
            )
        toll.kills += 1

    def _play(self, box: Besieged, number: int, left: threading.Semaphore, over: threading.Event) -> None:
        with box.phone() as phone:
            for place in itertools.count():
                key = f"{self._name}/{self._lives}/{number}/{place}"
                self.sent.add(key)
                answer = phone.do(_correct(key))
                if answer.status == 200:
                    self._note(key, answer.json)
                    if place % 7 == 3:
                        phone.do(_correct(key))
                elif answer.status == 503:
                    self.refused[key] = answer.json["error"]["code"]
                else:
                    over.set()
                    return
                if not left.acquire(blocking=False):
                    over.set()

    def _note(self, key: str, said: dict[str, Any]) -> None:
        self.done[key] = said["version"]
        if said["version"] > self.seen:
            self.seen, self.etag = said["version"], f'"{said["table"]["epoch"]}-{said["version"]}"'

    def judge(self, toll: Toll, round_: str, *, hurt: bool) -> None:
        """Start once more, and look. hurt: somebody has damaged the folder; without, nothing may be said of
        it.
        """
        toll.acknowledged += len(self.done)
        try:
            box = Besieged(self.folder)
        except NotReadyError as word:
            if "Traceback" in str(word) or not str(word).strip():
                toll.exceptions += 1
                toll.breaks(f"{round_}: no start and no clear word: {str(word)[-200:]}")
            toll.told += len(self.done)
            return
        with box:
            self._judged(box, toll, round_, hurt=hurt)
            if box.tracebacks:
                toll.exceptions += 1
                toll.breaks(f"{round_}: a traceback")

    def _judged(self, box: Besieged, toll: Toll, round_: str, *, hurt: bool) -> None:
        said = told(box)
        picture = box.ask("GET", "/api/v1/table", **{"If-None-Match": self.etag})
        box.enter()
        old = box.do({"type": "call-for-order", "colour": "red", "expects": self.seen}) if self.seen else None
        found: dict[str, int] = {}
        for entry in box.entries():
            key = str(entry["command"].get("reason", ""))
            if key in found:
                toll.twice += 1
                toll.breaks(f"{round_}: {key} stands twice")
            if key:
                found[key] = entry["n"]
        returned = [key for key, code in self.refused.items() if key in found and code != "journal-unsure"]
        if returned:
            toll.returned += len(returned)
            toll.breaks(f"{round_}: {returned[0]} was refused ({self.refused[returned[0]]}) and stands")
        lost = [key for key, version in self.done.items() if found.get(key) != version]
        if said and not hurt:
            toll.breaks(f"{round_}: a sound folder was taken for damaged: {said}")
        if lost and said:
            toll.told += len(lost)
        elif lost:
            toll.silent += len(lost)
            toll.breaks(f"{round_}: {len(lost)} of {len(self.done)} acknowledged lost without a word")
        if lost and picture.status == 304:
            toll.again += 1
            toll.breaks(f"{round_}: a phone that saw what is lost is told that nothing has changed")
        if lost and old is not None and old.status != 409:
            toll.again += 1
            toll.breaks(f"{round_}: a command for a picture that is lost was answered {old.status}")
        self._repeated(box, found, lost, toll, round_)

    def _repeated(
        self, box: Besieged, found: dict[str, int], lost: list[str], toll: Toll, round_: str
    ) -> None:
        """Every phone repeats the last of what it sent: it does not know whether that was done."""
        for key in [*sorted(self.sent - set(self.done) - set(self.refused)), *list(self.done)[-3:]]:
            if key in lost:
                continue
            answer = box.do(_correct(key))
            before = found.get(key)
            if before is not None and (answer.status != 200 or answer.json["version"] != before):
                toll.twice += 1
                toll.breaks(f"{round_}: {key} stood as {before} and was repeated: {answer.status}")
            elif before is None and answer.status != 200 and not lost:
                toll.unanswered += 1
                toll.breaks(f"{round_}: {key} was not done, and repeated: {answer.status} {answer.json}")


def _killed(box: Besieged, over: threading.Event) -> None:
    """Wait until there is enough, and kill."""
    over.wait(PATIENCE)
    box.kill()


def told(box: Besieged) -> list[str]:
    """What the snapshot and the health say of damage."""
    table, health = box.ask("GET", "/api/v1/table").json, box.ask("GET", "/healthz").json
    return [str(each) for each in (table.get("set_aside"), *health.get("why", ())) if each]


def _correct(key: str) -> dict[str, Any]:
    """A command that belongs to a key and has it in the log."""
    turn = random.Random(key).randint(1, 9)
    return {"type": "correct", "field": "turn", "value": turn, "reason": key, "id": key}


def kills(folder: Path, bout: Bout) -> Toll:
    """The program is killed under load, several times on the same folder; then everything is looked for."""
    toll = Toll()
    for round_, chance in bout:
        evening = Evening(_fresh(folder), round_)
        for _ in range(chance.randint(1, 3)):
            evening.life(chance, toll)
            toll.times += 1
        evening.judge(toll, round_, hurt=False)
    return toll


def bits(folder: Path, bout: Bout) -> Toll:
    """The program is killed under load, and any file of its folder is damaged, a backup or a game."""
    toll = Toll()
    for round_, chance in bout:
        evening = Evening(_fresh(folder), round_)
        evening.life(chance, toll)
        copies = evening.folder / "backups"
        how = damaged(copies if chance.random() < 0.1 and copies.is_dir() else evening.folder, chance)
        toll.times += 1
        evening.judge(toll, f"{round_} ({how})", hurt=True)
    return toll


def disks(folder: Path, bout: Bout) -> Toll:
    """The program on a disk that fails during a game and at the next start; then it is well again."""
    toll = Toll()
    library = compiled(folder)
    for round_, chance in bout:
        data = _fresh(folder)
        disk = Disk(library, data, folder / "disk")
        disk.mend()
        evening = Evening(data, round_, disk.environment)
        evening.life(
            chance,
            toll,
            partial(
                disk.fail,
                chance.choice((Fault.FLUSH, Fault.FLUSH, Fault.WRITE, Fault.FULL)),
                times=chance.choice((1, 3, None)),
                after=chance.randrange(30),
                file=".jsonl",
            ),
        )
        disk.mend()
        toll.times += 1
        if chance.random() < 0.5:
            disk.fail(Fault.READ, times=chance.choice((1, 2, 3)), after=chance.randrange(10))
            _begun(data, disk, toll, round_)
            disk.mend()
        evening.judge(toll, round_, hurt=False)
    return toll


def _begun(data: Path, disk: Disk, toll: Toll, round_: str) -> None:
    """Start on a disk that cannot be read at first: with a clear word or well, and never with a traceback."""
    try:
        box = Besieged(data, environment=disk.environment)
    except NotReadyError as word:
        said = str(word)
    else:
        with box:
            said = box.said
    if "Traceback" in said:
        toll.exceptions += 1
        toll.breaks(f"{round_}: a traceback: {said.strip().splitlines()[-1]}")


def _fresh(folder: Path) -> Path:
    data = folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    data.with_name("data.log").unlink(missing_ok=True)
    return data
