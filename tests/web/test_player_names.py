"""Pages call the player in turn by the typed name."""

from __future__ import annotations

from pathlib import Path

from companion.games.registry import registered
from tests.fakes.sitting import Sitting, act


def test_the_player_in_turn_is_called_by_name(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path / "data", games=registered())
    phone = sitting.phone("Ada", "red")
    players = [{"colour": "red", "name": "Rosa"}, {"colour": "grey"}]
    assert act(phone, {"type": "start", "system": "la-strada", "players": players}).status_code == 200
    assert "turn 1, Grey" in phone.get("/games").get_data(as_text=True)
    assert act(phone, {"type": "end-turn"}).status_code == 200
    assert "turn 1, Rosa" in phone.get("/games").get_data(as_text=True)
    assert "<title>Turn 1, Rosa · Companion</title>" in phone.get("/table").get_data(as_text=True)
    sitting.close()
