"""What changes without a sound."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from companion.notifier import Notifier, Poller, Wakeup


class Thing:
    """What is watched. looked: notifies at each read."""

    def __init__(self) -> None:
        self.seen = "old"
        self.fails = False
        self.looked = Notifier()

    def look(self) -> str:
        self.looked.notify()
        if self.fails:
            raise OSError("no sight")
        return self.seen


@pytest.fixture
def thing() -> Thing:
    return Thing()


@pytest.fixture
def notifier() -> Notifier:
    return Notifier()


@pytest.fixture
def poller(thing: Thing, notifier: Notifier) -> Iterator[Poller[str]]:
    poller = Poller(thing.look, "nothing", notifier, interval=0.01, name="poller")
    yield poller
    poller.stop()
    assert "poller" not in {thread.name for thread in threading.enumerate()}


def test_until_the_first_look_there_is_what_was_given(poller: Poller[str]) -> None:
    assert poller.latest == "nothing"


def test_a_change_notifies_once(thing: Thing, poller: Poller[str], notifier: Notifier) -> None:
    poller.poll()
    poller.poll()
    assert (poller.latest, notifier.count) == ("old", 1)
    thing.seen = "new"
    poller.poll()
    assert (poller.latest, notifier.count) == ("new", 2)


def test_what_changes_later_is_seen_of_itself(thing: Thing, poller: Poller[str], notifier: Notifier) -> None:
    poller.start()
    heard = notifier.wait(0, 10.0)
    thing.seen = "new"
    notifier.wait(heard, 10.0)
    assert poller.latest == "new"


def test_a_look_that_fails_leaves_what_was_seen_and_the_next_may_see(
    thing: Thing, poller: Poller[str], notifier: Notifier, caplog: pytest.LogCaptureFixture
) -> None:
    poller.poll()
    thing.fails = True
    poller.start()
    thing.looked.wait(thing.looked.count + 1, 10.0)
    assert poller.latest == "old"
    heard = notifier.count
    thing.fails, thing.seen = False, "new"
    notifier.wait(heard, 10.0)
    assert poller.latest == "new"
    assert "no sight" in caplog.text


def test_a_watch_that_was_never_started_can_be_stopped(poller: Poller[str]) -> None:
    poller.stop()


def test_a_subscribed_poller_polls_on_notification_and_not_before(thing: Thing, notifier: Notifier) -> None:
    news = Wakeup()
    poller = Poller(thing.look, "nothing", notifier, interval=0.0, name="poller", open_events=lambda: news)
    poller.start()
    heard = notifier.wait(0, 10.0)
    looked = thing.looked.count
    thing.seen = "new"
    news.set()
    notifier.wait(heard, 10.0)
    assert poller.latest == "new"
    poller.stop()
    assert thing.looked.count == looked + 1
    assert news.fileno() == -1, "it listens no more"


def test_a_wakeup_ends_a_wait_on_handles_and_is_consumed_once() -> None:
    wakeup, other = Wakeup(), Wakeup()
    wakeup.set()
    wakeup.set()
    assert not wakeup.wait(None, other)
    other.set()
    assert wakeup.wait(None, other)
    other.take()
    assert not wakeup.wait(0.0, other)
    for each in (wakeup, other):
        each.close()
        each.set()
