"""The terminal: lines that come in pieces, and waits for the first event."""

from __future__ import annotations

import io
import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.setup.terminal import MAX_WIDTH, Terminal
from tests.patience import PATIENCE


class Keyboard:
    """The far end of a terminal's input."""

    def __init__(self) -> None:
        self.source, self._far = os.pipe()

    def type(self, words: str) -> None:
        os.write(self._far, words.encode())

    def hang_up(self) -> None:
        os.close(self._far)
        self._far = -1

    def close(self) -> None:
        os.close(self.source)
        if self._far >= 0:
            os.close(self._far)


@pytest.fixture
def keyboard() -> Iterator[Keyboard]:
    keyboard = Keyboard()
    yield keyboard
    keyboard.close()


@pytest.fixture
def unswitched() -> Iterator[None]:
    """No other thread runs until this one waits."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(PATIENCE)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def terminal(keyboard: Keyboard) -> Terminal:
    return Terminal(keyboard.source, io.StringIO())


def test_lines_come_one_at_a_time(keyboard: Keyboard, terminal: Terminal) -> None:
    keyboard.type("one\n  two \nthr")
    assert (terminal.line(), terminal.line()) == ("one", "two")
    keyboard.type("ee\n")
    assert terminal.line() == "three"


def test_a_wait_ends_with_a_line_a_handle_or_the_time(keyboard: Keyboard, terminal: Terminal) -> None:
    near, far = os.pipe()
    assert terminal.wait([near], 0.0) == frozenset()
    os.write(far, b"!")
    assert terminal.wait([near], 10.0) == frozenset((near,))
    os.read(near, 1)
    keyboard.type("half")
    assert terminal.wait([near], 10.0) == frozenset(), "no line yet"
    keyboard.type(" a line\nand more\n")
    assert terminal.wait([near], 10.0) is None
    assert terminal.wait([near], 10.0) is None, "what was typed ahead counts"
    os.close(near)
    os.close(far)


def test_what_was_typed_too_early_is_forgotten(keyboard: Keyboard, terminal: Terminal) -> None:
    keyboard.type("one\ntwo\n")
    assert terminal.line() == "one"
    terminal.discard_input()
    keyboard.type("three\n")
    assert terminal.line() == "three"


def test_where_a_person_types_the_system_forgets_it_too() -> None:
    far, near = os.openpty()
    terminal = Terminal(near, io.StringIO())
    os.write(far, b"early\n")
    terminal.discard_input()
    os.write(far, b"late\n")
    assert terminal.line() == "late"
    os.close(far)
    os.close(near)


def test_a_terminal_that_is_gone(keyboard: Keyboard, terminal: Terminal) -> None:
    keyboard.hang_up()
    with pytest.raises(EOFError):
        terminal.line()
    with pytest.raises(EOFError):
        terminal.wait([], 10.0)


def test_ctrl_c_ends_a_wait_for_a_line_also_where_it_wakes_no_thread(
    keyboard: Keyboard, terminal: Terminal, unswitched: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one does that comes in the moment before: here another thread is given the signal."""
    waits = threading.Lock()
    select_ = select.select

    def another() -> None:
        with waits:
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    def selected(*what: Any) -> Any:
        waits.release()
        return select_(*what)

    monkeypatch.setattr(select, "select", selected)

    def rescue() -> None:
        rescued.set()
        keyboard.type("a line\n")

    rescued = threading.Event()
    hit, too_late = threading.Thread(target=another), threading.Timer(PATIENCE, rescue)
    waits.acquire()
    for each in (hit, too_late):
        each.start()
    with pytest.raises(KeyboardInterrupt):
        terminal.line()
    too_late.cancel()
    assert not rescued.is_set()
    for each in (hit, too_late):
        each.join()


def test_lines_are_no_wider_than_a_plain_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert terminal.width == MAX_WIDTH
    monkeypatch.setenv("COLUMNS", "50")
    assert terminal.width == 50
