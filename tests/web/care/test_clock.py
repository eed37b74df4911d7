"""The page of the clock: it offers the phone's time where the box is not sure of its own, once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.health.machine import EARLIEST, LATEST
from companion.system.clock import BoxClock
from tests.fakes.private_bus import private_bus
from tests.fakes.sitting import Sitting
from tests.system.test_clock import Timedated

HERE = "/care/clock"
NOW = datetime(2026, 11, 22, 18, 5, tzinfo=UTC)


@pytest.fixture
def timedated(tmp_path: Path) -> Iterator[Timedated]:
    with private_bus(tmp_path) as bus:
        timedated = Timedated(bus)
        yield timedated
        timedated.service.leave()


@pytest.fixture
def sitting(tmp_path: Path, timedated: Timedated) -> Iterator[Sitting]:
    box = BoxClock(
        lambda: NOW,
        timedated.address,
        None,
        between=(EARLIEST, LATEST),
        by_timesyncd=tmp_path / "x",
        battery=tmp_path,
        pause=lambda _: None,
    )
    sitting = Sitting(tmp_path / "data", box_clock=box)
    yield sitting
    sitting.close()


def test_an_unsure_clock_is_said_on_the_first_page_and_on_its_own(sitting: Sitting) -> None:
    phone = sitting.phone()
    assert 'id="unsure"' in phone.get("/care").text
    page = phone.get(HERE).text
    assert "not sure of its time" in page
    assert "clock.js" in page
    assert 'type="datetime-local"' in page, "without a script it is typed"


def test_a_guest_is_not_told(sitting: Sitting) -> None:
    sitting.caretaking.pressed()
    assert 'id="unsure"' not in sitting.phone().get("/care").text


def test_the_phones_time_is_set_once_it_is_confirmed_and_never_asked_for_again(
    sitting: Sitting, timedated: Timedated
) -> None:
    phone = sitting.phone()
    said = {"now": str(int(NOW.timestamp() * 1000))}
    assert phone.post(f"{HERE}/set", data=said).status_code == 422
    assert timedated.service.calls("SetTime") == []
    assert phone.post(f"{HERE}/set", data={**said, "sure": "1"}).status_code == 303
    assert timedated.time == int(NOW.timestamp()) * 1_000_000
    assert 'id="unsure"' not in phone.get("/care").text
    assert "datetime-local" not in phone.get(HERE).text
    assert phone.post(f"{HERE}/set", data={**said, "sure": "1"}).status_code == 422


def test_a_typed_time_is_that_of_the_place_where_the_box_is(sitting: Sitting, timedated: Timedated) -> None:
    sitting.phone().post(f"{HERE}/set", data={"now": "", "typed": "2026-11-22T18:05", "sure": "1"})
    assert timedated.time == int(datetime(2026, 11, 22, 18, 5).astimezone().timestamp()) * 1_000_000


@pytest.mark.parametrize(
    ("now", "typed"),
    [
        ("", ""),
        ("", "soon"),
        ("9" * 15, ""),
        ("9" * 400, ""),
        ("-1", "2026-13-01"),
        ("0", ""),
        ("", "9999-12-31T23:59"),
    ],
)
def test_what_is_no_time_is_refused(sitting: Sitting, timedated: Timedated, now: str, typed: str) -> None:
    answer = sitting.phone().post(f"{HERE}/set", data={"now": now, "typed": typed, "sure": "1"})
    assert answer.status_code == 422
    assert timedated.time is None
