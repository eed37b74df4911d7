"""The connection to a bus: calls, their failures by the bus's own names, and signals."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.system.bus import DISCONNECTED, NO_REPLY, SERVICE_UNKNOWN, Bus, BusError, Signal
from tests.fakes.private_bus import FailedCallError, PrivateBus, Service, private_bus
from tests.patience import PATIENCE

NAME, PATH = "org.example.Clock", "/clock"


@pytest.fixture
def there(tmp_path: Path) -> Iterator[PrivateBus]:
    with private_bus(tmp_path) as there:
        yield there


@pytest.fixture
def clock(there: PrivateBus) -> Service:
    return Service(there, NAME)


@pytest.fixture
def bus(there: PrivateBus) -> Iterator[Bus]:
    bus = Bus(there.address)
    yield bus
    bus.close()


def test_a_call_brings_what_the_service_answers(bus: Bus, clock: Service) -> None:
    clock.answers[f"{NAME}.Add"] = lambda _path, one, other: ("us", (one + other, "well"))
    assert bus.call(NAME, PATH, f"{NAME}.Add", "uu", 3, 4) == (7, "well")


def test_properties_come_without_their_signatures(bus: Bus, clock: Service) -> None:
    found = {"Hour": ("u", 4), "Name": ("s", "tower")}
    clock.answers["org.freedesktop.DBus.Properties.GetAll"] = lambda _path, _of: ("a{sv}", (found,))
    clock.answers["org.freedesktop.DBus.Properties.Get"] = lambda _path, _of, name: ("v", (found[name],))
    assert bus.properties(NAME, PATH, NAME) == {"Hour": 4, "Name": "tower"}
    assert bus.property(NAME, PATH, f"{NAME}.Hour") == 4


def test_a_refusal_carries_the_name_that_the_service_gave_it(bus: Bus, clock: Service) -> None:
    def refuse(_path: str) -> None:
        raise FailedCallError("org.example.Clock.Error.Stopped", "it stands")

    clock.answers[f"{NAME}.Wind"] = refuse
    with pytest.raises(BusError) as failed:
        bus.call(NAME, PATH, f"{NAME}.Wind")
    assert (failed.value.name, failed.value.message) == ("org.example.Clock.Error.Stopped", "it stands")


def test_a_service_that_is_not_there_is_reported_by_the_bus(bus: Bus) -> None:
    with pytest.raises(BusError) as failed:
        bus.call("org.example.Nobody", PATH, "org.example.Nobody.Ask")
    assert failed.value.name == SERVICE_UNKNOWN


def test_a_service_that_does_not_answer_is_not_waited_for_without_an_end(bus: Bus, clock: Service) -> None:
    clock.answers[f"{NAME}.Sleep"] = lambda _path: None
    with pytest.raises(BusError) as failed:
        bus.call(NAME, PATH, f"{NAME}.Sleep", timeout=0.01)
    assert failed.value.name == NO_REPLY


def test_a_missing_bus_is_named_in_the_failure(tmp_path: Path) -> None:
    with pytest.raises(BusError) as failed:
        Bus(f"unix:path={tmp_path / 'nothing'}")
    assert failed.value.name == DISCONNECTED


def test_signals_are_received_and_only_those_that_were_wished_for(bus: Bus, clock: Service) -> None:
    heard: queue.SimpleQueue[Signal] = queue.SimpleQueue()
    bus.subscribe(heard.put, sender=NAME, interface=NAME, member="Struck")
    clock.tell(PATH, NAME, "Ticked", "")
    clock.tell(PATH, NAME, "Struck", "u", 12)
    assert heard.get(timeout=PATIENCE) == Signal(PATH, NAME, "Struck", (12,))
    assert heard.empty()


def test_signals_of_one_name_are_filtered_by_their_first_argument(bus: Bus, clock: Service) -> None:
    heard: queue.SimpleQueue[Signal] = queue.SimpleQueue()
    bus.subscribe(heard.put, arg0="the hour", sender=NAME, interface=NAME, member="Struck")
    clock.tell(PATH, NAME, "Struck", "su", "a quarter", 1)
    clock.tell(PATH, NAME, "Struck", "su", "the hour", 12)
    assert heard.get(timeout=PATIENCE) == Signal(PATH, NAME, "Struck", ("the hour", 12))
    assert heard.empty()


def test_a_listener_that_fails_on_one_signal_gets_the_next(bus: Bus, clock: Service) -> None:
    heard: queue.SimpleQueue[int] = queue.SimpleQueue()
    bus.subscribe(lambda signal: heard.put(60 // signal.body[0]), sender=NAME, member="Struck")
    clock.tell(PATH, NAME, "Struck", "u", 0)
    clock.tell(PATH, NAME, "Struck", "u", 12)
    assert heard.get(timeout=PATIENCE) == 5


def test_several_threads_get_each_their_own_answer(bus: Bus, clock: Service) -> None:
    clock.answers[f"{NAME}.Same"] = lambda _path, number: ("u", (number,))
    got: dict[int, object] = {}

    def ask(number: int) -> None:
        got[number] = bus.call(NAME, PATH, f"{NAME}.Same", "u", number)

    threads = [threading.Thread(target=ask, args=(each,)) for each in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert got == {each: (each,) for each in range(8)}


def test_a_lost_bus_fails_waiting_calls_and_is_reported_once(there: PrivateBus, clock: Service) -> None:
    on_lost = queue.SimpleQueue[None]()
    bus = Bus(there.address, on_lost=lambda: on_lost.put(None))
    clock.answers[f"{NAME}.Sleep"] = lambda _path: None

    def end() -> None:
        clock.await_call("Sleep")
        there.end()

    ended = threading.Thread(target=end)
    ended.start()
    with pytest.raises(BusError) as failed:
        bus.call(NAME, PATH, f"{NAME}.Sleep")
    ended.join()
    assert failed.value.name == DISCONNECTED
    on_lost.get(timeout=PATIENCE)
    with pytest.raises(BusError):
        bus.call(NAME, PATH, f"{NAME}.Sleep")
    bus.close()
    assert on_lost.empty()


def test_a_bus_that_was_closed_ends_its_thread_and_does_not_count_as_gone(there: PrivateBus) -> None:
    on_lost = queue.SimpleQueue[None]()
    before = threading.active_count()
    bus = Bus(there.address, on_lost=lambda: on_lost.put(None))
    bus.close()
    bus.close()
    assert on_lost.empty()
    assert threading.active_count() == before
