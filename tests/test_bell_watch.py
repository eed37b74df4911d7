"""What changes without a sound."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from companion.bell import Bell, Nudge, Watch


class Thing:
    """What is watched. looked: rung at each look."""

    def __init__(self) -> None:
        self.seen = "old"
        self.fails = False
        self.looked = Bell()

    def look(self) -> str:
        self.looked.ring()
        if self.fails:
            raise OSError("no sight")
        return self.seen


@pytest.fixture
def thing() -> Thing:
    return Thing()


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def watch(thing: Thing, bell: Bell) -> Iterator[Watch[str]]:
    watch = Watch(thing.look, "nothing", bell, every=0.01, name="watch")
    yield watch
    watch.stop()
    assert "watch" not in {thread.name for thread in threading.enumerate()}


def test_until_the_first_look_there_is_what_was_given(watch: Watch[str]) -> None:
    assert watch.latest == "nothing"


def test_a_change_rings_and_the_same_again_does_not(thing: Thing, watch: Watch[str], bell: Bell) -> None:
    watch.look()
    watch.look()
    assert (watch.latest, bell.rings) == ("old", 1)
    thing.seen = "new"
    watch.look()
    assert (watch.latest, bell.rings) == ("new", 2)


def test_what_changes_later_is_seen_of_itself(thing: Thing, watch: Watch[str], bell: Bell) -> None:
    watch.start()
    heard = bell.wait(0, 10.0)
    thing.seen = "new"
    bell.wait(heard, 10.0)
    assert watch.latest == "new"


def test_a_look_that_fails_leaves_what_was_seen_and_the_next_may_see(
    thing: Thing, watch: Watch[str], bell: Bell, caplog: pytest.LogCaptureFixture
) -> None:
    watch.look()
    thing.fails = True
    watch.start()
    thing.looked.wait(thing.looked.rings + 1, 10.0)
    assert watch.latest == "old"
    heard = bell.rings
    thing.fails, thing.seen = False, "new"
    bell.wait(heard, 10.0)
    assert watch.latest == "new"
    assert "no sight" in caplog.text


def test_a_watch_that_was_never_started_can_be_stopped(watch: Watch[str]) -> None:
    watch.stop()


def test_who_is_told_of_news_looks_when_they_come_and_not_before(thing: Thing, bell: Bell) -> None:
    news = Nudge()
    watch = Watch(thing.look, "nothing", bell, every=0.0, name="watch", told=lambda: news)
    watch.start()
    heard = bell.wait(0, 10.0)
    looked = thing.looked.rings
    thing.seen = "new"
    news.give()
    bell.wait(heard, 10.0)
    assert watch.latest == "new"
    watch.stop()
    assert thing.looked.rings == looked + 1
    assert news.fileno() == -1, "it listens no more"


def test_a_nudge_wakes_who_waits_for_handles_and_is_taken_once() -> None:
    nudge, other = Nudge(), Nudge()
    nudge.give()
    nudge.give()
    assert not nudge.wait(None, other)
    other.give()
    assert nudge.wait(None, other)
    other.take()
    assert not nudge.wait(0.0, other)
    for each in (nudge, other):
        each.close()
        each.give()
