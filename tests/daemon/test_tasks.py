"""The threads of a box with as many streams as may be configured are no more than its service is allowed."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import inspect

from companion.config import WebConfig
from tests.daemon.starts import Process, started
from tests.tree import ROOT

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


def threads(box: Process) -> int:
    return len(list(Path(f"/proc/{box.process.pid}/task").iterdir()))


def test_the_most_streams_fit_into_the_service_s_tasks(tmp_path: Path) -> None:
    allowed = re.search(r"^TasksMax=(\d+)$", UNIT, re.MULTILINE)
    assert allowed is not None
    with started(tmp_path, "--set", f"web.streams={most()}") as box:
        box.ready()
        assert most() < threads(box) <= int(allowed[1]) - CHILDREN


def test_the_example_of_the_configuration_says_the_bound() -> None:
    (line,) = re.findall(r"^streams = .*$", (ROOT / "docs" / "companion.toml").read_text(), re.MULTILINE)
    assert f"{most()} at most" in line


def test_what_is_counted_in_the_service_s_folder_is_left_there_by_a_restart() -> None:
    assert re.search(r"^RuntimeDirectory=companion$", UNIT, re.MULTILINE)
    assert re.search(r"^RuntimeDirectoryPreserve=restart$", UNIT, re.MULTILINE)
