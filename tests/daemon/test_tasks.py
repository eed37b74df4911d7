"""The threads of a box are few, however many phones listen, and no more than its service is allowed."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

from msgspec import inspect

from companion.config import WebConfig
from tests.fakes.served import Running, companion
from tests.tree import ROOT

MOST = 17
"""Threads of the process."""
PHONES = 64
PRESSES = 20
CHILDREN = 4
"""Processes that it may have at the same time, as for the firmware's voltage."""
UNIT = (ROOT / "systemd" / "companion.service").read_text(encoding="utf-8")


def most() -> int:
    """The most streams that the configuration takes."""
    section = inspect.type_info(WebConfig)
    assert isinstance(section, inspect.StructType)
    (number,) = [each.type for each in section.fields if each.name == "streams"]
    assert isinstance(number, inspect.IntType)
    assert number.le is not None
    return number.le


def tasks(box: Running) -> list[Path]:
    return list(Path(f"/proc/{box.process.pid}/task").iterdir())


def switches(box: Running) -> int:
    """How often its threads have gone to sleep."""
    told = "".join((each / "status").read_text(encoding="ascii") for each in tasks(box))
    return sum(map(int, re.findall(r"(?m)^voluntary_ctxt_switches:\s+(\d+)$", told)))


def test_phones_that_listen_bring_no_threads_and_a_press_wakes_none_for_them() -> None:
    with companion(f"web.streams={most()}") as box, ExitStack() as phones:
        box.join()
        box.start_game()
        before = len(tasks(box))
        for _ in range(PHONES):
            phones.enter_context(box.stream())
        slept = switches(box)
        for number in range(PRESSES):
            raft = {"colour": "red", "transporter": "raft", "by": 1 - number % 2 * 2}
            box.ask("POST", "/api/v1/commands", {"type": "change-fleet", **raft})
        assert switches(box) - slept < PRESSES * PHONES / 2
        assert len(tasks(box)) == before <= MOST


def test_the_threads_fit_into_the_service_s_tasks() -> None:
    allowed = re.search(r"^TasksMax=(\d+)$", UNIT, re.MULTILINE)
    assert allowed is not None
    assert int(allowed[1]) - CHILDREN > MOST


def test_the_example_of_the_configuration_says_the_bound() -> None:
    (line,) = re.findall(r"^streams = .*$", (ROOT / "docs" / "companion.toml").read_text(), re.MULTILINE)
    assert f"{most()} at most" in line


def test_what_is_counted_in_the_service_s_folder_is_left_there_by_a_restart() -> None:
    assert re.search(r"^RuntimeDirectory=companion$", UNIT, re.MULTILINE)
    assert re.search(r"^RuntimeDirectoryPreserve=restart$", UNIT, re.MULTILINE)
