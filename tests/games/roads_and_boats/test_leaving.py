"""Players leave a game that goes on, join it, and come back to what was theirs."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats import leaving
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    BuildMine,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Done,
    Draw,
    DrawAll,
    End,
    Join,
    Leave,
    Ready,
    Research,
)
from companion.games.roads_and_boats.scoring import scores
from companion.games.roads_and_boats.words import Colour
from tests.games.roads_and_boats.playing import Play

ROW: tuple[Colour, ...] = ("red", "blue", "yellow", "green")


def four(**options: Any) -> Play:
    """Red stands nearest the temple; Green is first in the sequence."""
    return Play(*ROW, temple=list(ROW), **options)


@pytest.mark.rule("RB-WON-12", "RB-GEN-04", "RB-SETUP-01")
def test_what_the_table_may_not_do_is_refused_and_not_offered() -> None:
    play = four()
    assert play.refusal(Join("purple")) == ("players-too-many", "RB-GEN-04")
    assert play.refusal(Join("blue")) == ("already-plays", "RB-SETUP-01")
    play.correct(bricks=["red"] * 66)
    assert play.refusal(Leave("blue", mark="follows")) == ("mark-covered", "RB-WON-12")
    assert leaving.mark_after(play.state, -1) is None
    play.do(Leave("blue"))
    assert play.view().fields["ended"] is None
    assert play.refusal(Join("purple")) == ("colour-needs-option", "RB-GEN-04")
    assert leaving.may_join(play.state) == ("blue",)
    play.correct(option={"more_players": True})
    play.do(Join("purple"), Join("blue"), Join("black"))
    assert (len(play.state.sequence), play.view().fields["wonder"]["ends_at"]) == (6, 69)
    two = Play("red", "blue")
    two.do(Leave("blue"))
    assert two.refusal(Leave("red")) == ("last-player", "RB-GEN-04")
    assert leaving.may_leave(two.state) == ()


ORDER: tuple[Colour, ...] = ("yellow", "green", "red", "blue")


@pytest.mark.rule("RB-CONF-07")
@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("who", ORDER)
def test_a_player_who_leaves_and_comes_back_within_a_phase_each_has_one_go(at: int, who: Colour) -> None:
    play = four()
    play.to("movement")
    play.determine(positions={colour: ORDER.index(colour) + 1 for colour in ORDER})
    assert play.state.sequence == ORDER
    had: list[Colour | None] = []
    for done in range(10):
        if done == at:
            had += [who] if play.state.acting == who else []
            play.do(Leave(who), Join(who))
        if play.state.acting is None:
            break
        had.append(play.state.acting)
        play.do(Done(play.state.acting))
    assert sorted(map(str, had)) == sorted(ORDER)


@pytest.mark.rule("RB-MINE-08", "RB-WON-08", "RB-UPG-02", "RB-PROD-07", "RB-TURN-05")
@pytest.mark.parametrize("board", ["stays", "cleared"])
def test_nothing_that_counts_once_a_phase_begins_anew_for_a_returning_player(board: Any) -> None:
    play = Play("red", "blue")
    play.do(BuildMine(3, "blue", "standard", late=True), Build("wagon-factory", 1, late=True))
    play.to("production")
    play.do(DrawAll(), Research("blue", "truck"), ChangeFleet("blue", "wagon", 1), Ready("red", ready=True))
    play.do(Leave("blue", board), Join("blue"))
    assert play.refused(Draw(3)).code == "already-drawn"
    assert play.refusal(CallForOrder("red")) == ("order-too-late", "RB-TURN-05")
    assert [each["left"] for each in play.view().fields["expected"]["capacity"]] == [0]
    assert play.warned()["upgrade-now"]["colour"] == "blue"
    play.do(Advance(), Leave("blue", board), Join("blue"))
    assert "upgrade-now" not in play.warned()
    play.to("wonder")
    play.do(BuyBrick("blue", 2), Leave("blue", board), Join("blue"))
    assert play.view().fields["wonder"]["prices"] == {"red": 1, "blue": 3}


@pytest.mark.rule("RB-SCORE-03", "RB-SCORE-06")
def test_his_bricks_share_their_rows_and_he_is_shown_as_left_behind_the_others() -> None:
    play = four()
    play.correct(bricks=["blue", "blue", "red"])
    play.do(Leave("blue"), End())
    assert [(each.colour, each.wonder, each.rank, each.left) for each in scores(play.state)] == [
        ("red", 3, 1, False), ("yellow", 0, 2, False), ("green", 0, 3, False), ("blue", 6, 4, True),
    ]  # fmt: skip
    assert play.view().fields["ended"]["scores"][-1]["left"] is True
    assert "left" not in play.view().fields["ended"]["scores"][0]
