"""The connection to a broker, beside Debian's Mosquitto."""

from __future__ import annotations

import pytest

from companion.mqtt.broker import Broker
from tests.fakes.ear import SOON, ear
from tests.fakes.mosquitto import Mosquitto, mosquitto

__all__ = ["mosquitto"]


def test_what_is_kept_is_heard_by_who_comes_later(mosquitto: Mosquitto) -> None:
    with ear(mosquitto.broker()) as first:
        first.connection.keep("kept/a", b"old")
        first.connection.keep("kept/a", b"new")
    with ear(mosquitto.broker(), "kept/#") as second:
        assert second.hears() == ("kept/a", b"new")
        second.connection.keep("kept/a", b"")
        assert second.hears() == ("kept/a", b"")
    with ear(mosquitto.broker(), "kept/#") as third:
        third.stands("connected")
        third.connection.keep("kept/end", b"!")
        assert third.hears() == ("kept/end", b"!")


def test_what_is_said_is_heard_by_who_listens(mosquitto: Mosquitto) -> None:
    with ear(mosquitto.broker(), "said/#") as one, ear(mosquitto.broker()) as other:
        one.connection.keep("said/here", b"")
        assert one.hears() == ("said/here", b"")
        other.stands("connected")
        other.connection.say("said/hello", b"1")
        assert one.hears() == ("said/hello", b"1")


def test_a_broker_that_has_forgotten_all_is_told_all_again(mosquitto: Mosquitto) -> None:
    with ear(mosquitto.broker()) as box:
        box.connection.keep("again/status", b"online")
        box.connection.keep("again/state", b"1")
        box.stands("connected")
        mosquitto.kill()
        box.stands("away", "gone")
        box.connection.keep("again/state", b"2")
        mosquitto.start()
        box.stands("connected")
        with ear(mosquitto.broker(), "again/#") as hall:
            assert dict([hall.hears(), hall.hears()]) == {"again/status": b"online", "again/state": b"2"}


def test_who_leaves_without_a_goodbye_leaves_a_will(mosquitto: Mosquitto) -> None:
    with (
        ear(mosquitto.broker(), "will/#") as hall,
        ear(mosquitto.broker(), will=("will/status", b"offline")) as box,
    ):
        box.connection.keep("will/status", b"online")
        assert hall.hears() == ("will/status", b"online")
        box.connection.stop(SOON)
        with ear(mosquitto.broker()) as other:
            other.connection.keep("will/end", b"!")
            assert hall.hears() == ("will/end", b"!")


def test_who_comes_later_hears_all_that_is_retained_however_much(mosquitto: Mosquitto) -> None:
    """Of what has to be confirmed Mosquitto keeps a thousand messages for each, and loses the others."""
    many = 1500
    with ear(mosquitto.broker()) as tables:
        for n in range(many):
            tables.connection.keep(f"many/{n}", b"1")
    with ear(mosquitto.broker(), "many/#") as hall:
        assert {hall.hears()[0] for _ in range(many)} == {f"many/{n}" for n in range(many)}


def test_where_only_what_is_new_is_followed_nothing_of_old_is_heard(mosquitto: Mosquitto) -> None:
    """A command that somebody has left there to be kept would be done anew with each connection."""
    with ear(mosquitto.broker()) as other:
        other.stands("connected")
        other.connection.keep("new/command", b"old")
        with ear(mosquitto.broker()) as box:
            box.connection.follow("new/command", retained=False)
            box.connection.follow("new/ready")
            box.connection.keep("new/ready", b"1")
            assert box.hears() == ("new/ready", b"1")
            other.connection.keep("new/command", b"kept while it listens")
            other.connection.say("new/command", b"new")
            assert box.hears() == ("new/command", b"new")
            other.connection.keep("new/command", b"")


def test_how_it_stands_is_noted_in_plain_words_and_is_no_warning_at_a_terminal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    with ear(Broker("127.0.0.1", 1, False, "", "", "")) as box:
        box.stands("away", "unreachable")
    noted = [each for each in caplog.records if each.name == "companion.mqtt.connection"]
    assert {each.levelname for each in noted} == {"INFO"}
    assert noted[0].getMessage().startswith("the broker is away: broker.unreachable ")
