"""The kernel's GPIO lines, as the library shows them."""

from __future__ import annotations

import errno
import threading
from _thread import LockType
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import gpiod
import pytest
from gpiod.line import Bias, Direction, Edge

from hardware.gpio import ChipNotFound, InputLine, LineBusy, header_chip
from tests.fakes.gpio import Kernel, refused
from tests.patience import PATIENCE


def claimed(kernel: Kernel, line: int) -> InputLine:
    with closing(kernel.chip()) as chip:
        return chip.claim_input(line, 0.02)


def test_a_line_is_an_input_with_a_pull_up_and_the_kernel_waits_until_it_is_still(kernel: Kernel) -> None:
    with closing(claimed(kernel, 17)):
        assert kernel.held[17] == "companion"
    assert kernel.asked[17] == gpiod.LineSettings(
        direction=Direction.INPUT,
        edge_detection=Edge.BOTH,
        bias=Bias.PULL_UP,
        debounce_period=timedelta(milliseconds=20),
    )


def test_a_line_may_be_pulled_down_and_report_every_edge(kernel: Kernel) -> None:
    with closing(kernel.chip()) as chip, closing(chip.claim_input(17, 0.0, pull_up=False)) as line:
        kernel.levels(17, (1, 1), (0, 1))
        assert line.read_edges() == [True, False]
    assert (kernel.asked[17].bias, kernel.asked[17].debounce_period) == (Bias.PULL_DOWN, timedelta())


def test_a_button_that_bounces_is_one_press_and_one_release(kernel: Kernel) -> None:
    with closing(claimed(kernel, 17)) as line:
        bouncing = [(level, 900) for _ in range(5) for level in (0, 1)]
        kernel.levels(17, *bouncing, (0, 80_000), *bouncing, (0, 300), (1, 100_000))
        assert line.read_edges() == [False, True]


def test_the_level_is_what_the_line_has_now(kernel: Kernel) -> None:
    with closing(claimed(kernel, 5)) as line:
        assert line.high()
        kernel.press(5)
        assert not line.high()


def test_without_an_edge_there_is_none_and_nothing_waits(kernel: Kernel) -> None:
    with closing(claimed(kernel, 5)) as line:
        assert line.read_edges() == []


def test_a_line_with_a_chip_that_is_gone_is_an_error(kernel: Kernel) -> None:
    with closing(claimed(kernel, 5)) as line:
        kernel.break_off(5)
        for ask in (line.read_edges, line.high):
            with pytest.raises(OSError, match="No such device"):
                ask()
    assert kernel.freed(5)


def test_a_line_that_was_given_back_is_an_error_and_may_be_given_back_again(kernel: Kernel) -> None:
    line = claimed(kernel, 5)
    for _ in range(2):
        line.close()
        for ask in (line.read_edges, line.high):
            with pytest.raises(OSError, match="released"):
                ask()


def test_a_line_is_not_released_during_a_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_out = threading.Event()

    class Lock:
        def __init__(self, lock: LockType) -> None:
            self._lock = lock

        def __enter__(self) -> None:
            if not self._lock.acquire(blocking=False):
                kept_out.set()
                self._lock.acquire()

        def __exit__(self, *_: object) -> None:
            self._lock.release()

    class Slow(Kernel):
        def level(self, line: int) -> int:
            giving_back.start()
            assert kept_out.wait(PATIENCE)
            assert not self.freed(line)
            return super().level(line)

    kernel = Slow(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(threading, "Lock", partial(Lock, threading.Lock()))
        line = claimed(kernel, 17)
    giving_back = threading.Thread(target=line.close)
    assert line.high()
    giving_back.join(PATIENCE)
    assert kernel.freed(17)


def test_a_line_outlives_the_chip_it_was_claimed_on(kernel: Kernel) -> None:
    with closing(kernel.chip()) as chip:
        line = chip.claim_input(5, 0.02)
    with closing(line):
        kernel.press(5)
        assert line.read_edges() == [False]


@pytest.mark.parametrize(
    "error",
    [ValueError(22, "Invalid argument"), NotImplementedError(95, "Not supported"), refused(errno.EIO)],
    ids=repr,
)
def test_a_refusal_is_the_system_s_in_any_form_of_the_library(kernel: Kernel, error: Exception) -> None:
    kernel.refuses = error
    with closing(kernel.chip()) as chip:
        for ask in (chip.consumer, partial(chip.claim_input, debounce=0.02)):
            with pytest.raises(OSError, match=f"{error.args[1]}$"):
                ask(17)


def test_a_line_that_the_chip_does_not_have_is_an_error(kernel: Kernel) -> None:
    with closing(kernel.chip()) as chip, pytest.raises(OSError, match="range"):
        chip.consumer(54)


@pytest.mark.parametrize("user", ["spi0 CS0", ""], ids=["named", "nameless"])
def test_a_line_in_use_is_reported_with_its_user(kernel: Kernel, user: str) -> None:
    kernel.held[8] = user
    with closing(kernel.chip()) as chip:
        with pytest.raises(LineBusy) as taken:
            chip.claim_input(8, 0.02)
        assert taken.value.by == user
        assert (chip.consumer(8), chip.consumer(17)) == (user, None)
    assert not kernel.asked, "nothing was changed"


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
def test_the_header_s_chip_is_known_by_its_label_not_by_its_number(tmp_path: Path, label: str) -> None:
    kernel = Kernel(tmp_path, "raspberrypi-exp-gpio")
    kernel.add("gpiochip4", label)
    with closing(kernel.chip()) as chip, closing(chip.claim_input(17, 0.02)) as line:
        assert kernel.opened == ["gpiochip4"]
        assert line.high()
    assert not kernel.opened


def test_a_machine_without_the_header_s_chip_is_distinguished_from_one_that_refuses_it(
    tmp_path: Path,
) -> None:
    def rights() -> bool:
        with pytest.raises(ChipNotFound) as missing:
            kernel.chip()
        return missing.value.rights

    kernel = Kernel(tmp_path)
    kernel.rights = False
    assert rights()
    kernel = Kernel(tmp_path, "INT34C5:00")
    assert not rights(), "another machine's chip"
    (tmp_path / "gpiochip0").unlink()
    assert not rights(), "no chip"


def test_what_is_no_chip_at_all_is_passed_over_by_the_library_too(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    (tmp_path / "gpiochip1").symlink_to("/dev/null")
    (tmp_path / "gpiochip2").symlink_to(tmp_path / "gone")
    with pytest.raises(ChipNotFound) as missing:
        header_chip(tmp_path)
    assert not missing.value.rights
