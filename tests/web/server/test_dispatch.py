"""Connections that no thread has: each goes to one thread, when there is something to do, and to no other."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from tests.patience import PATIENCE
from web.server.dispatch import Dispatch


class Phone:
    """A connection, and its other end."""

    def __init__(self) -> None:
        self.socket, self.far = socket.socketpair()
        self.goes_on = self.going = False

    def cut(self) -> None:
        self.going = True
        self.socket.shutdown(socket.SHUT_RDWR)

    def fileno(self) -> int:
        return self.socket.fileno()

    def close(self) -> None:
        self.socket.close()
        self.far.close()


@pytest.fixture
def dispatch() -> Iterator[Dispatch[Phone]]:
    made = Dispatch[Phone]()
    yield made
    made.end()
    made.close()


@pytest.fixture
def phones() -> Iterator[list[Phone]]:
    made = [Phone() for _ in range(8)]
    yield made
    for each in made:
        each.close()


class Workers:
    """Threads that take what there is until it is over."""

    def __init__(self, dispatch: Dispatch[Phone], number: int) -> None:
        self._dispatch = dispatch
        self.taken: list[Phone] = []
        self.took = threading.Semaphore(0)
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(number)]
        for each in self._threads:
            each.start()

    def _work(self) -> None:
        while (phone := self._dispatch.take()) is not None:
            self.taken.append(phone)
            self.took.release()

    def ended(self) -> bool:
        for each in self._threads:
            each.join(PATIENCE)
        return not any(each.is_alive() for each in self._threads)


def test_who_says_something_is_taken_and_the_others_wait_on(
    dispatch: Dispatch[Phone], phones: list[Phone]
) -> None:
    for each in phones:
        dispatch.put(each)
    phones[3].far.send(b"GET")
    assert dispatch.take() is phones[3]
    assert len(dispatch) == len(dispatch.waiting) == 7
    assert phones[3] not in dispatch.waiting


def test_each_is_taken_once_however_many_threads_wait_and_however_much_it_says(
    dispatch: Dispatch[Phone], phones: list[Phone]
) -> None:
    workers = Workers(dispatch, 6)
    for each in phones:
        dispatch.put(each)
        each.far.send(b"one")
        each.far.send(b"two")
    for _ in phones:
        assert workers.took.acquire(timeout=PATIENCE)
    dispatch.end()
    assert workers.ended()
    assert sorted(map(id, workers.taken)) == sorted(map(id, phones))


def test_who_is_put_back_is_taken_again(dispatch: Dispatch[Phone], phones: list[Phone]) -> None:
    phone = phones[0]
    for _ in range(3):
        dispatch.put(phone)
        phone.far.send(b"x")
        assert dispatch.take() is phone
        phone.socket.recv(1)


def test_who_goes_on_by_itself_is_taken_though_nothing_comes(
    dispatch: Dispatch[Phone], phones: list[Phone]
) -> None:
    phones[0].goes_on = True
    dispatch.put(phones[0])
    assert dispatch.take() is phones[0]


def test_who_hangs_up_is_taken(dispatch: Dispatch[Phone], phones: list[Phone]) -> None:
    dispatch.put(phones[0])
    phones[0].far.close()
    assert dispatch.take() is phones[0]


def test_a_connection_that_is_closed_is_not_waited_for(
    dispatch: Dispatch[Phone], phones: list[Phone]
) -> None:
    phones[0].close()
    with pytest.raises((OSError, ValueError)):
        dispatch.put(phones[0])
    assert not dispatch.waiting


def test_who_is_put_just_as_it_ends_is_closed_afterwards(
    dispatch: Dispatch[Phone], phones: list[Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed halfway, it would be closed twice, and its number by then may be somebody else's."""
    ending = threading.Thread(target=dispatch.end)

    class Poll:
        def modify(self, number: int, events: int) -> None:
            ending.start()
            ending.join(0.05)
            poll.register(number, events)

    with monkeypatch.context() as at_the_end:
        poll = dispatch._poll
        at_the_end.setattr(dispatch, "_poll", Poll())
        dispatch.put(phones[0])
    ending.join(PATIENCE)
    assert phones[0].fileno() < 0
    assert not dispatch.waiting


def test_who_waits_is_cut_and_taken_to_be_closed(dispatch: Dispatch[Phone], phones: list[Phone]) -> None:
    dispatch.put(phones[0])
    dispatch.cut(phones[0])
    assert phones[0].going
    assert dispatch.take() is phones[0]


def test_who_has_been_taken_is_not_cut_but_answered(dispatch: Dispatch[Phone], phones: list[Phone]) -> None:
    dispatch.put(phones[0])
    phones[0].far.send(b"GET")
    assert dispatch.take() is phones[0]
    dispatch.cut(phones[0])
    assert not phones[0].going


def test_the_crowd_are_those_who_have_said_something(dispatch: Dispatch[Phone], phones: list[Phone]) -> None:
    for each in phones:
        dispatch.put(each)
    assert dispatch.crowd == 0
    for each in phones[:3]:
        each.far.send(b"GET")
    assert dispatch.crowd == 3


def test_the_end_lets_every_thread_go_and_closes_who_waits(
    dispatch: Dispatch[Phone], phones: list[Phone]
) -> None:
    workers = Workers(dispatch, 6)
    for each in phones:
        dispatch.put(each)
    dispatch.end()
    assert workers.ended()
    assert all(each.fileno() < 0 for each in phones)


def test_who_is_put_back_after_the_end_is_closed_with_the_handles(phones: list[Phone]) -> None:
    dispatch = Dispatch[Phone]()
    dispatch.end()
    dispatch.put(phones[0])
    dispatch.close()
    assert phones[0].fileno() < 0
