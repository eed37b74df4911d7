"""People who play on three phones until the power is cut, and what was acknowledged to them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple

from tests.fakes.phone import NotAnswered
from tests.virtual_pi.board import Board
from tests.virtual_pi.phone import Phone

PHONES = 3
PATIENCE = 120.0


class Acknowledged(NamedTuple):
    """A command that was answered. version: its entry's number. at: what the clock said then."""

    key: str
    tag: str
    version: int
    at: int


class Playing:
    """Three phones, each sending one command after another.

    name: of this round, below 65536: no two commands of a disk are alike. clock: read at each answer.
    """

    def __init__(self, board: Board, name: int, clock: Callable[[], int]) -> None:
        self._board = board
        self._name = name
        self._clock = clock
        self._news = threading.Condition()
        self.acknowledged: list[Acknowledged] = []
        self._ended: list[str] = []
        self._threads = [threading.Thread(target=self._play, args=(each,)) for each in range(PHONES)]

    def until_cut(self, after: int) -> list[Acknowledged]:
        """Pull the plug in the middle of it, after so many answers; all answers there were."""
        self._board.reach()
        phones = self._threads
        for each in phones:
            each.start()
        with self._news:
            self._news.wait_for(lambda: len(self.acknowledged) >= after or self._ended, PATIENCE)
            enough = len(self.acknowledged) >= after
        self._board.pull_the_plug()
        for each in phones:
            each.join()
        assert enough, f"only {len(self.acknowledged)} answers: {self._ended}"
        return self.acknowledged

    def _play(self, number: int) -> None:
        try:
            with Phone(self._board.port) as phone:
                phone.join()
                for turn in range(1 << 16):
                    self._act(phone, number, turn)
        except NotAnswered as gone:
            with self._news:
                self._ended.append(str(gone))
                self._news.notify_all()

    def _act(self, phone: Phone, number: int, turn: int) -> None:
        key = f"{self._name}-{number}-{turn}"
        tag = f"{self._name:04X}{number:02X}{turn:06X}"
        version = phone.tell("pair-tag", tag=tag, number=1 + turn % 21, id=key)["version"]
        with self._news:
            self.acknowledged.append(Acknowledged(key, tag, version, self._clock()))
            self._news.notify_all()


def lost(board: Board, acknowledged: list[Acknowledged]) -> list[Acknowledged]:
    """Those of the acknowledged commands that the Pi does not know any more."""
    board.reach()
    with Phone(board.port) as phone:
        there = {entry["n"]: entry["command"] for entry in phone.log()}
    return [each for each in acknowledged if there.get(each.version, {}).get("tag") != each.tag]


def act_once(board: Board, acknowledged: list[Acknowledged]) -> bool:
    """Whether the last command, sent again with its key, is answered as before and does nothing more."""
    last = max(acknowledged, key=lambda each: each.version)
    with Phone(board.port) as phone:
        phone.join()
        before = phone.table()
        number = before["tags"][last.tag]
        again = phone.tell("pair-tag", tag=last.tag, number=number, id=last.key)["version"]
        after = phone.table()["version"]
    return bool(again == last.version and after == before["version"])
