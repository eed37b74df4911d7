"""Requests for what is done next, and for the end: also by a signal that wakes no thread."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from companion.daemon.pending import START, Pending, Restore, StartInterrupted
from tests.daemon.starts import started
from tests.patience import PATIENCE

ANOTHER = """
import signal, threading
def hear():
    with open({gate!r}) as gate:
        gate.read()
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)
threading.Thread(target=hear, daemon=True).start()
"""
"""Give the process a signal on another thread than the main one, which sleeps on: what one does to it that
comes in the moment before it sleeps."""


def test_a_signal_that_does_not_wake_the_main_thread_stops_the_box_all_the_same(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    with started(tmp_path / "data", before=ANOTHER.format(gate=str(gate))) as box:
        box.ready()
        gate.write_text("now")
        box.process.communicate(timeout=PATIENCE)
    assert box.process.returncode == 0


def test_a_request_of_another_thread_ends_the_wait_and_the_first_one_is_performed() -> None:
    with Pending() as pending:
        assert not pending.wait(0)
        requesting = threading.Thread(target=pending.request, args=(Restore("first"),))
        requesting.start()
        while not pending.wait(PATIENCE):
            pass
        requesting.join()
        pending.request(START)
        assert pending.take() == Restore("first")
        assert not pending.wait(0)


def test_the_end_comes_before_all_that_was_requested() -> None:
    with Pending() as pending:
        pending.request(START)
        pending.shut_down()
        pending.request(START)
        assert pending.wait(None)
        with pytest.raises(StartInterrupted), pending.interruptible():
            raise AssertionError
