"""The snapshot's own fields, as the contract has them."""

from __future__ import annotations

import msgspec

from companion.games.roads_and_boats.commands import BuildMine, CallForOrder, End, Pray
from tests.games.roads_and_boats.playing import Play


def test_the_view_has_exactly_the_fields_of_the_contract() -> None:
    view = Play("red", "blue").view().fields
    assert list(view) == [
        "players", "options", "left", "turn", "phase", "temple", "sequence", "order", "may_call", "acting",
        "ready",
        "mines", "wonder", "research", "fleets", "buildings", "expected", "standings", "row_points", "ended",
    ]  # fmt: skip
    assert view["players"] == [{"colour": "red", "name": ""}, {"colour": "blue", "name": ""}]
    assert view["wonder"] == {
        "bricks": [],
        "rows": [4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7],
        "prices": {"red": 1, "blue": 1},
        "irrigated": False,
        "irrigation_at": 45,
        "ends_at": 62,
        "neutral_left": 33,
    }
    assert view["options"]["amb_04"] is False
    assert view["expected"] is view["standings"] is view["row_points"] is None


def test_the_view_is_plain_data() -> None:
    play = Play("red", "blue")
    play.do(BuildMine(3, "red", "standard", late=True))
    play.to("movement")
    play.do(CallForOrder("red"))
    assert msgspec.json.decode(msgspec.json.encode(play.view().fields)) == play.view().fields


def test_a_standing_order_has_its_step_the_asked_player_and_free_positions() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.do(CallForOrder("blue"))
    assert play.view().fields["order"] == {"step": "praying", "asks": "red"}
    assert not play.view().fields["may_call"]
    play.do(Pray("red", keep=True))
    assert play.view().fields["order"] == {"step": "choosing", "asks": "blue", "free": [1, 2]}


def test_an_ended_game_has_its_reason_and_winner() -> None:
    play = Play("red", "blue", temple=["blue", "red"])
    play.do(End())
    zero = {"gold": 0, "coins": 0, "stock": 0, "wonder": 0, "total": 0}
    assert play.view().fields["ended"] == {
        "reason": "called",
        "scores": [{"colour": "blue", **zero, "rank": 1}, {"colour": "red", **zero, "rank": 2}],
    }


def test_bags_offer_built_mines_first() -> None:
    play = Play()
    play.do(BuildMine(9, "red", "standard", late=True))
    assert play.view().bags[:3] == (9, 1, 2)
    assert sorted(play.view().bags) == list(range(1, 41))
