"""Lives of a table: each a process of its own that opens a data folder, plays, and is killed.

For rounds by the thousand: a life is a fork of a worker that has everything imported already, so that it
costs milliseconds, and its end is a real SIGKILL. What was acknowledged comes through a pipe, written after
the answer.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import threading
import traceback
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from companion.games import Refused
from companion.notifier import Notifier
from companion.storage.files import DataFolderUnusable
from companion.storage.storage import Storage, StorageFailed
from companion.table.data_folder import build_table
from companion.table.table import Table
from tests.adversary.toll import Toll
from tests.fakes.evening import START, TOY
from tests.patience import PATIENCE

Said = dict[str, Any]
Say = Callable[[Said], None]

CLIMB = 150
"""Commands after a loss, in which an old number must not come again."""
_START = "/start"
OWN = {"pair-tag", "forget-tag"}
"""Commands of which the entries are the box's own, in a file of their own."""
_BEGIN = {
    **START,
    "options": {"target": 999},
    "players": [{"colour": "red", "name": "Ada"}, {"colour": "blue", "name": "Bo"}],
}


class Life(NamedTuple):
    """What a life said, and how it ended: the signal as a negative number, else the status."""

    said: list[Said]
    status: int


def life(doing: Callable[[Say], None], after: int | None = None) -> Life:
    """Do something in a process of its own. after: so many things are heard before it is killed."""
    ear, mouth = os.pipe()
    child = os.fork()
    if not child:
        os.close(ear)
        _live(doing, mouth)
    os.close(mouth)
    heard, killed = b"", False
    while True:
        ready, _, _ = select.select([ear], [], [], PATIENCE)
        if not ready:
            os.kill(child, signal.SIGABRT)
        more = os.read(ear, 65536) if ready else b""
        if not more:
            break
        heard += more
        if after is not None and not killed and heard.count(b"\n") >= after:
            os.kill(child, signal.SIGKILL)
            killed = True
    os.close(ear)
    _, status = os.waitpid(child, 0)
    whole = heard.split(b"\n")[:-1]
    return Life([json.loads(line) for line in whole], os.waitstatus_to_exitcode(status))


def _live(doing: Callable[[Say], None], mouth: int) -> NoReturn:
    """Do it and end here, whatever happens: a fork must not play on as its parent. What nobody foresaw is
    said first, on whichever thread it was.
    """

    def say(what: Said) -> None:
        os.write(mouth, json.dumps(what).encode() + b"\n")

    def broken(_: object, error: BaseException | None, __: object) -> None:
        if error is not None:
            say({"exception": "".join(traceback.format_exception(error))})

    threading.excepthook = lambda raised: broken(raised.exc_type, raised.exc_value, raised.exc_traceback)
    status = 3
    try:
        with ExitStack() as life:
            life.push(broken)
            doing(say)
            status = 0
    finally:
        os._exit(status)


def opened(folder: Path, seed: str) -> Table:
    """A table on the folder. seed: of its clock and its entropy. Raises `DataFolderUnusable`."""
    chance = random.Random(seed)
    now = datetime.now(UTC)
    journal = Storage(folder, at=now, entropy=chance.randbytes)
    return build_table(journal, TOY, Notifier(), clock=lambda: now, entropy=chance.randbytes)


def wanted(key: str) -> dict[str, Any]:
    """The command that belongs to a key: two lives and the one who judges them agree on it."""
    if key.endswith(_START):
        return _BEGIN
    chance = random.Random(key)
    add = {"type": "add", "colour": chance.choice(["red", "blue"]), "by": chance.randint(1, 9)}
    others = ("advance", "undo", "redo", "roll", "void")
    tag = {"type": "pair-tag", "tag": f"{chance.randrange(16**12):012X}", "number": chance.randint(1, 21)}
    mend = {"type": "mend", "counter": chance.randint(0, 300)}
    return chance.choice([add, add, add, {"type": chance.choice(others)}, tag, mend])


def said_of(table: Table) -> list[str]:
    """What the table says of damage, by whichever way it says it."""
    told = [
        table.snapshot.set_aside,
        table._storage.damage,
        table.snapshot.body.get("set_aside"),
        table.snapshot.body.get("damage"),
    ]
    return [str(each) for each in told if each]


def play(
    folder: Path, name: str, *, threads: int, commands: int, close: bool = False
) -> Callable[[Say], None]:
    """A life in which several play at once, each so many commands, repeating some under the same key.

    name: of the life; its keys begin so. close: it ends as it should; else by SIGKILL, from within.
    """

    def doing(say: Say) -> None:
        table = _opening(folder, name, say)
        if table is None:
            return
        if table.snapshot.body["game"] is None:
            _ask(table, f"{name}{_START}", say)
        each = [
            threading.Thread(target=_one, args=(table, f"{name}/{number}", commands, say))
            for number in range(threads)
        ]
        for thread in each:
            thread.start()
        for thread in each:
            thread.join()
        if close:
            table.close()
        else:
            os.kill(os.getpid(), signal.SIGKILL)

    return doing


def _one(table: Table, name: str, commands: int, say: Say) -> None:
    """One of those who play. name: of this one; the keys begin so."""
    chance = random.Random(name)
    for place in range(commands):
        key = f"{name}/{place}"
        if _ask(table, key, say) and chance.random() < 0.1:
            _ask(table, key, say)


def _opening(folder: Path, seed: str, say: Say) -> Table | None:
    """The table, or None where the folder says that it cannot be used: a clear word, and no exception."""
    try:
        table = opened(folder, seed)
    except DataFolderUnusable as unusable:
        say({"unusable": f"{unusable.message.code} {unusable.message.params.get('why', '')}".strip()})
        return None
    say({"open": table.snapshot.version, "etag": table.snapshot.etag, "said": said_of(table)})
    return table


def _ask(table: Table, key: str, say: Say) -> bool:
    """Do a key's command, and say what was answered."""
    try:
        done = table.perform(table.read(wanted(key), key), source="phone", key=key)
    except StorageFailed as failed:
        say({"refused": failed.code, "key": key})
        return False
    except Refused:
        return False
    etag = f"{done.snapshot.epoch}-{done.version}"
    say({"done": done.version, "key": key, "events": list(done.events), "etag": etag})
    return True


def look(folder: Path, name: str, acknowledged: Mapping[str, Said]) -> Callable[[Say], None]:
    """The life of who looks whether everything is there, repeats what was acknowledged, and plays on."""

    def doing(say: Say) -> None:
        table = _opening(folder, name, say)
        if table is None:
            return
        entries = [
            [each.n, each.key, each.plain_command(), list(each.plain_events()), each.game]
            for each in table._storage.entries()
        ]
        say({"entries": entries})
        there = {entry[1] for entry in entries}
        for key, answer in acknowledged.items():
            if key in there:
                before = table.snapshot.version
                try:
                    again = table.perform(table.read(wanted(key), key), source="phone", key=key).version
                except Refused:
                    again = 0  # judged anew: that it was done before is not known any more
                if again != answer["done"] or table.snapshot.version != before:
                    say({"twice": key})
        lost = [answer for key, answer in acknowledged.items() if key not in there]
        numbers, pictures = {each["done"] for each in lost}, {each["etag"] for each in lost}
        for _ in range(min(CLIMB, max(numbers, default=0) - table.snapshot.version + 2)):
            if table.snapshot.etag in pictures:
                say({"picture": table.snapshot.etag})
            elif table.snapshot.version in numbers:
                say({"number": table.snapshot.version})
            table.perform(table.read({"type": "pair-tag", "tag": "0F0184F07B", "number": 3}), source="panel")
        table.close()

    return doing


class Acknowledged:
    """What was answered in the lives of one folder, and what must hold of it in the end.

    sound: nobody damages it, so that no start may say that it is damaged. excused: of the last entries nobody
    can know that they are missing, for the disk had said that it has them; no file may have a hole, though.
    """

    def __init__(self, *, sound: bool = True, excused: bool = False) -> None:
        self.sound = sound
        self._excused = excused
        self.done: dict[str, Said] = {}
        self.refused: dict[str, str] = {}
        self._told: set[str] = set()

    def take(self, lived: Life, toll: Toll, round_: str) -> None:
        """Count what a life said."""
        toll.kills += lived.status == -signal.SIGKILL
        if lived.status not in {0, -signal.SIGKILL} and not any("exception" in each for each in lived.said):
            toll.exceptions += 1
            toll.breaks(f"{round_}: a life ended with {lived.status}")
        for each in lived.said:
            if "exception" in each:
                toll.exceptions += 1
                toll.breaks(f"{round_}: {each['exception'].strip().splitlines()[-1]}")
            elif "open" in each:
                self._told.update(each["said"])
                if each["said"] and self.sound:
                    toll.breaks(f"{round_}: a sound folder was taken for damaged: {each['said'][0]}")
            elif "done" in each:
                before = self.done.setdefault(each["key"], each)
                self.refused.pop(each["key"], None)
                if before["done"] != each["done"]:
                    toll.twice += 1
                    toll.breaks(f"{round_}: {each['key']} was done as {before['done']} and as {each['done']}")
            elif "refused" in each and each["key"] not in self.done:
                self.refused[each["key"]] = each["refused"]

    def judge(self, folder: Path, toll: Toll, round_: str) -> None:
        """Look what stands in the folder."""
        before = set(self._told)  # what an earlier start found says nothing of what is missing since
        lived = life(look(folder, f"{round_}/look", self.done))
        toll.acknowledged += len(self.done)
        self.take(lived, toll, round_)
        said = {name: each[name] for each in lived.said for name in each}
        if "unusable" in said:
            toll.told += len(self.done)
            if self.sound:
                toll.breaks(f"{round_}: a sound folder cannot be used: {said['unusable']}")
            return
        if "entries" not in said:
            return
        self._compared(said["entries"], said, toll, round_)
        for each in lived.said:
            if "twice" in each:
                toll.twice += 1
                toll.breaks(f"{round_}: {each['twice']} was done again under its key")
            what = next((what for what in ("picture", "number") if what in each), None)
            if what and not (self._excused and (what == "number" or before.issuperset(said["said"]))):
                toll.again += 1
                toll.breaks(f"{round_}: the {what} {each[what]} of a lost entry was given again")

    def _compared(self, entries: list[list[Any]], said: Said, toll: Toll, round_: str) -> None:
        """Count what is lost, wrong and returned."""
        there = {key: (n, command, events) for n, key, command, events, _ in entries if key is not None}
        for key, (_, command, _) in there.items():
            sent = wanted(key)
            if any(command.get(name) != value for name, value in sent.items()):
                toll.wrong += 1
                toll.breaks(f"{round_}: {key} stands as {command}, and was {sent}")
        lost = [
            key for key, answer in self.done.items()
            if key not in there or [there[key][0], there[key][2]] != [answer["done"], answer["events"]]
        ]  # fmt: skip
        returned = [key for key, code in self.refused.items() if key in there and code != "journal-unsure"]
        if returned:
            toll.returned += len(returned)
            toll.breaks(f"{round_}: {returned[0]} was refused ({self.refused[returned[0]]}) and stands")
        if not lost:
            toll.alarms += bool(said["said"])
            return
        if said["said"]:
            toll.told += len(lost)
        elif self._excused and all(self._is_an_end(lost, entries, of_game=each) for each in (True, False)):
            toll.held += len(lost)
        else:
            toll.silent += len(lost)
            toll.breaks(f"{round_}: {len(lost)} of {len(self.done)} acknowledged lost without a word")

    def _is_an_end(self, lost: list[str], entries: list[list[Any]], *, of_game: bool) -> bool:
        """Whether all that is lost of the game's file, or of the box's, was behind what is there of it."""
        first = min(
            (self.done[key]["done"] for key in lost if (wanted(key)["type"] in OWN) != of_game), default=None
        )
        return first is None or all(n < first for n, *_, game in entries if (game is not None) == of_game)
