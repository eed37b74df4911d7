"""The end is heard whenever it is wished for: also by a signal that wakes nobody."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from companion.daemon.wishes import Again, End, Wishes
from tests.daemon.starts import started
from tests.patience import PATIENCE

ANOTHER = """
import signal, threading
def hear():
    with open({gate!r}) as gate:
        gate.read()
    signal.pthread_kill(threading.get_ident(), signal.{name})
threading.Thread(target=hear, daemon=True).start()
"""
"""Give the process a signal on another thread than the main one, which sleeps on: what one does to it that
comes in the moment before it sleeps."""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_signal_that_does_not_wake_the_main_thread_stops_the_box_all_the_same(
    tmp_path: Path, name: str
) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    with started(tmp_path / "data", before=ANOTHER.format(gate=str(gate), name=name)) as box:
        box.ready()
        gate.write_text("now")
        box.process.communicate(timeout=PATIENCE)
    assert box.process.returncode == 0


def test_wishes_come_in_their_order_and_none_is_waited_for_in_vain() -> None:
    with Wishes() as wishes:
        wishes.put(Again())
        wishes.end()
        assert wishes.next(None) == Again()
        assert wishes.next(0) == End()
        assert wishes.next(0) is None
        assert wishes.next(0.001) is None


def test_a_wish_of_another_thread_wakes_who_waits() -> None:
    with Wishes() as wishes:
        wishing = threading.Timer(0.01, wishes.end)
        wishing.start()
        assert wishes.next(PATIENCE) == End()
        wishing.join()
