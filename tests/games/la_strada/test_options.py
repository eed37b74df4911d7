"""House rules: each that may be on or off is told everywhere where house rules are told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.la_strada.checklist import checklist
from companion.games.la_strada.options import Options
from tests.games.la_strada.playing import Play

SWITCHES = [name for name in Options.__struct_fields__ if name.startswith("amb_")]


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_is_chosen_at_the_start_and_corrected_later(switch: str) -> None:
    chosen: dict[str, Any] = {switch: True}
    assert Play("red", "grey", **chosen).view().switches == (switch,)
    play = Play("red", "grey")
    for on in (True, False):
        play.correct(option={switch: on})
        assert play.view().switches == (switch,) * on


def test_the_list_before_the_game_counts_every_house_rule_that_is_on() -> None:
    options = msgspec.convert(dict.fromkeys(SWITCHES, True), Options)
    agreed = [each.params for each in checklist(None, 3, options) if each.name == "agreed"]
    assert agreed == [{"count": len(SWITCHES)}]
