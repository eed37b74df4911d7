"""Waiting for news: no notification is missed, and closing sends everybody home."""

from __future__ import annotations

import threading

from companion.notifier import Notifier


def test_a_notification_before_the_wait_ends_it_at_once() -> None:
    notifier = Notifier()
    notifier.notify()
    notifier.notify()
    assert notifier.wait(0, None) == 2
    assert notifier.wait(2, 0) == 2


def test_many_notifications_wake_once() -> None:
    notifier, heard = Notifier(), []
    waiter = threading.Thread(target=lambda: heard.append(notifier.wait(0, 10)))
    waiter.start()
    notifier.notify()
    waiter.join()
    assert heard == [1]


def test_subscribers_are_called_before_any_wait_ends_and_at_the_close_too() -> None:
    notifier, order = Notifier(), []
    waiters = [threading.Thread(target=lambda: order.append(str(notifier.wait(0, None)))) for _ in range(3)]
    notifier.subscribe(lambda: order.append(f"first {threading.current_thread().name} {notifier.closed}"))
    for waiter in waiters:
        waiter.start()
    notifier.notify()
    for waiter in waiters:
        waiter.join()
    notifier.close()
    here = threading.current_thread().name
    assert order == [f"first {here} False", "1", "1", "1", f"first {here} True"]


def test_a_closed_notifier_ends_every_wait() -> None:
    notifier, heard = Notifier(), []
    waiters = [threading.Thread(target=lambda: heard.append(notifier.wait(0, None))) for _ in range(3)]
    for waiter in waiters:
        waiter.start()
    notifier.close()
    for waiter in waiters:
        waiter.join()
    assert heard == [1, 1, 1]
    assert notifier.closed
    assert notifier.wait(99, None) == 1
