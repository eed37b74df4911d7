"""The thread of a driver, whatever its device is."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest

from hardware.device import ShowingThread
from tests.fakes.bench import PartsWatch
from tests.patience import PATIENCE

LOG = logging.getLogger(__name__)


class Device(ShowingThread[str]):
    """Shows words on a device that each of these faults in turn keeps from opening."""

    expected = (OSError,)

    def __init__(self, watch: PartsWatch, *faults: Exception, retry: float = 1000.0) -> None:
        super().__init__("", "display", watch.parts, LOG, "it is back", "it is missing: %s", retry)
        self.faults = iter(faults)
        self.opened = 0

    def _serve(self) -> None:
        for fault in self.faults:
            raise fault
        self.opened += 1
        self._report_found()
        with self._condition:
            while not self._stopping.is_set():
                self._shown = self._wanted
                self._condition.notify_all()
                self._condition.wait()


@pytest.fixture
def make(watch: PartsWatch) -> Iterator[Callable[..., Device]]:
    made: list[Device] = []

    def build(*faults: Exception, retry: float = 1000.0) -> Device:
        made.append(Device(watch, *faults, retry=retry))
        return made[-1]

    yield build
    for each in made:
        each.stop()


def test_starting_twice_is_starting_once(make: Callable[..., Device]) -> None:
    device = make()
    device.start()
    device.start()
    device.show("Hello")
    assert device.settle(PATIENCE)
    assert device.opened == 1


def test_it_can_be_stopped_before_it_was_started_and_while_its_device_is_missing(
    make: Callable[..., Device], watch: PartsWatch
) -> None:
    make().stop()
    device = make(OSError("gone"))
    device.start()
    watch.wait_for("display", "missing")
    device.stop()
    assert device.opened == 0


def test_settling_gives_up_in_time(make: Callable[..., Device]) -> None:
    assert not make().settle(0.0)


@pytest.mark.parametrize(("fault", "tracebacks"), [(OSError("gone"), 0), (ValueError("no such thing"), 1)])
def test_a_missing_device_is_logged_once_and_so_is_its_return(
    make: Callable[..., Device],
    watch: PartsWatch,
    caplog: pytest.LogCaptureFixture,
    fault: Exception,
    tracebacks: int,
) -> None:
    caplog.set_level(logging.DEBUG, __name__)
    device = make(*[fault] * 5, retry=0.001)
    device.show("Hello")
    device.start()
    watch.wait_for("display", "ok")
    assert device.settle(PATIENCE)
    assert [record.getMessage() for record in caplog.records if record.exc_info is None] == [
        f"it is missing: {fault}",
        "it is back",
    ]
    assert sum(record.exc_info is not None for record in caplog.records) == tracebacks


def test_a_missing_device_is_opened_at_once_when_a_check_is_asked_for(
    make: Callable[..., Device], watch: PartsWatch
) -> None:
    device = make(OSError("gone"))
    device.start()
    watch.wait_for("display", "missing")
    assert device.settle(PATIENCE), "what is missing is not waited for"
    device.check()
    watch.wait_for("display", "ok")
