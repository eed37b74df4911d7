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


def test_who_hears_first_has_heard_before_anybody_wakes_and_hears_the_last_ring_too() -> None:
    bell, order = Bell(), []
    waiters = [threading.Thread(target=lambda: order.append(str(bell.wait(0, None)))) for _ in range(3)]
    bell.first(lambda: order.append(f"first {threading.current_thread().name} {bell.closed}"))
    for waiter in waiters:
        waiter.start()
    bell.ring()
    for waiter in waiters:
        waiter.join()
    bell.close()
    here = threading.current_thread().name
    assert order == [f"first {here} False", "1", "1", "1", f"first {here} True"]


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
