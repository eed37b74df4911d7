"""The buzzer's pin as it is configured, and what the doctor finds of it."""

from __future__ import annotations

from pathlib import Path

from companion.config import ButtonsConfig, BuzzerConfig, Config, OledConfig, RfidConfig
from hardware import part_probes
from hardware.buzzer.probe import probe_buzzer
from tests.fakes.gpio import Kernel, refused

BUTTONS = ButtonsConfig("gpio", advance=17, select=27, back=22, colours={"red": 5})


def configured(pin: int | str = 18) -> Config:
    return Config(
        oled=OledConfig("sh1106", bus=1),
        buttons=BUTTONS,
        rfid=RfidConfig("rdm6300", port="/dev/ttyAMA0"),
        buzzer=BuzzerConfig("passive", pin),
    )


def found(kernel: Kernel, pin: int | str = 18) -> tuple[str, str]:
    finding = probe_buzzer(configured(pin), kernel.chip)
    assert finding.part == "buzzer"
    return finding.state, finding.said.code


def test_a_free_pin_is_well_and_nothing_is_changed(kernel: Kernel) -> None:
    assert found(kernel) == ("ok", "doctor.buzzer.free")
    assert found(kernel, "J8:12") == ("ok", "doctor.buzzer.free")
    assert not kernel.asked
    assert not kernel.opened


def test_a_pin_in_use_is_reported_with_its_user_unless_that_is_the_companion(kernel: Kernel) -> None:
    kernel.held[18] = "somebody"
    finding = probe_buzzer(configured(), kernel.chip)
    assert (finding.state, finding.said.code) == ("missing", "doctor.buzzer.busy")
    assert finding.said.params == {"pin": "GPIO18 (J8:12)", "by": "somebody"}
    kernel.held[18] = "companion"
    assert found(kernel) == ("ok", "doctor.buzzer.ours")


def test_a_machine_without_pins_and_one_that_refuses_them_are_distinguished(
    kernel: Kernel, tmp_path: Path
) -> None:
    kernel.refuses = refused(5)
    assert found(kernel) == ("missing", "doctor.buzzer.broken")
    kernel.rights = False
    assert found(kernel) == ("missing", "doctor.buzzer.no-rights")
    (tmp_path / "gpiochip0").unlink()
    assert found(kernel) == ("missing", "doctor.buzzer.no-chip")


def test_only_a_box_that_has_one_is_asked_for_it() -> None:
    assert "buzzer" not in part_probes.missing_part_probes(Config(), monotonic=lambda: 0.0)
    simulated = Config(buzzer=BuzzerConfig("simulated"))
    assert part_probes.missing_part_probes(simulated, monotonic=lambda: 0.0)["buzzer"]().state == "ok"


def test_a_pin_that_it_cannot_have_is_refused_with_what_has_it(kernel: Kernel) -> None:
    assert found(kernel, "GPIO5") == ("missing", "part.doubled-pin")
