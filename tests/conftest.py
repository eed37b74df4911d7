"""What every test shares: Hypothesis tries the same examples each time, so that a red run can be repeated; a
table, and a box around one.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.fakes.box import Box, running
from tests.fakes.evening import START, Evening

settings.register_profile(
    "companion",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("companion")


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Evening]:
    """A table without a game."""
    evening = Evening(tmp_path / "data")
    yield evening
    evening.table.close()


@pytest.fixture
def evening(bare: Evening) -> Evening:
    """A table with a toy game just started: its entry is number 1."""
    bare.do(START, key="start")
    return bare


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A box with nothing on its table."""
    with running(tmp_path) as box:
        yield box


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that may not be entered, whoever runs the tests."""
    folder = tmp_path / "locked"
    folder.mkdir()
    stat, access = os.stat, os.access

    def refusing(path: Any, *rest: Any, **more: Any) -> os.stat_result:
        if not isinstance(path, int) and folder in Path(path).parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, *rest, **more)

    monkeypatch.setattr(os, "stat", refusing)
    monkeypatch.setattr(os, "access", lambda path, how: Path(path) != folder and access(path, how))
    return folder
