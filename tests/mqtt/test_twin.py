"""Two clients with one name throw each other out of their connections: it is named, and stays named."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.language.text import Text, text
from companion.mqtt.amiss import away
from companion.mqtt.broker import Broker
from companion.mqtt.link import Link
from companion.mqtt.twin import OFTEN, STANDS, Twin
from tests.fakes.ear import ear
from tests.fakes.lying_broker import CONNACK, Line, lying
from tests.fakes.mosquitto import Mosquitto

BROKER = Broker("pi", 1883)
CONNECTED = Link("connected")
GONE = away("gone", BROKER)
TAKEN_OVER = Link("refused", text("broker.taken-over"))


def code(why: Text | None) -> str | None:
    return None if why is None else why.code


@pytest.mark.parametrize(("over", "named"), [(GONE, "broker.twin"), (TAKEN_OVER, "broker.taken-over")])
def test_it_is_named_once_the_broker_has_hung_up_again_and_again(over: Link, named: str) -> None:
    twin = Twin(BROKER)
    for _ in range(OFTEN - 1):
        assert twin.standing(CONNECTED, 0.0) == CONNECTED
        assert twin.ended(over, 2.0) == over
    ended = twin.ended(over, 2.0)
    assert (ended.state, code(ended.why)) == ("refused", named)


def test_it_stays_named_while_the_box_is_let_in_for_a_moment_and_no_longer_once_that_lasts() -> None:
    twin = Twin(BROKER)
    for _ in range(OFTEN):
        twin.ended(GONE, 2.0)
    let_in = twin.standing(CONNECTED, STANDS / 2)
    assert (let_in.state, code(let_in.why)) == ("connected", "broker.twin")
    assert twin.standing(CONNECTED, STANDS) == CONNECTED
    assert twin.ended(GONE, STANDS) == GONE
    assert twin.standing(CONNECTED, 0.0) == CONNECTED


def test_what_else_is_amiss_is_said_before_it() -> None:
    twin = Twin(BROKER)
    for _ in range(OFTEN):
        twin.ended(GONE, 2.0)
    deaf = Link("connected", text("broker.deaf"))
    assert twin.standing(deaf, 1.0) == deaf


@pytest.mark.parametrize("other", [away("unreachable", BROKER, why=""), away("silent", BROKER)])
def test_a_broker_that_goes_away_between_is_no_twin(other: Link) -> None:
    twin = Twin(BROKER)
    for _ in range(OFTEN):
        assert twin.ended(GONE, 2.0) == GONE
        assert twin.ended(other, 0.0) == other


@pytest.mark.parametrize(
    ("client", "more"),
    [("companion-3fa9c27b", ""), (None, "use_username_as_clientid true")],
    ids=["one id", "one login"],
)
def test_two_boxes_with_one_name_are_both_told(client: str | None, more: str, tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path, users={"box": "word"}, more=more)
    broker.start()
    try:
        here = broker.broker("box")
        with ear(here, client=client) as one, ear(here, client=client) as two:
            for each in (one, two):
                each.stands("connected", "twin")
    finally:
        broker.kill()


def test_a_broker_that_says_nothing_before_it_hangs_up_is_told_from_one_that_is_away() -> None:
    def throws_out(line: Line) -> None:
        line.take()
        line.give(CONNACK)

    with lying(throws_out) as broker, ear(broker) as box:
        box.stands("away", "gone")
        box.stands("refused", "twin")
        box.stands("connected", "twin")


def test_for_a_program_it_has_one_word_whichever_the_broker_says() -> None:
    twins = (Link("connected", away("twin", BROKER).why), Link("refused", text("broker.taken-over")))
    assert [each.word for each in twins] == ["twin", "twin"]
    assert [each.word for each in (CONNECTED, GONE)] == ["connected", "away"]
