"""A broker of Debian's with passwords, an access list and encryption."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from companion.mqtt.broker import Broker
from tests.fakes.mosquitto import Mosquitto
from tests.fakes.mqtt_client import client_at

ACCESS = """
user box
topic readwrite companion/box/#
topic read hall/#

user hall
topic read companion/#
topic readwrite hall/#
"""


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    folder = tmp_path_factory.mktemp("guarded")
    broker = Mosquitto(folder, users={"box": "one", "hall": "two"}, access=ACCESS, tls=True)
    broker.start()
    yield broker
    broker.kill()


def changed(broker: Broker, **what: object) -> Broker:
    return msgspec.structs.replace(broker, **what)


def test_box_and_hall_exchange_what_the_access_list_allows(guarded: Mosquitto) -> None:
    with (
        client_at(guarded.broker("hall"), "companion/#") as hall,
        client_at(guarded.broker("box"), "hall/#") as box,
    ):
        box.client.retain("companion/box/state", b"1")
        assert hall.receive() == ("companion/box/state", b"1")
        hall.client.retain("hall/notice", b"2")
        assert box.receive() == ("hall/notice", b"2")
        box.client.retain("companion/other/state", b"forged")
        why = box.stands("connected", "topic-refused").why
        assert why is not None
        assert why.params["topic"] == "companion/other/state"
        box.client.retain("companion/box/state", b"3")
        assert hall.receive() == ("companion/box/state", b"3")


# paho leaves a socket to Python where the two do not agree
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("what", "state", "why"),
    [
        ({"password": "three"}, "refused", "password"),
        ({"user": "", "password": ""}, "refused", "nameless"),
        ({"ca": ""}, "refused", "certificate"),
        ({"host": "127.0.0.2"}, "away", "unreachable"),
        ({"encrypted": False, "ca": ""}, "away", "silent"),
    ],
    ids=["another password", "no name", "an authority nobody knows", "another host", "no encryption"],
)
def test_why_there_is_no_connection_is_reported(
    guarded: Mosquitto, what: dict[str, object], state: str, why: str
) -> None:
    with client_at(changed(guarded.broker("box"), **what), keepalive=5) as box:
        box.stands(state, why)
