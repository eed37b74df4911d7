"""Players leave a game that goes on, join it, and come back to what was theirs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.roads_and_boats import leaving, wonder
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    BuildMine,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Correct,
    CountWealth,
    Done,
    Draw,
    DrawAll,
    End,
    Join,
    Leave,
    Pray,
    Ready,
    Research,
    TakePosition,
)
from companion.games.roads_and_boats.events import PlayerLeft
from companion.games.roads_and_boats.scoring import scores
from companion.games.roads_and_boats.state import Choosing, Praying
from companion.games.roads_and_boats.words import COLOURS, Colour
from tests.games.roads_and_boats.evenings import entries, tables, willing
from tests.games.roads_and_boats.playing import GAME, Play
from tests.games.roads_and_boats.wholeness import whole

ROW: tuple[Colour, ...] = ("red", "blue", "yellow", "green")


def four(**options: Any) -> Play:
    """Red stands nearest the temple; Green is first in the sequence."""
    return Play(*ROW, temple=list(ROW), **options)


def seen(play: Play, colour: Colour) -> dict[str, Any]:
    """All that the snapshot holds of one player."""
    view = play.view()
    return {
        "fleet": view["fleets"][colour],
        "research": view["research"][colour],
        "bricks": view["wonder"]["bricks"].count(colour),
    }


def test_who_leaves_is_out_of_temple_and_sequence_and_the_others_keep_their_order() -> None:
    play = four()
    play.do(Leave("blue"))
    view = play.view()
    assert (view["temple"], view["sequence"]) == (["red", "yellow", "green"], ["green", "yellow", "red"])
    assert view["left"] == ["blue"]
    assert [each["colour"] for each in view["players"]] == list(ROW)
    assert "blue" not in view["wonder"]["prices"]


def test_what_he_has_stays_and_waits_for_him() -> None:
    play = four()
    play.do(Research("blue", "truck"), ChangeFleet("blue", "wagon", 1))
    play.to("building")
    play.do(BuildMine(3, "blue", "standard"))
    play.to("wonder")
    play.do(BuyBrick("blue"), Leave("blue"))
    had = {"fleet": {"donkey": 3, "wagon": 1}, "research": ["truck"], "bricks": 1}
    assert seen(play, "blue") == had
    assert [mine["number"] for mine in play.view()["mines"]] == [3]
    play.do(Join("blue"))
    assert seen(play, "blue") == had
    assert play.view()["left"] == []
    assert (play.state.temple[-1], play.state.sequence[-1]) == ("blue", "blue")
    assert play.view()["wonder"]["prices"]["blue"] == 2, "what he bought this turn counts when he comes back"


@pytest.mark.rule("RB-SETUP-15")
def test_a_fleet_that_was_taken_off_is_a_starts_when_he_comes_back() -> None:
    play = four()
    play.do(Research("blue", "truck"), ChangeFleet("blue", "wagon", 1), CountWealth("blue", 1, 1, 1))
    play.do(Leave("blue", "cleared"))
    assert seen(play, "blue") == {"fleet": {}, "research": ["truck"], "bricks": 0}
    assert play.state.seats[1].wealth is None
    play.do(Join("blue"))
    assert seen(play, "blue") == {"fleet": {"donkey": 3}, "research": ["truck"], "bricks": 0}


@pytest.mark.rule("RB-SETUP-15", "RB-SETUP-11")
def test_a_newcomer_gets_a_starts_fleet_and_stands_at_the_end_of_both_rows() -> None:
    play = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"], fleet={"donkey": 2, "raft": 1})
    play.to("building")
    play.do(Join("green", " Gianni "))
    view = play.view()
    assert view["players"][-1] == {"colour": "green", "name": "Gianni"}
    assert view["temple"] == ["red", "blue", "yellow", "green"]
    assert view["sequence"] == ["yellow", "blue", "red", "green"]
    assert seen(play, "green") == {"fleet": {"donkey": 2, "raft": 1}, "research": [], "bricks": 0}
    assert view["wonder"]["prices"]["green"] == 1


def test_somebody_else_takes_over_the_colour_under_a_name_of_his_own() -> None:
    play = four()
    play.do(Research("blue", "truck"), Leave("blue"), Join("blue", "Bea"))
    assert play.view()["players"][1] == {"colour": "blue", "name": "Bea"}
    assert seen(play, "blue")["research"] == ["truck"]


MARKS = {"2": 62, "3": 66, "4": 69}


@pytest.mark.rule("RB-WON-12")
@pytest.mark.parametrize(("mark", "space"), [("stays", 69), ("follows", 66)])
def test_the_end_mark_stays_or_follows_as_the_table_says(mark: Any, space: int) -> None:
    play = four()
    play.do(Leave("blue", mark=mark))
    assert play.view()["wonder"]["ends_at"] == space
    play.do(Leave("red"))
    assert play.view()["wonder"]["ends_at"] == space, "nobody has asked for another"
    play.do(Join("blue", mark="follows"))
    assert play.view()["wonder"]["ends_at"] == MARKS["3"]


@pytest.mark.rule("RB-WON-12")
def test_a_mark_that_is_covered_already_is_not_followed() -> None:
    play = four()
    play.correct(bricks=["red"] * 66)
    refused = play.refused(Leave("blue", mark="follows"))
    assert (refused.code, refused.rule, refused.params) == (
        "mark-covered", "RB-WON-12", {"count": 3, "space": 66},
    )  # fmt: skip
    assert leaving.mark_after(play.state, -1) is None
    play.do(Leave("blue"))
    assert play.view()["ended"] is None


@pytest.mark.rule("RB-WON-12")
def test_there_is_no_mark_for_one_so_it_stays() -> None:
    play = Play("red", "blue")
    assert play.refusal(Leave("blue", mark="follows")) == ("no-mark", "RB-WON-12")
    play.do(Leave("blue"))
    assert play.view()["wonder"]["ends_at"] == MARKS["2"]


@pytest.mark.rule("RB-WON-12", "RB-END-01")
@pytest.mark.parametrize(("mark", "ends"), [("stays", False), ("follows", True)])
def test_the_game_ends_at_the_mark_that_was_agreed_on(mark: Any, ends: bool) -> None:
    play = four()
    play.do(Leave("blue", mark=mark))
    play.correct(bricks=["red"] * 65)
    play.to("wonder")
    play.do(BuyBrick("red"))
    assert GAME.ended(play.state) is ends


@pytest.mark.rule("RB-GEN-04")
def test_the_last_one_cannot_leave_and_the_cure_works() -> None:
    play = Play("red", "blue")
    play.do(Leave("blue"))
    assert play.refusal(Leave("red")) == ("last-player", "RB-GEN-04")
    assert leaving.may_leave(play.state) == ()
    play.do(Join("green"), Leave("red"))
    assert play.state.temple == ("green",)
    play.do(End())
    assert play.view()["ended"]["reason"] == "called"


@pytest.mark.rule("RB-SOLO-02", "RB-CONF-01")
def test_who_is_left_alone_plays_on_by_the_same_rules_without_an_order_to_determine() -> None:
    play = Play("red", "blue")
    play.do(BuildMine(1, "red", "standard", late=True), Leave("blue"))
    assert (play.state.solo, play.view()["wonder"]["neutral_left"]) == (False, 33)
    assert play.view()["wonder"]["bricks"] == []
    play.do(Advance(draw_rest=True))
    assert play.refusal(CallForOrder("red")) == ("alone-no-order", "RB-CONF-01")
    assert not play.view()["may_call"]
    play.to("wonder")
    play.do(BuyBrick("red"))
    play.to("production")
    assert play.state.turn == 2


@pytest.mark.rule("RB-SOLO-02")
def test_nobody_joins_or_leaves_a_game_that_began_for_one() -> None:
    play = Play("red")
    assert play.refusal(Join("blue")) == ("solo-no-join", "RB-SOLO-02")
    assert play.refusal(Leave("red")) == ("solo-no-leave", "RB-SOLO-02"), "it does not promise that one could"
    assert "leaving" not in [each["name"] for each in GAME.picture(play.state)["sections"]]


@pytest.mark.rule("RB-GEN-04")
def test_no_more_join_than_the_box_allows_and_in_no_colour_twice() -> None:
    play = four()
    assert play.refusal(Join("purple")) == ("players-too-many", "RB-GEN-04")
    assert play.refusal(Join("blue")) == ("already-plays", "RB-SETUP-01")
    play.do(Leave("blue"))
    assert play.refusal(Join("purple")) == ("colour-needs-option", "RB-GEN-04")
    assert leaving.may_join(play.state) == ("blue",)
    play.correct(option={"more_players": True})
    play.do(Join("purple"), Join("blue"), Join("black"))
    assert len(play.state.sequence) == 6
    assert play.view()["wonder"]["ends_at"] == MARKS["4"]


@pytest.mark.parametrize(
    "command",
    [
        CallForOrder("blue"),
        Research("blue", "truck"),
        ChangeFleet("blue", "donkey", 1),
        Leave("blue"),
        Done("blue"),
    ],
)
def test_he_does_nothing_any_more_until_he_joins_again(command: Any) -> None:
    play = four()
    play.do(Leave("blue"))
    assert play.refused(command).code == "has-left"
    play.do(Join("blue"))
    if not isinstance(command, Done):
        play.do(command)


def test_what_he_forgot_before_he_left_can_still_be_entered() -> None:
    play = four()
    play.do(Leave("blue"))
    play.do(Research("blue", "new-shaft", late=True), BuildMine(3, "blue", "standard", late=True))
    play.do(Correct("fleet", {"blue": {"donkey": 2}}, "one was lost"))
    assert seen(play, "blue") == {"fleet": {"donkey": 2}, "research": ["new-shaft"], "bricks": 0}


@pytest.mark.rule("RB-FLEET-13", "RB-SCORE-01")
def test_his_fleet_and_his_wealth_hold_nobody_up() -> None:
    play = four(neutral=1)
    play.correct(fleet={"blue": {"donkey": 9}})
    assert play.refused(Advance()).code == "fleet-over-limit"
    play.do(Leave("blue"), *(CountWealth(colour, 1, 0, 0) for colour in ("red", "yellow", "green")))
    play.to("production")
    assert play.view()["ended"] is not None
    assert not {"fleet-over-limit", "wealth-missing"} & set(play.warned())


@pytest.mark.rule("RB-CONF-07")
def test_his_go_passes_to_the_next_and_nobody_is_left_out() -> None:
    play = four()
    play.to("movement")
    play.determine(positions={"green": 2, "yellow": 1, "blue": 4, "red": 3})
    assert play.state.sequence == ("yellow", "green", "red", "blue")
    play.do(Done("yellow"), Leave("green"))
    assert play.state.acting == "red"
    play.do(Done("red"), Leave("blue"))
    assert play.state.acting is None


ORDER: tuple[Colour, ...] = ("yellow", "green", "red", "blue")


@pytest.mark.rule("RB-CONF-07")
@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("who", ORDER)
@pytest.mark.parametrize("board", ["stays", "cleared"])
def test_whoever_leaves_and_comes_back_within_a_phase_each_has_one_go(
    at: int, who: Colour, board: Any
) -> None:
    play = four()
    play.to("movement")
    play.determine(positions={colour: ORDER.index(colour) + 1 for colour in ORDER})
    assert play.state.sequence == ORDER
    had: list[Colour | None] = []
    for done in range(10):
        if done == at:
            had += [who] if play.state.acting == who else []
            play.do(Leave(who, board), Join(who))
        if play.state.acting is None:
            break
        had.append(play.state.acting)
        play.do(Done(play.state.acting))
    assert sorted(map(str, had)) == sorted(ORDER)


@pytest.mark.rule("RB-CONF-07")
@pytest.mark.parametrize(
    ("done", "acts"), [([], ["red", "red", "blue"]), ([Done("red")], [None, None, None])]
)
def test_of_two_who_comes_back_has_the_go_he_has_not_had_and_no_other(
    done: list[Done], acts: list[Colour | None]
) -> None:
    play = Play("red", "blue", temple=["blue", "red"])
    play.determine()
    play.do(*done, Leave("blue"))
    assert play.state.acting == acts[0], "alone he still has his go"
    play.do(Join("blue"))
    assert play.state.acting == acts[1]
    play.attempt(Done("red"))
    assert play.state.acting == acts[2]


@pytest.mark.rule("RB-CONF-07")
def test_who_joins_when_all_others_have_had_their_go_has_his() -> None:
    play = Play("red", "blue")
    play.determine()
    play.do(Done(play.state.sequence[0]), Done(play.state.sequence[1]), Join("green"))
    assert play.state.acting == "green"
    play.do(Done("green"), Leave("green"), Join("green"))
    assert play.state.acting is None


@pytest.mark.rule("RB-TURN-04", "RB-CONF-01")
@pytest.mark.parametrize("comes", ["blue", "green"])
def test_an_order_that_was_determined_is_not_determined_again_whoever_leaves_and_comes(comes: Colour) -> None:
    play = Play("red", "blue")
    play.determine()
    play.do(Leave("blue"))
    assert play.refusal(CallForOrder("red")) == ("alone-no-order", "RB-CONF-01")
    play.do(Join(comes))
    assert play.refusal(CallForOrder("red")) == ("order-too-late", "RB-TURN-05")
    play.to("movement")
    play.do(CallForOrder("red"))


@pytest.mark.rule("RB-TURN-04")
def test_a_temple_step_that_was_broken_off_is_none_and_the_order_may_be_demanded_again() -> None:
    play = Play("red", "blue")
    play.do(CallForOrder("red"), Leave("blue"), Join("blue"), CallForOrder("blue"))
    assert isinstance(play.step(), Praying)


@pytest.mark.rule("RB-MINE-08", "RB-WON-08", "RB-UPG-02", "RB-PROD-07", "RB-TURN-05")
@pytest.mark.parametrize("board", ["stays", "cleared"])
def test_nothing_that_counts_once_a_phase_begins_anew_for_who_comes_back(board: Any) -> None:
    play = Play("red", "blue")
    play.do(BuildMine(3, "blue", "standard", late=True), Build("wagon-factory", 1, late=True))
    play.to("production")
    play.do(DrawAll(), Research("blue", "truck"), ChangeFleet("blue", "wagon", 1), Ready("red", ready=True))
    play.do(Leave("blue", board), Join("blue"))
    assert play.refused(Draw(3)).code == "already-drawn"
    assert play.refusal(CallForOrder("red")) == ("order-too-late", "RB-TURN-05")
    assert [each["left"] for each in play.view()["expected"]["capacity"]] == [0]
    assert play.warned()["upgrade-now"]["colour"] == "blue"
    play.do(Advance(), Leave("blue", board), Join("blue"))
    assert "upgrade-now" not in play.warned()
    play.to("wonder")
    play.do(BuyBrick("blue", 2), Leave("blue", board), Join("blue"))
    assert play.view()["wonder"]["prices"] == {"red": 1, "blue": 3}


@pytest.mark.rule("RB-CONF-03", "RB-CONF-05")
def test_the_temple_step_goes_on_with_the_next_one_asked() -> None:
    play = four()
    play.do(CallForOrder("red"), Pray("red", keep=False), Leave("blue"))
    assert play.step() == Praying("yellow", cashed=("red",))
    play.do(Pray("yellow", keep=True))
    assert play.state.temple == ("yellow", "green", "red")


@pytest.mark.rule("RB-CONF-05")
@pytest.mark.parametrize("gone", ["yellow", "green"])
def test_when_nobody_is_left_with_a_choice_the_row_settles(gone: Colour) -> None:
    play = Play("red", "yellow", "green", temple=["red", "yellow", "green"])
    play.do(CallForOrder("red"), Pray("red", keep=False), Leave(gone))
    other: Colour = "green" if gone == "yellow" else "yellow"
    assert play.state.temple == (other, "red")
    assert play.step() == Choosing("red", (1, 2))


@pytest.mark.rule("AMB-31")
def test_where_everybody_is_asked_the_last_one_still_is() -> None:
    play = Play("red", "yellow", "green", temple=["red", "yellow", "green"], amb_31=True)
    play.do(CallForOrder("red"), Pray("red", keep=True), Pray("yellow", keep=True), Leave("red"))
    assert play.step() == Praying("green", kept=("yellow",))
    play.do(Leave("yellow"))
    assert play.step() is None


@pytest.mark.rule("RB-CONF-06")
@pytest.mark.parametrize(
    ("gone", "step"),
    [
        ("yellow", Choosing("blue", (1, 2), ((3, "green"),))),
        ("green", Choosing("yellow", (1, 2, 3))),
        ("red", Choosing("yellow", (1, 2), ((3, "green"),))),
    ],
)
def test_there_is_one_position_fewer_and_who_has_chosen_keeps_his_place(gone: Colour, step: Choosing) -> None:
    play = four()
    play.do(CallForOrder("red"), *(Pray(colour, keep=True) for colour in ROW[:3]))
    play.do(TakePosition("green", 4), Leave(gone))
    assert play.step() == step


@pytest.mark.rule("RB-CONF-06")
def test_the_one_for_whom_a_single_position_is_left_has_it() -> None:
    play = Play("red", "yellow", "green", temple=["red", "yellow", "green"])
    play.do(CallForOrder("red"), Pray("red", keep=True), Pray("yellow", keep=True))
    play.do(TakePosition("green", 1), Leave("red"))
    assert play.step() is None
    assert (play.state.sequence, play.state.acting) == (("green", "yellow"), "green")


@pytest.mark.parametrize("answers", [0, 1])
def test_of_two_the_procedure_is_over_when_one_leaves(answers: int) -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.do(CallForOrder("red"), *[Pray("red", keep=True)][:answers], Leave("red"))
    assert (play.step(), play.state.acting) == (None, "blue" if answers else None)
    play.do(Advance())


def test_nobody_joins_in_the_middle_of_the_procedure() -> None:
    play = Play("red", "blue")
    play.do(CallForOrder("red"))
    assert play.refused(Join("green")).code == "order-standing"
    play.do(Leave("blue"), Join("green"))


@pytest.mark.rule("RB-SCORE-03", "RB-SCORE-06")
def test_his_bricks_share_their_rows_and_he_is_shown_as_left_behind_the_others() -> None:
    play = four()
    play.correct(bricks=["blue", "blue", "red"])
    play.do(Leave("blue"), End())
    assert [(each.colour, each.wonder, each.rank, each.left) for each in scores(play.state)] == [
        ("red", 3, 1, False), ("yellow", 0, 2, False), ("green", 0, 3, False), ("blue", 6, 4, True),
    ]  # fmt: skip
    assert play.view()["ended"]["scores"][-1]["left"] is True
    assert "left" not in play.view()["ended"]["scores"][0]


def test_after_the_end_nobody_leaves_or_joins() -> None:
    play = four()
    play.do(End())
    assert play.refused(Leave("blue")).code == play.refused(Join("blue")).code == "game-ended"
    assert (leaving.may_leave(play.state), leaving.may_join(play.state)) == ((), ())


@pytest.mark.rule("RB-SETUP-11")
def test_after_somebody_left_rows_and_house_rules_are_corrected_as_before() -> None:
    play = four()
    play.do(Leave("blue"), Join("blue", "Bea"), Leave("red"))
    play.correct(sequence=["blue", "green", "yellow"], temple=["green", "yellow", "blue"])
    refused = play.refused(play.correction("temple", ["green", "yellow", "blue", "red"]))
    assert (refused.code, refused.rule) == ("not-everybody-once", "RB-SETUP-11")
    play.correct(option={"amb_08": True}, players=[{"colour": each, "name": "X"} for each in ROW])
    play.correct(option={"amb_01": True})
    assert sorted(play.state.temple) == sorted(play.state.sequence) == ["blue", "green", "yellow"]


@pytest.mark.parametrize(
    ("board", "mark"),
    [("stays", "stays"), ("stays", "follows"), ("cleared", "stays"), ("cleared", "follows")],
)
def test_what_the_table_answers_is_what_is_written_down(board: Any, mark: Any) -> None:
    play = four()
    (event,) = play.do(Leave("blue", board, mark))
    assert event == PlayerLeft("blue", board == "cleared", 3 if mark == "follows" else 4)
    assert play.refolded() == play.state


@settings(max_examples=40)
@given(tables(), entries(), st.integers(0, 3), st.sampled_from(COLOURS[:4]))
def test_whoever_leaves_and_joins_somebody_may_always_go_on(
    play: Play, evening: list[Any], who: int, comer: Colour
) -> None:
    play.run(evening)
    gone = play.state.seats[who % len(play.state.seats)].colour
    for command in (Leave(gone), Leave(gone, mark="follows"), Join(comer, mark="follows"), Join(comer)):
        play.attempt(command)
        assert whole(play.state)
    if GAME.ended(play.state):
        return
    turn, done = play.state.turn, 0
    while not GAME.ended(play.state) and play.state.turn == turn:
        if play.attempt(willing(play.state)) is None:
            refused = play.refused(willing(play.state))
            assert refused.code == "fleet-over-limit"
            play.correct(fleet={refused.params["colour"]: {"donkey": 1}})
        done += 1
        assert done < 60
    assert wonder.room(play.state) >= 0
