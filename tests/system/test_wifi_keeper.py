"""The box's Wi-Fi over a NetworkManager that is faked on a private bus: what it does, how fast it is back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pytest

from companion.system.network_manager import MAX_NETWORKS
from companion.system.wifi import (
    GONE_AFTER,
    JOINS_WITHIN,
    OPENS_AFTER,
    OPENS_WITHIN,
    SEEKS_EVERY,
    SEEKS_FOR,
    STAYS_OFF,
)
from tests.fakes.network_manager import NAME, RADIO, NetworkManagerOn
from tests.fakes.on_the_air import OnTheAir, on_the_air

HOME, PASSWORD = "Home", "correct horse"
OWN = "Companion-7F3A"
SEES_IT_GONE = 15.0
"""Seconds without a beacon after which the kernel reports a network as lost."""


class Making(Protocol):
    def __call__(self, **around: Any) -> OnTheAir: ...


@pytest.fixture
def around(tmp_path: Path) -> Iterator[Making]:
    with ExitStack() as stack:

        def make(**around: Any) -> OnTheAir:
            return stack.enter_context(on_the_air(tmp_path, **around))

        yield make


def opened(box: OnTheAir) -> None:
    """A box that knows no network has opened its own."""
    box.start("waiting")
    box.passes(OPENS_AFTER)
    box.until("own")


def test_without_a_known_network_the_box_opens_its_own_within_a_minute(around: Making) -> None:
    box = around(air={HOME: PASSWORD})
    box.start("waiting")
    box.passes(OPENS_AFTER - 1)
    assert not box.air.service.calls("AddAndActivateConnection2")
    box.passes(1)
    box.until("own")
    own = box.keeper.own
    assert own is not None
    assert box.air.own == (OWN, own.password)
    assert box.why == "none-known"
    assert OPENS_AFTER + OPENS_WITHIN / 2 <= 60
    assert [each.name for each in box.wifi.heard] == [HOME], "what was heard before is still offered"


def test_it_is_locked_as_phones_of_today_lock_and_gives_addresses(around: Making) -> None:
    box = around()
    opened(box)
    profile = box.air.service.calls("AddAndActivateConnection2")[0][2]
    security = {key: value for key, (_, value) in profile["802-11-wireless-security"].items()}
    assert (security["key-mgmt"], security["proto"]) == ("wpa-psk", ["rsn"])
    assert (security["pairwise"], security["group"]) == (["ccmp"], ["ccmp"])
    assert profile["ipv4"]["method"] == ("s", "shared")
    assert profile["ipv4"]["address-data"] == (
        "aa{sv}", [{"address": ("s", "10.42.0.1"), "prefix": ("u", 24)}]
    )  # fmt: skip
    assert profile["ipv6"]["method"] == ("s", "disabled")
    assert profile["connection"]["autoconnect"] == ("b", False)
    assert box.air.stored == (), "nothing of it stays in NetworkManager"


def test_name_and_password_are_made_once(around: Making) -> None:
    box = around()
    opened(box)
    first = box.keeper.own
    box.keeper.stop()
    box.another()
    box.start("own")
    assert box.keeper.own == first, "a start of the companion leaves the phones where they are"
    box.air.restart()
    assert first is not None
    assert len(first.password) >= 10


def test_a_box_in_a_known_network_opens_nothing(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.passes(3600)
    box.passes(1)
    assert (box.wifi.doing, box.wifi.network, box.air.own) == ("home", HOME, None)
    assert not box.wifi.moved, "nobody has sent it there"


def test_with_all_well_nothing_is_due_and_the_thread_sleeps(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    assert box.wifi.due == float("inf")
    heard = box.air.service.calls("GetManagedObjects")
    assert box.keeper._until(box.wifi.due) is None
    box.air.service.tell(RADIO, "org.freedesktop.DBus.Properties", "PropertiesChanged", "s", "Strength")
    box.air.service.tell(f"{RADIO}/x", f"{NAME}.Device", "StateChanged", "uuu", 70, 60, 0)
    assert box.air.service.calls("GetManagedObjects") == heard


def test_a_box_with_a_cable_opens_none_unasked(around: Making) -> None:
    box = around(cable=True)
    box.start()
    box.await_that(lambda: box.keeper.has_radio)
    box.passes(3600)
    assert (box.wifi.doing, box.air.own) == ("nothing", None)
    box.keeper.stay("evening")
    box.until("own")


def test_a_cable_that_is_pulled_out_begins_the_minute(around: Making) -> None:
    box = around(cable=True)
    box.start()
    box.await_that(lambda: box.keeper.has_radio)
    box.passes(3600)
    box.air.plug(cable=False)
    box.until("waiting")
    box.passes(OPENS_AFTER)
    box.until("own")


def test_the_right_password_brings_the_box_home_and_is_kept(around: Making) -> None:
    box = around(air={HOME: PASSWORD})
    opened(box)
    box.keeper.join(HOME, PASSWORD)
    box.until("home")
    box.air.service.await_call("Save")
    assert (box.air.network, box.why) == (HOME, None)
    box.await_that(lambda: box.air.stored == (HOME,))
    assert box.wifi.moved, "the display is to show its address there"


def test_a_wrong_password_is_reported_with_the_old_network_back_and_nothing_stored(around: Making) -> None:
    box = around(air={HOME: PASSWORD})
    opened(box)
    box.keeper.join(HOME, "wrong password")
    box.await_that(lambda: box.why == "password" and box.wifi.doing == "own")
    assert box.air.own is not None
    assert box.wifi.why is not None
    assert box.wifi.why.params == {"network": HOME}
    assert len(box.air.saved) == 1, "the own one alone"
    assert JOINS_WITHIN + OPENS_WITHIN <= 60


def test_a_wrong_password_takes_nothing_of_what_was_known(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.keeper.join(HOME, "wrong password")
    box.await_that(lambda: box.why == "password" and box.wifi.doing == "own")
    assert box.air.stored == (HOME,)


def test_a_new_password_takes_the_place_of_the_old(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.air.vanish(HOME)
    box.until("waiting")
    box.air.appear(HOME, "another one")
    box.passes(OPENS_AFTER)
    box.until("own")
    box.keeper.join(HOME, "another one")
    box.until("home")
    box.await_that(lambda: len(box.air.stored) == 1 and len(box.air.saved) == 1)
    assert box.air.network == HOME


def test_a_missing_network_is_reported_with_the_old_network_back(around: Making) -> None:
    box = around()
    opened(box)
    box.keeper.join("Nowhere", "12345678")
    box.await_that(lambda: box.why == "not-heard" and box.wifi.doing == "own")


def test_a_network_without_an_address_is_reported_with_the_old_network_back(around: Making) -> None:
    box = around(air={HOME: PASSWORD})
    box.air.mute.add(HOME)
    opened(box)
    box.keeper.join(HOME, PASSWORD)
    box.await_that(lambda: box.why == "no-address" and box.wifi.doing == "own")


def test_a_network_that_never_answers_is_given_up_in_time(around: Making) -> None:
    box = around(air={HOME: PASSWORD})
    opened(box)
    box.air.deaf.add(HOME)
    box.keeper.join(HOME, PASSWORD)
    box.until("joining")
    box.passes(JOINS_WITHIN)
    box.await_that(lambda: box.why == "no-answer" and box.wifi.doing == "own")


def test_of_a_network_that_was_given_up_for_something_else_nothing_stays(around: Making) -> None:
    box = around(air={HOME: PASSWORD})
    opened(box)
    box.air.deaf.add(HOME)
    box.keeper.join(HOME, PASSWORD)
    box.until("joining")
    box.keeper.stay("evening")
    box.until("own")
    assert len(box.air.saved) == 1, "the own one alone"


def test_a_home_that_falls_silent_is_gone_though_networkmanager_has_not_seen_that(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.air.link(there=False)
    box.until("waiting")
    box.passes(GONE_AFTER)
    box.until("own")
    assert (box.why, box.air.own is None) == ("lost", False)


def test_a_home_network_that_is_back_within_the_minute_is_home(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.air.link(there=False)
    box.until("waiting")
    box.passes(GONE_AFTER - 1)
    box.air.link(there=True)
    box.until("home")
    assert (box.why, box.wifi.due) == (None, float("inf"))


def test_a_home_that_vanishes_leads_to_the_own_within_a_minute(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.air.vanish(HOME)
    box.until("waiting")
    box.passes(GONE_AFTER)
    box.until("own")
    assert box.why == "lost"
    assert SEES_IT_GONE + GONE_AFTER + OPENS_WITHIN / 2 <= 60
    assert box.wifi.why is not None
    assert box.wifi.why.params == {"network": HOME}


def test_a_home_that_is_back_in_time_changes_nothing(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.air.vanish(HOME)
    box.until("waiting")
    box.air.appear(HOME, PASSWORD)
    box.until("home")
    box.passes(3600)
    assert (box.air.own, box.why) == (None, None)


def test_without_guests_it_searches_for_home_again(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.air.vanish(HOME)
    box.until("waiting")
    box.passes(OPENS_AFTER)
    box.until("own")
    box.passes(SEEKS_EVERY)
    box.until("waiting")
    box.passes(SEEKS_FOR)
    box.until("own")
    box.air.air[HOME] = PASSWORD
    box.passes(SEEKS_EVERY)
    box.until("home")
    assert box.why is None


def test_once_a_phone_has_come_its_wifi_is_not_closed_under_it(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.air.vanish(HOME)
    box.until("waiting")
    box.passes(OPENS_AFTER)
    box.until("own")
    box.keeper.asked_from("10.42.0.1")
    box.await_that(lambda: box.wifi.has_guests)
    box.passes(100 * SEEKS_EVERY)
    assert box.wifi.doing == "own"
    assert box.air.own is not None


def test_a_request_by_another_way_is_no_phone_in_the_own_wifi(around: Making) -> None:
    box = around()
    opened(box)
    box.keeper.asked_from("192.168.1.7")
    box.passes(1)
    box.keeper.asked_from("10.42.0.1")
    box.await_that(lambda: box.wifi.has_guests)


def test_this_evening_it_stays_open_and_the_next_start_is_as_ever(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.keeper.stay("evening")
    box.until("own")
    assert box.why == "asked"
    box.passes(100 * SEEKS_EVERY)
    assert box.wifi.doing == "own"
    box.keeper.stop()
    box.air.restart()
    box.another()
    box.start("home")


def test_always_holds_after_a_start(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.keeper.stay("always")
    box.until("own")
    box.keeper.stop()
    box.air.restart()
    box.another()
    box.start("own")
    assert (box.air.network, box.why) == (None, "asked")


def test_returning_home_connects_or_leads_back_if_it_is_missing(around: Making) -> None:
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    box.keeper.stay("always")
    box.until("own")
    box.keeper.stay("home")
    box.until("home")
    box.keeper.stay("evening")
    box.until("own")
    box.air.air.clear()
    box.keeper.stay("home")
    box.until("waiting")
    box.passes(OPENS_AFTER)
    box.until("own")
    assert box.why == "none-heard"


def test_to_listen_the_own_closes_and_opens_again(around: Making) -> None:
    box = around()
    opened(box)
    box.air.appear("New", None)
    box.keeper.listen()
    box.until("listening")
    assert box.air.own is None
    box.passes(10)
    box.until("own")
    assert [(each.name, each.lock) for each in box.wifi.heard] == [("New", "open")]


def test_where_it_is_at_home_it_listens_without_leaving(around: Making) -> None:
    box = around(air={HOME: PASSWORD, "Other": None}, saved=(HOME,))
    box.start("home")
    box.keeper.listen()
    box.await_that(lambda: len(box.wifi.heard) == 2)
    assert box.air.network == HOME
    assert box.air.service.calls("RequestScan")


def test_a_network_in_reach_shows_how_it_is_locked(around: Making) -> None:
    box = around(air={"Firm": "x", "Free": None, HOME: PASSWORD})
    box.air.enterprise.add("Firm")
    opened(box)
    assert {each.name: each.lock for each in box.wifi.heard} == {
        "Firm": "person", "Free": "open", HOME: "password",
    }  # fmt: skip


@pytest.mark.parametrize("how", ["open", "for persons"])
def test_a_guests_radio_with_the_name_of_home_does_not_take_its_place(around: Making, how: str) -> None:
    """However strong it is: else the password would not be asked for, or home would be refused."""
    box = around(air={"a guest's": None, HOME: PASSWORD})
    box.air.twins["a guest's"] = HOME
    if how == "for persons":
        box.air.enterprise.add("a guest's")
    opened(box)
    (heard,) = box.wifi.heard
    assert (heard.name, heard.lock) == (HOME, "password")
    box.keeper.join(HOME, PASSWORD)
    box.until("home")
    assert box.air.network == HOME


def test_a_flood_of_network_names_fills_no_memory(around: Making) -> None:
    box = around(air={f"Net {number}": None for number in range(200)})
    opened(box)
    assert len(box.wifi.heard) == MAX_NETWORKS


def test_a_name_that_is_no_text_is_shown_and_joined_by_its_bytes(around: Making) -> None:
    box = around(air={"caf\udce9 \x07": None})
    opened(box)
    (heard,) = box.wifi.heard
    assert (heard.name, heard.raw) == ("caf\ufffd \x07", b"caf\xe9 \x07")
    box.keeper.join(heard.name, None)
    box.await_that(lambda: len(box.air.service.calls("AddAndActivateConnection2")) == 2)
    profile = box.air.service.calls("AddAndActivateConnection2")[1][2]
    assert profile["802-11-wireless"]["ssid"] == ("ay", b"caf\xe9 \x07")


def test_an_own_wifi_that_opens_slowly_is_waited_for(around: Making) -> None:
    box = around()
    box.air.deaf.add(OWN)
    box.start("waiting")
    box.passes(OPENS_AFTER)
    box.until("opening")
    box.passes(OPENS_WITHIN)
    box.await_that(lambda: box.wifi.due == box.now + OPENS_WITHIN)
    box.air.at_last()
    box.until("own")
    assert box.why == "none-known"
    assert len(box.air.service.calls("AddAndActivateConnection2")) == 1


def test_a_radio_that_does_not_open_it_is_tried_again_ever_less_often(around: Making) -> None:
    box = around()
    box.air.refuses_own = True
    box.start("waiting")
    box.passes(OPENS_AFTER)
    box.await_that(lambda: box.why == "cannot-open" and box.wifi.doing == "waiting")
    first = box.wifi.due - box.now
    box.passes(first)
    box.await_that(lambda: box.wifi.tries == 2 and box.wifi.doing == "waiting")
    assert box.wifi.due - box.now == 2 * first
    box.air.refuses_own = False
    box.passes(2 * first)
    box.until("own")
    assert box.why == "none-known", "it is open now"


def test_a_radio_that_is_switched_off_is_switched_on(around: Making) -> None:
    box = around(blocked=True)
    box.start("waiting")
    box.passes(OPENS_AFTER)
    box.air.service.await_call("Properties.Set")
    box.passes(60)
    box.until("own")


def test_a_radio_that_stays_off_is_reported_until_it_is_on(around: Making) -> None:
    box = around(blocked=True)
    box.air.stays_off = True
    box.start("waiting")
    box.passes(OPENS_AFTER)
    for tries in range(1, STAYS_OFF + 2):
        box.await_that(partial(box.has_tried, tries))
        assert box.keeper.radio_off == (tries > STAYS_OFF)
        box.passes(box.wifi.due - box.now)
    assert (box.why, box.wifi.doing, box.wifi.stuck) == ("radio-off", "waiting", True)
    box.air.stays_off = False
    box.passes(60)
    box.await_that(lambda: not box.keeper.radio_off)
    box.passes(60)
    box.until("own")
    assert (box.why, box.wifi.stuck) == ("none-known", False)


def test_without_a_radio_there_is_nothing_to_do(around: Making) -> None:
    box = around(radio=False)
    box.start()
    box.air.service.await_call("GetManagedObjects")
    box.passes(3600)
    assert (box.keeper.has_radio, box.wifi.doing) == (False, "nothing")


def test_without_network_manager_there_is_nothing_to_do_until_it_comes(around: Making) -> None:
    box = around(runs=False)
    box.start()
    box.passes(3600)
    assert not box.keeper.has_radio
    box.manager = NetworkManagerOn(box.bus)
    box.until("waiting")
    assert box.keeper.has_radio


def test_a_restart_of_network_manager_brings_the_own_wifi_back(around: Making) -> None:
    box = around()
    opened(box)
    first = box.keeper.own
    box.air.stop()
    box.await_that(lambda: not box.keeper.has_radio)
    assert box.keeper.own is None, "the display shows no code that leads nowhere"
    box.air._active, box.air.state = None, 30
    box.air.begin()
    box.await_that(lambda: box.keeper.has_radio)
    box.await_that(lambda: box.keeper.own == first)


def test_a_bus_that_goes_is_no_failure_and_ends_nothing(
    around: Making, caplog: pytest.LogCaptureFixture
) -> None:
    box = around()
    opened(box)
    box.bus.end()
    box.await_that(lambda: not box.keeper.has_radio)
    assert "not looked after" not in caplog.text
    assert box.keeper._thread.is_alive()
    box.keeper.stop()
    assert "wifi" not in {each.name for each in threading.enumerate()}


def test_a_refusal_of_network_manager_is_reported_and_the_network_kept(around: Making) -> None:
    box = around(air={HOME: PASSWORD})
    opened(box)
    wanted = box.air.service.answers.pop(f"{NAME}.AddAndActivateConnection2")
    box.keeper.join(HOME, PASSWORD)
    box.await_that(lambda: box.why in {"failed", "cannot-open"})
    box.air.service.answers[f"{NAME}.AddAndActivateConnection2"] = wanted
    box.passes(3600)
    box.until("own")
