"""What the files of docs/mosquitto forbid at a real Mosquitto, and what comes of it without the list: two
boxes, of which one wishes the other ill, and the hall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import get_args

import pytest

from companion.health.broker_status import BrokerStatus
from companion.mqtt import topics
from companion.mqtt.home_assistant import discovery_topic
from companion.mqtt.leaving import NOT_RETAINED, leave
from tests.fakes.documented import Documented
from tests.fakes.mqtt_client import RecordingClient, client_at
from tests.fakes.packets import Client

FORGER, VICTIM, HALL, HOME = "00000001", "00000002", "hall", "homeassistant"
USERS = {each: f"password of {each}" for each in (FORGER, VICTIM, HALL, HOME)}
EVENT = "club-2026"
DONE = (topics.of_box(FORGER, "status"), b"done")
"""What the forger says last: what came before it was dealt with."""
LAST = (topics.notice("another"), b"done")
"""What the hall says after that."""
Heard = tuple[str, bytes]
Forges = Callable[[Documented, str], object]


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Documented]:
    broker = Documented(tmp_path_factory.mktemp("listed"), users=USERS)
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture(scope="module")
def open_to_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Documented]:
    """The same without the access list: every client may write everything."""
    broker = Documented(tmp_path_factory.mktemp("open"), users=USERS)
    broker.listed = False
    broker.start()
    yield broker
    broker.kill()


def line(broker: Documented, user: str, client: str = "", will: Heard | None = None) -> Client:
    password = broker.users[user]
    return Client(("127.0.0.1", broker.port), client or user, user=user, password=password, will=will)


def heard_while(broker: Documented, forges: Forges, topic: str) -> set[str]:
    """The topics at which hall, Home Assistant and the other box receive something while the forger does
    this.
    """
    with line(broker, HALL) as hall, line(broker, HOME) as home, line(broker, VICTIM) as victim:
        for each in (hall, home, victim):
            each.subscribe("#")
        forges(broker, topic)
        with line(broker, FORGER) as forger:
            forger.publish(*DONE, retained=False)
        hall.publish(*LAST, retained=False)
        received = (*iter(hall.receive, DONE), *iter(home.receive, DONE), *iter(victim.receive, LAST))
        return {topic for topic, _ in received} - {DONE[0]}


def says(broker: Documented, topic: str) -> None:
    with line(broker, FORGER) as forger:
        forger.publish(topic, b"forged", retained=False)


def wills(broker: Documented, topic: str) -> None:
    line(broker, FORGER, will=(topic, topics.OFFLINE)).cut()


FORGERIES = pytest.mark.parametrize(
    ("forges", "topic"),
    [
        (says, topics.of_box(VICTIM, "state")),
        (says, topics.of_box(VICTIM, "command")),
        (wills, topics.of_box(VICTIM, "status")),
        (says, topics.notice(EVENT)),
        (says, topics.answer(EVENT, VICTIM)),
        (says, discovery_topic(VICTIM)),
    ],
)


@FORGERIES
def test_a_forgery_is_reported_where_no_list_forbids_it(
    open_to_all: Documented, forges: Forges, topic: str
) -> None:
    assert topic in heard_while(open_to_all, forges, topic)


@FORGERIES
def test_the_list_forbids_it(listed: Documented, forges: Forges, topic: str) -> None:
    assert heard_while(listed, forges, topic) == set()


def test_a_client_without_a_name_or_with_a_wrong_password_is_refused(listed: Documented) -> None:
    for user, password in (("", ""), (VICTIM, USERS[FORGER]), ("companion/#", "")):
        with pytest.raises(ConnectionRefusedError):
            Client(("127.0.0.1", listed.port), VICTIM, user=user, password=password)


def test_a_box_reads_no_other_table_s_words(listed: Documented) -> None:
    with line(listed, FORGER) as curious, line(listed, VICTIM) as box:
        curious.subscribe("#")
        box.publish(topics.of_box(VICTIM, "state"), b"with names", retained=False)
        curious.publish(*DONE, retained=False)
        assert curious.receive() == DONE


@contextmanager
def box(broker: Documented, user: str) -> Iterator[RecordingClient]:
    """A box as it is connected."""
    with client_at(broker.broker(user), topics.notice(EVENT), topics.answer(EVENT, user)) as one:
        one.stands("connected")
        yield one


def test_no_client_takes_the_place_of_another_by_its_id(listed: Documented) -> None:
    with line(listed, HALL) as hall, box(listed, VICTIM) as victim:
        hall.publish(topics.notice(EVENT), b"round ends")
        assert victim.receive() == (topics.notice(EVENT), b"round ends")
        with line(listed, FORGER, client=f"companion-{VICTIM}") as forger:
            forger.publish(*DONE, retained=False)
        hall.publish(topics.notice(EVENT), b"")
        assert victim.receive() == (topics.notice(EVENT), b"")
        assert victim.links.empty()


def test_a_box_may_publish_all_its_topics_and_receives_the_hall(listed: Documented) -> None:
    kinds = [each for each in get_args(topics.Kind) if each not in NOT_RETAINED]
    with line(listed, HALL) as hall, line(listed, HOME) as home:
        hall.subscribe(f"companion/{VICTIM}/+")
        home.subscribe("homeassistant/#")
        with box(listed, VICTIM) as one:
            for kind in kinds:
                one.client.retain(topics.of_box(VICTIM, kind), kind.encode())
            assert dict(hall.receive() for _ in kinds) == {
                topics.of_box(VICTIM, kind): kind.encode() for kind in kinds
            }
            one.client.retain(discovery_topic(VICTIM), b"device")
            assert home.receive() == (discovery_topic(VICTIM), b"device")
            hall.publish(topics.answer(EVENT, VICTIM), b"coming", retained=False)
            assert one.receive() == (topics.answer(EVENT, VICTIM), b"coming")
            assert one.client.status == BrokerStatus("connected")
        assert leave(listed.broker(VICTIM), VICTIM) == {topics.of_box(VICTIM, kind) for kind in kinds}
        assert home.receive() == (discovery_topic(VICTIM), b"")
