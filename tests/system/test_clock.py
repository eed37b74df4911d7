"""The box's clock, with timedated played under its own name on a bus of the test's own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.health.machine import EARLIEST, LATEST
from companion.system.clock import SERVICE, BoxClock, ClockNotSet
from tests.fakes.private_bus import FailedCallError, PrivateBus, Service, private_bus

RIGHT = datetime(2026, 11, 22, 18, 5, tzinfo=UTC)
LONG_AGO = datetime(2024, 7, 4, tzinfo=UTC)


@pytest.fixture
def there(tmp_path: Path) -> Iterator[PrivateBus]:
    with private_bus(tmp_path) as there:
        yield there


class Timedated:
    """timedated: the time stays where it is as long as a network keeps it."""

    def __init__(self, bus: PrivateBus) -> None:
        self.values: dict[str, Any] = {"NTP": True, "NTPSynchronized": False}
        self.stopping = 2
        self.service = Service(bus, SERVICE)
        self.service.answers = {
            "org.freedesktop.DBus.Properties.Get": lambda _path, _of, name: (
                "v",
                (("b", self.values[name]),),
            ),
            f"{SERVICE}.SetNTP": self.set_ntp,
            f"{SERVICE}.SetTime": self.set_time,
        }
        self.time: int | None = None
        self.address = bus.address

    def set_ntp(self, _path: str, on: bool, _interactive: bool) -> tuple[str, tuple[()]]:
        self.values["NTP"] = on
        return "", ()

    def set_time(
        self, _path: str, microseconds: int, relative: bool, interactive: bool
    ) -> tuple[str, tuple[()]]:
        assert not relative
        assert not interactive
        self.stopping -= 1
        if self.values["NTP"] or self.stopping > 0:
            raise FailedCallError(
                f"{SERVICE}.AutomaticTimeSyncEnabled", "Automatic time synchronization is enabled"
            )
        self.time = microseconds
        return "", ()


@pytest.fixture
def timedated(there: PrivateBus) -> Iterator[Timedated]:
    timedated = Timedated(there)
    yield timedated
    timedated.service.leave()


def clock(there: PrivateBus | None, folder: Path, now: datetime = RIGHT) -> BoxClock:
    return BoxClock(
        lambda: now,
        None if there is None else there.address,
        folder / "clock-set",
        plausible=(EARLIEST, LATEST),
        timesync_file=folder / "synchronized",
        battery=folder / "rtc",
        pause=lambda _seconds: None,
    )


def test_an_unsynchronized_clock_is_unsure(there: PrivateBus, timedated: Timedated, tmp_path: Path) -> None:
    assert clock(there, tmp_path).unsure()
    timedated.values["NTPSynchronized"] = True
    assert not clock(there, tmp_path).unsure()


def test_a_clock_of_long_ago_is_unsure_in_any_case(
    there: PrivateBus, timedated: Timedated, tmp_path: Path
) -> None:
    timedated.values["NTPSynchronized"] = True
    assert clock(there, tmp_path, LONG_AGO).unsure()


def test_one_with_a_battery_or_kept_by_timesyncd_is_sure(
    there: PrivateBus, timedated: Timedated, tmp_path: Path
) -> None:
    battery = tmp_path / "rtc" / "rtc0"
    battery.mkdir(parents=True)
    (battery / "hctosys").write_text("1\n")
    (battery / "since_epoch").write_text("31536000\n")
    assert clock(there, tmp_path).unsure(), "a Pi 5 without a battery begins in 1970"
    (battery / "since_epoch").write_text(f"{int(RIGHT.timestamp())}\n")
    assert not clock(there, tmp_path).unsure()
    (battery / "hctosys").write_text("0\n")
    (tmp_path / "synchronized").touch()
    assert not clock(there, tmp_path).unsure()


def test_it_is_set_once_and_a_network_keeps_it_again_afterwards(
    there: PrivateBus, timedated: Timedated, tmp_path: Path
) -> None:
    box = clock(there, tmp_path, LONG_AGO)
    box.set(RIGHT)
    assert timedated.time == int(RIGHT.timestamp()) * 1_000_000
    assert timedated.values["NTP"] is True
    assert [each[0].rpartition(".")[2] for each in timedated.service.asked if "Set" in each[0]] == [
        "SetNTP", "SetTime", "SetTime", "SetNTP",
    ]  # fmt: skip
    assert not box.unsure()
    with pytest.raises(ClockNotSet):
        box.set(RIGHT)
    assert not clock(there, tmp_path).unsure(), "nor after the companion has started anew"


def test_a_network_that_was_switched_off_stays_off(
    there: PrivateBus, timedated: Timedated, tmp_path: Path
) -> None:
    timedated.values["NTP"] = False
    clock(there, tmp_path).set(RIGHT)
    assert timedated.values["NTP"] is False


@pytest.mark.parametrize("absurd", [LONG_AGO, datetime(2200, 1, 1, tzinfo=UTC)])
def test_a_time_that_cannot_be_is_not_taken(
    there: PrivateBus, timedated: Timedated, tmp_path: Path, absurd: datetime
) -> None:
    with pytest.raises(ClockNotSet):
        clock(there, tmp_path).set(absurd)
    assert timedated.time is None


def test_what_the_system_refuses_is_reported_and_the_network_keeps_the_time_again(
    there: PrivateBus, timedated: Timedated, tmp_path: Path
) -> None:
    def refuse(*_said: Any) -> None:
        raise FailedCallError("org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", "not you")

    timedated.service.answers[f"{SERVICE}.SetTime"] = refuse
    box = clock(there, tmp_path)
    with pytest.raises(ClockNotSet) as refused:
        box.set(RIGHT)
    assert "not you" in str(refused.value.message.params["why"])
    assert timedated.values["NTP"] is True
    assert box.unsure()


def test_without_a_bus_or_without_timedated_nothing_is_asked(there: PrivateBus, tmp_path: Path) -> None:
    assert not clock(None, tmp_path).unsure()
    assert not clock(there, tmp_path).unsure()
