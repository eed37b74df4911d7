"""What was switched off at the box stays off over a restart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.config import Config, load
from companion.daemon.box_service import Switches
from companion.notifier import Notifier
from companion.storage.storage import Storage
from tests.daemon.serving import person, serve
from tests.fakes.box import NOW, entropy

BOTH = load(None, ("lamps.driver=leds", "buzzer.driver=active"))
NEITHER = load(None)


@contextmanager
def switches(folder: Path, config: Config) -> Iterator[Switches]:
    with closing(Storage(folder, at=NOW, entropy=entropy)) as journal:
        yield Switches(journal.settings, config, Notifier())


@pytest.mark.parametrize("what", ["lamps", "sound"])
def test_both_are_on_until_one_is_switched_off_and_stays_so_over_a_restart(tmp_path: Path, what: str) -> None:
    with switches(tmp_path, BOTH) as new:
        assert (new.lamps, new.sound) == (True, True)
        new.switch("lamps" if what == "lamps" else "sound", on=False)
    with switches(tmp_path, BOTH) as again:
        assert (again.lamps, again.sound) == ((False, True) if what == "lamps" else (True, False))
        again.switch("lamps", on=True)
        again.switch("sound", on=True)
        assert (again.lamps, again.sound) == (True, True)


@pytest.mark.parametrize(
    ("driver", "until", "quiet"),
    [("none", 8, None), ("none", 22, None), ("active", 8, (22, 8)), ("active", 22, None)],
)
def test_quiet_hours_are_those_of_a_buzzer_that_is_there(
    tmp_path: Path, driver: str, until: int, quiet: tuple[int, int] | None
) -> None:
    hours = ("buzzer.quiet_from=22", f"buzzer.quiet_until={until}")
    with switches(tmp_path, load(None, (f"buzzer.driver={driver}", *hours))) as own:
        assert own.quiet_hours == quiet


def test_a_box_without_them_has_nothing_to_switch(tmp_path: Path) -> None:
    with switches(tmp_path, NEITHER) as alone:
        assert (alone.lamps, alone.sound) == (None, None)


def test_switched_off_in_a_served_box_the_lamps_stay_dark_over_a_restart_and_all_are_once_it_stops(
    tmp_path: Path,
) -> None:
    with serve(tmp_path, example="roads-and-boats") as served:
        box = person(served.box)
        box.settle()
        assert any(each["level"] for each in box.lamps_json().values())
        served.service.switch("lamps", on=False)
        box.settle()
        assert {each["state"] for each in box.lamps_json().values()} == {"off"}
    with serve(tmp_path) as served:
        box = person(served.box)
        box.settle()
        assert {each["state"] for each in box.lamps_json().values()} == {"off"}
        served.service.switch("lamps", on=True)
        box.settle()
        assert any(any(each["pixel"]) for each in box.lamps_json().values())
    assert not any(any(each["pixel"]) for each in box.lamps_json().values())
