"""What the table says fits on one header is what the companion takes, and it refuses the rest."""

from __future__ import annotations

import re

import pytest

from docs.wiring.combinations import COMBINATIONS, Combination
from hardware.part import PartError
from hardware.pin_assignment import button_pins, buzzer_pin, lamp_pins
from hardware.signals import check_signals
from tests.tree import ROOT


def test_the_readme_has_the_table() -> None:
    readme = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    part = readme.partition("### What fits together")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (?!Together|---).*$", part, re.MULTILINE)
    assert [row for row in rows if not row.startswith("|---")] == [each.row() for each in COMBINATIONS]


@pytest.mark.parametrize("combination", COMBINATIONS, ids=lambda each: each.parts)
def test_what_fits_is_taken_and_what_does_not_is_refused(combination: Combination) -> None:
    config = combination.config()
    if combination.fits:
        check_signals(config)
        pins = [*button_pins(config).values(), *lamp_pins(config, config.lamps.colours).values()]
        pins += [buzzer_pin(config)] if config.buzzer.driver != "none" else []
        assert len(set(pins)) == len(pins)
        return
    with pytest.raises(PartError) as refused:
        check_signals(config)
    assert refused.value.code == ("strip-bus" if "rc522" in config.rfid.driver else "doubled-pin")
