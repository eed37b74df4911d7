"""Waiting for news: nothing rung is missed, and closing sends everybody home."""

from __future__ import annotations

import threading

from companion.bell import Bell


def test_what_rang_before_the_wait_is_heard_at_once() -> None:
    bell = Bell()
    bell.ring()
    bell.ring()
    assert bell.wait(0, None) == 2
    assert bell.wait(2, 0) == 2


def test_many_rings_are_heard_once() -> None:
    bell, heard = Bell(), []
    waiter = threading.Thread(target=lambda: heard.append(bell.wait(0, 10)))
    waiter.start()
    bell.ring()
    waiter.join()
    assert heard == [1]


def test_who_has_waited_enough_goes_when_the_bell_is_stirred_and_nobody_else_hears_it() -> None:
    bell, heard, enough = Bell(), [], threading.Event()
    going = threading.Thread(target=lambda: heard.append(bell.wait(0, None, enough.is_set)))
    staying = threading.Thread(target=lambda: heard.append(bell.wait(0, None)))
    for waiter in (going, staying):
        waiter.start()
    enough.set()
    bell.stir()
    going.join()
    assert heard == [0]
    bell.ring()
    staying.join()
    assert heard == [0, 1]


def test_a_closed_bell_lets_nobody_wait() -> None:
    bell, heard = Bell(), []
    waiters = [threading.Thread(target=lambda: heard.append(bell.wait(0, None))) for _ in range(3)]
    for waiter in waiters:
        waiter.start()
    bell.close()
    for waiter in waiters:
        waiter.join()
    assert heard == [1, 1, 1]
    assert bell.closed
    assert bell.wait(99, None) == 1
