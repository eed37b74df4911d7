"""What the tests of a whole companion share."""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.on_disk import tmp_path
from tests.patience import PATIENCE

__all__ = ["tmp_path"]


@pytest.fixture
def notify(tmp_path: Path) -> Iterator[socket.socket]:
    """The service manager's end of the socket for what it is notified of."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.settimeout(PATIENCE)
        listening.bind(str(tmp_path / "notify"))
        yield listening


@pytest.fixture
def signals() -> Iterator[None]:
    """Put this process's handlers of signals and of the log back as they were."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    hearing = list(logging.getLogger().handlers)
    yield
    logging.getLogger().handlers[:] = hearing
    for number, handler in before.items():
        signal.signal(number, handler)
