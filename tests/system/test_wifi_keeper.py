"""The box's Wi-Fi over a NetworkManager that is faked on a private bus: what it does, how fast it is back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
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
    Doing,
    Stay,
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


def opened(box: OnTheAir) -> OnTheAir:
    """A box that knows no network has opened its own."""
    box.start("waiting")
    opens(box)
    return box


def opens(box: OnTheAir) -> None:
    """Without a network for so long, it opens its own."""
    box.until("waiting")
    box.passes(OPENS_AFTER)
    box.until("own")


@pytest.fixture
def home(around: Making) -> OnTheAir:
    """A box in a known network."""
    box = around(air={HOME: PASSWORD}, saved=(HOME,))
    box.start("home")
    return box


@pytest.fixture
def own(around: Making) -> OnTheAir:
    """A box that knows no network has opened its own; one is in reach."""
    return opened(around(air={HOME: PASSWORD}))


@pytest.fixture
def lost(home: OnTheAir) -> OnTheAir:
    """A box has opened its own network since its home vanished."""
    home.air.vanish(HOME)
    opens(home)
    return home


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


def test_it_is_locked_as_phones_of_today_lock_and_gives_addresses(own: OnTheAir) -> None:
    profile = own.air.service.calls("AddAndActivateConnection2")[0][2]
    security = {key: value for key, (_, value) in profile["802-11-wireless-security"].items()}
    assert (security["key-mgmt"], security["proto"]) == ("wpa-psk", ["rsn"])
    assert (security["pairwise"], security["group"]) == (["ccmp"], ["ccmp"])
    assert profile["ipv4"]["method"] == ("s", "shared")
    assert profile["ipv4"]["address-data"] == (
        "aa{sv}", [{"address": ("s", "10.42.0.1"), "prefix": ("u", 24)}]
    )  # fmt: skip
    assert profile["ipv6"]["method"] == ("s", "disabled")
    assert profile["connection"]["autoconnect"] == ("b", False)
    assert own.air.stored == (), "nothing of it stays in NetworkManager"


def test_name_and_password_are_made_once(own: OnTheAir) -> None:
    first = own.keeper.own
    own.keeper.stop()
    own.another()
    own.start("own")
    assert own.keeper.own == first, "a start of the companion leaves the phones where they are"
    assert first is not None
    assert len(first.password) >= 10


def test_a_box_in_a_known_network_opens_nothing(home: OnTheAir) -> None:
    home.passes(3600)
    home.passes(1)
    assert (home.wifi.doing, home.wifi.network, home.air.own) == ("home", HOME, None)
    assert not home.wifi.moved, "nobody has sent it there"


def test_with_all_well_nothing_is_due_and_nothing_is_looked_up(home: OnTheAir) -> None:
    assert home.wifi.due == float("inf")
    heard = home.air.service.calls("GetManagedObjects")
    home.air.service.tell(RADIO, "org.freedesktop.DBus.Properties", "PropertiesChanged", "s", "Strength")
    home.air.service.tell(f"{RADIO}/x", f"{NAME}.Device", "StateChanged", "uuu", 70, 60, 0)
    assert home.air.service.calls("GetManagedObjects") == heard


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
    opens(box)


def test_the_right_password_brings_the_box_home_and_is_kept(own: OnTheAir) -> None:
    own.keeper.join(HOME, PASSWORD)
    own.until("home")
    own.air.service.await_call("Save")
    assert (own.air.network, own.why) == (HOME, None)
    own.await_that(lambda: own.air.stored == (HOME,))
    assert own.wifi.moved, "the display is to show its address there"


@pytest.mark.parametrize(
    ("network", "password", "fault", "why"),
    [
        (HOME, "wrong password", None, "password"),
        (HOME, PASSWORD, "mute", "no-address"),
        (HOME, PASSWORD, "deaf", "no-answer"),
        ("Nowhere", "12345678", None, "not-heard"),
    ],
)
def test_a_network_that_cannot_be_joined_is_reported_with_the_own_back_and_nothing_stored(
    own: OnTheAir, network: str, password: str, fault: str | None, why: str
) -> None:
    if fault is not None:
        getattr(own.air, fault).add(network)
    own.keeper.join(network, password)
    if fault == "deaf":
        own.until("joining")
        own.passes(JOINS_WITHIN)
    own.await_that(lambda: own.why == why and own.wifi.doing == "own")
    assert own.air.own is not None
    assert own.wifi.why is not None
    assert own.wifi.why.params == {"network": network}
    assert len(own.air.saved) == 1, "the own one alone"
    assert JOINS_WITHIN + OPENS_WITHIN <= 60


def test_a_wrong_password_takes_nothing_of_what_was_known(home: OnTheAir) -> None:
    home.keeper.join(HOME, "wrong password")
    home.await_that(lambda: home.why == "password" and home.wifi.doing == "own")
    assert home.air.stored == (HOME,)


def test_a_new_password_takes_the_place_of_the_old(lost: OnTheAir) -> None:
    lost.air.air[HOME] = "another one"
    lost.keeper.join(HOME, "another one")
    lost.until("home")
    lost.await_that(lambda: len(lost.air.stored) == 1 and len(lost.air.saved) == 1)
    assert lost.air.network == HOME


def test_of_a_network_that_was_given_up_for_something_else_nothing_stays(own: OnTheAir) -> None:
    own.air.deaf.add(HOME)
    own.keeper.join(HOME, PASSWORD)
    own.until("joining")
    own.keeper.stay("evening")
    own.until("own")
    assert len(own.air.saved) == 1, "the own one alone"


GONE: dict[str, tuple[Callable[[NetworkManagerOn], object], Callable[[NetworkManagerOn], object]]] = {
    "vanishes": (lambda air: air.vanish(HOME), lambda air: air.appear(HOME, PASSWORD)),
    "falls silent": (lambda air: air.link(there=False), lambda air: air.link(there=True)),
}
"""How a home goes, and comes back. NetworkManager does not see one that falls silent."""


@pytest.mark.parametrize("how", GONE)
def test_a_home_that_is_gone_leads_to_the_own_within_a_minute(home: OnTheAir, how: str) -> None:
    goes, _ = GONE[how]
    goes(home.air)
    home.until("waiting")
    home.passes(GONE_AFTER)
    home.until("own")
    assert home.air.own is not None
    assert home.why == "lost"
    assert home.wifi.why is not None
    assert home.wifi.why.params == {"network": HOME}
    assert SEES_IT_GONE + GONE_AFTER + OPENS_WITHIN / 2 <= 60


@pytest.mark.parametrize("how", GONE)
def test_a_home_that_is_back_in_time_changes_nothing(home: OnTheAir, how: str) -> None:
    goes, comes = GONE[how]
    goes(home.air)
    home.until("waiting")
    home.passes(GONE_AFTER - 1)
    comes(home.air)
    home.until("home")
    home.passes(3600)
    assert (home.air.own, home.why, home.wifi.due) == (None, None, float("inf"))


def test_without_guests_it_searches_for_home_again(lost: OnTheAir) -> None:
    lost.passes(SEEKS_EVERY)
    lost.until("waiting")
    lost.passes(SEEKS_FOR)
    lost.until("own")
    lost.air.air[HOME] = PASSWORD
    lost.passes(SEEKS_EVERY)
    lost.until("home")
    assert lost.why is None


def test_once_a_phone_has_come_its_wifi_is_not_closed_under_it(lost: OnTheAir) -> None:
    lost.keeper.asked_from("10.42.0.1")
    lost.await_that(lambda: lost.wifi.has_guests)
    lost.passes(100 * SEEKS_EVERY)
    assert lost.wifi.doing == "own"
    assert lost.air.own is not None


def test_a_request_by_another_way_is_no_phone_in_the_own_wifi(own: OnTheAir) -> None:
    own.keeper.asked_from("192.168.1.7")
    own.passes(1)
    own.keeper.asked_from("10.42.0.1")
    own.await_that(lambda: own.wifi.has_guests)


@pytest.mark.parametrize(("choice", "next_start"), [("evening", "home"), ("always", "own")])
def test_it_stays_open_as_chosen_this_evening_or_over_every_start(
    home: OnTheAir, choice: Stay, next_start: Doing
) -> None:
    home.keeper.stay(choice)
    home.until("own")
    assert home.why == "asked"
    home.passes(100 * SEEKS_EVERY)
    assert home.wifi.doing == "own"
    home.keeper.stop()
    home.air.restart()
    home.another()
    home.start(next_start)
    assert (home.air.network, home.why) == ((HOME, None) if next_start == "home" else (None, "asked"))


def test_returning_home_connects_or_leads_back_if_it_is_missing(home: OnTheAir) -> None:
    home.keeper.stay("always")
    home.until("own")
    home.keeper.stay("home")
    home.until("home")
    home.keeper.stay("evening")
    home.until("own")
    home.air.air.clear()
    home.keeper.stay("home")
    opens(home)
    assert home.why == "none-heard"


def test_to_listen_the_own_closes_and_opens_again(around: Making) -> None:
    own = opened(around())
    own.air.appear("New", None)
    own.keeper.listen()
    own.until("listening")
    assert own.air.own is None
    own.passes(10)
    own.until("own")
    assert [(each.name, each.lock) for each in own.wifi.heard] == [("New", "open")]


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


def test_a_restart_of_network_manager_brings_the_own_wifi_back(own: OnTheAir) -> None:
    first = own.keeper.own
    own.air.stop()
    own.await_that(lambda: not own.keeper.has_radio)
    assert own.keeper.own is None, "the display shows no code that leads nowhere"
    own.air.begin()
    own.await_that(lambda: own.keeper.has_radio)
    own.await_that(lambda: own.keeper.own == first)


def test_a_bus_that_goes_is_no_failure_and_ends_nothing(
    around: Making, caplog: pytest.LogCaptureFixture
) -> None:
    box = around()
    opened(box)
    box.bus.end()
    box.await_that(lambda: not box.keeper.has_radio)
    assert "not looked after" not in caplog.text
    assert "wifi" in {each.name for each in threading.enumerate()}
    box.keeper.stop()
    assert "wifi" not in {each.name for each in threading.enumerate()}


def test_a_refusal_of_network_manager_is_reported_and_the_network_kept(own: OnTheAir) -> None:
    wanted = own.air.service.answers.pop(f"{NAME}.AddAndActivateConnection2")
    own.keeper.join(HOME, PASSWORD)
    own.await_that(lambda: own.why in {"failed", "cannot-open"})
    own.air.service.answers[f"{NAME}.AddAndActivateConnection2"] = wanted
    own.passes(3600)
    own.until("own")
