"""The kernel's GPIO lines, by a kernel whose structures are declared anew."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hardware.kernel_gpio import FALLING, INPUT, PULL_UP, RISING, Line, LineTaken, NoChip, header_chip
from tests.hardware.gpio import Kernel


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Kernel]:
    kernel = Kernel(tmp_path)
    yield kernel
    kernel.close()


def claimed(kernel: Kernel, line: int) -> Line:
    with closing(kernel.chip()) as chip:
        return chip.claim(line, 0.02)


def test_a_line_is_an_input_with_a_pull_up_and_the_kernel_waits_until_it_is_still(kernel: Kernel) -> None:
    claimed(kernel, 17).close()
    assert kernel.asked[17] == (INPUT | PULL_UP | RISING | FALLING, 20_000)
    assert kernel.held[17] == "companion"


def test_a_button_that_bounces_is_one_press_and_one_release(kernel: Kernel) -> None:
    with closing(claimed(kernel, 17)) as line:
        bouncing = [(level, 900) for _ in range(5) for level in (0, 1)]
        kernel.levels(17, *bouncing, (0, 80_000), *bouncing, (0, 300), (1, 100_000))
        assert line.edges() == [False, True]


def test_the_level_is_what_the_line_has_now(kernel: Kernel) -> None:
    with closing(claimed(kernel, 5)) as line:
        assert line.high()
        kernel.press(5)
        assert not line.high()


def test_without_an_edge_there_is_none_and_nobody_waits(kernel: Kernel) -> None:
    with closing(claimed(kernel, 5)) as line:
        assert line.edges() == []


def test_a_line_whose_chip_is_gone_is_an_error(kernel: Kernel) -> None:
    with closing(claimed(kernel, 5)) as line:
        kernel.break_off(5)
        with pytest.raises(OSError, match="No such device"):
            line.edges()


def test_a_line_in_use_is_told_with_its_user(kernel: Kernel) -> None:
    kernel.held[8] = "spi0 CS0"
    with closing(kernel.chip()) as chip:
        with pytest.raises(LineTaken) as taken:
            chip.claim(8, 0.02)
        assert taken.value.by == "spi0 CS0"
        assert chip.info(8).used
        assert (chip.info(17).name, chip.info(17).used) == ("GPIO17", False)


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
def test_the_header_s_chip_is_known_by_its_label_not_by_its_number(tmp_path: Path, label: str) -> None:
    kernel = Kernel(tmp_path, label, chip="gpiochip4")
    with closing(kernel.chip()) as chip:
        assert chip.path.name == "gpiochip4"


def test_another_machine_s_chip_is_not_the_header_s(tmp_path: Path) -> None:
    with pytest.raises(NoChip) as missing:
        Kernel(tmp_path, "INT34C5:00").chip()
    assert not missing.value.rights


def test_a_machine_without_a_chip_has_none(tmp_path: Path) -> None:
    with pytest.raises(NoChip) as missing:
        header_chip(tmp_path)
    assert not missing.value.rights


def test_what_is_no_chip_at_all_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(NoChip):
        header_chip(tmp_path)


def test_a_chip_that_may_not_be_opened_is_told_from_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = Kernel(tmp_path)

    def refused(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(NoChip) as missing:
        kernel.chip()
    assert missing.value.rights
