"""Somebody leaves or joins by three buttons alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.la_strada.boxed import choose, offered, playing


def test_leaving_asks_who_and_what_becomes_of_the_merchants(tmp_path: Path) -> None:
    with playing(tmp_path, ("grey", "yellow", "black")) as box:
        box.hold("select")
        choose(box, "Leave or join?")
        assert [each.partition(" ")[2] for each in offered(box)] == [
            "Grey leaves?", "Yellow leaves?", "Black leaves?", "Red joins?",
        ]  # fmt: skip
        box.press("advance")
        assert offered(box) == ["Merchants stay?", "Merchants off?"]
        choose(box, "Merchants stay?")
        assert (box.game["left"], box.game["active"]) == (["grey"], "yellow")
        box.hold("select")
        choose(box, "Leave or join?")
        assert [each.partition(" ")[2] for each in offered(box)] == ["Grey joins?", "Red joins?"]
        box.press("advance")
        assert box.game["left"] == []


@pytest.mark.rule("LS-2P-01")
def test_of_two_nobody_is_asked(tmp_path: Path) -> None:
    with playing(tmp_path, ("grey", "yellow")) as box:
        box.hold("select")
        assert "Leave or join?" not in offered(box)
