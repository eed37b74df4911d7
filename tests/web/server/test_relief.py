"""Who keeps threads waiting is looked at while all are taken, also where there was no thread for that."""

from __future__ import annotations

import threading

import pytest

from web.server.server import Relief

PATIENCE = 20


def _refusing(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_without_a_thread_for_relief_an_answer_is_made_and_the_next_asks_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    relieved = threading.Event()
    relief = Relief(1, relieved.set, 0.001)
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", _refusing)
        with relief:
            pass
    relief_came = False
    with relief:
        relief_came = relieved.wait(PATIENCE)
    assert relief_came
    relief.stop()


def test_without_a_thread_for_relief_the_server_still_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    relief = Relief(1, lambda: None, 0.001)
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", _refusing)
        with relief:
            pass
    relief.stop()
