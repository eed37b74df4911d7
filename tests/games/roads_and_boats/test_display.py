"""The display in a game: pages, presses, taps, the conflict, and a whole turn without a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.box import Box, page, running, tag_of, whole


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """Three players in the temple's order: red nearest, yellow farthest."""
    with running(tmp_path) as box:
        box.play("red", "blue", "yellow", names=("", "Bob", ""))
        yield box


def build(box: Box, *numbers: int, mixture: str = "standard") -> None:
    """Mines that were built in an earlier turn, so that they are to be drawn."""
    for number in numbers:
        box.told(do="build-mine", number=number, colour="red", mixture=mixture, late=True)


def to(box: Box, phase: str) -> None:
    while box.game["phase"] != phase:
        box.told(do="advance", draw_rest=True)


def test_the_table_page_says_phase_what_happens_and_what_advance_does(box: Box) -> None:
    said = []
    for _ in range(4):
        said.append(box.says)
        box.press("advance")
    assert said == [
        "Turn 1: production Produce, research Order may be called Advance: movement",
        "Turn 1: movement Move together Order may be called Advance: building",
        "Turn 1: building Build together Order may be called Advance: wonder",
        "Turn 1: wonder A brick costs 1 Order may be called Advance: end of turn",
    ]
    assert box.frame.title == "Turn 2: production"


@pytest.mark.parametrize(
    ("numbers", "said"),
    [((3,), "Draw 3"), ((3, 7, 12), "Draw 3, 7 and 12"), ((1, 2, 3, 4), "4 mines to draw")],
)
def test_few_undrawn_mines_are_named_and_many_counted(box: Box, numbers: tuple[int, ...], said: str) -> None:
    build(box, *numbers)
    assert box.frame.lines == (said,)
    assert box.frame.hint == "Advance: draw, go on"


def test_the_next_warning_stands_on_the_table_page(box: Box) -> None:
    box.told(do="correct", field="bricks", value=["red"] * 43, reason="test")
    assert "2 bricks to irrigate" in box.says
    box.told(do="change-fleet", colour="blue", transporter="truck", by=6)
    assert "Fleet B■ 4 too many" in box.says


def test_an_unknown_warning_would_be_said_by_the_games_own_sentence(box: Box) -> None:
    box.told(do="correct", field="turn", value=33, reason="test")
    box.told(do="correct", field="bricks", value=[None] * 32, reason="test")
    assert "Last turn" in box.says


def test_the_order_page_shows_both_rows_and_who_acts(box: Box) -> None:
    assert page(box, "Order") == "Order of play Y◆ B■ R● Temple, nearest first R● B■ Y◆"
    box.press("red", "advance", "advance", "advance", "advance")
    assert page(box, "Order") == "Order of play >Y◆ B■ R● Temple, nearest first R● B■ Y◆"


def test_the_mines_page_shows_every_bag_and_this_turns_ore(box: Box) -> None:
    assert page(box, "Mines") == "Mines: gold+iron No mine is built yet."
    build(box, 3, 12)
    box.told(do="record-draw", number=12, ore="gold")
    assert page(box, "Mines") == "Mines: gold+iron 3: 3+3 to draw 12: 2+3 gave gold"
    to(box, "movement")
    box.told(do="correct", field="bag", value={"number": 3, "gold": 0, "iron": 0}, reason="test")
    to(box, "production")
    assert "3: empty" in page(box, "Mines")


def test_the_wonder_page_tells_prices_marks_and_neutral_bricks(box: Box) -> None:
    said = "Wonder: 0 of 66 A brick costs 1 To irrigation: 45 To end 66, neutral 33"
    assert page(box, "Wonder") == said
    to(box, "wonder")
    box.told(do="buy-brick", colour="blue", count=2)
    assert page(box, "Wonder") == "Wonder: 2 of 66 Brick: R1 B3 Y1 To irrigation: 43 To end 64, neutral 33"
    box.told(do="correct", field="bricks", value=["red"] * 45, reason="test")
    assert "Deserts are pastures" in page(box, "Wonder")


def test_the_players_page_shows_bricks_and_only_what_was_entered(box: Box) -> None:
    assert page(box, "Players") == "Players: bricks R● Red 0 B■ Bob 0 Y◆ Yellow 0"
    box.told(do="research", colour="blue", subject="truck")
    box.told(do="change-fleet", colour="blue", transporter="raft", by=1)
    assert whole(box, "Players") == [
        "R● Red 0",
        "R● land 3, water 0",
        "B■ Bob 0",
        "B■ land 3, water 1",
        "B■ truck factory",
        "Y◆ Yellow 0",
        "Y◆ land 3, water 0",
    ]


def test_a_tapped_bag_draws_and_shows_the_ore_large_with_what_is_left_and_the_odds(box: Box) -> None:
    build(box, 3)
    box.pair(3)
    box.tap(tag_of(3))
    ore = box.game["mines"][0]["drawn"]
    assert box.frame.large
    assert box.frame.title == ore.upper()
    left = "Left: 2 gold 3 iron" if ore == "gold" else "Left: 3 gold 2 iron"
    assert box.frame.lines == (left, "Mine 3, gold was 50%")
    assert (box.last["command"]["type"], box.last["from"]) == ("draw", "reader")


@pytest.mark.rule("RB-MINE-08")
def test_a_bag_tapped_again_in_the_same_turn_shows_the_same_ore(box: Box) -> None:
    build(box, 3)
    box.pair(3)
    box.tap(tag_of(3))
    said, version = box.says, box.table.snapshot.version
    box.tap(tag_of(3))
    assert (box.says, box.table.snapshot.version) == (said, version)


def test_a_bag_tapped_in_another_phase_is_shown_and_gives_nothing(box: Box) -> None:
    build(box, 3)
    box.pair(3, 4)
    box.told(do="record-draw", number=3, ore="gold")
    to(box, "building")
    version = box.table.snapshot.version
    box.tap(tag_of(3))
    assert box.says == "Mine 3 2 gold, 3 iron Gold 40%, iron 60% This turn: gold"
    build(box, 4)
    box.tap(tag_of(4))
    assert box.says == "Mine 4 3 gold, 3 iron Gold 50%, iron 50%"
    assert box.table.snapshot.version == version + 1


@pytest.mark.rule("RB-MINE-09")
def test_an_empty_bag_and_one_that_is_not_in_the_game_say_so(box: Box) -> None:
    build(box, 3)
    box.told(do="correct", field="bag", value={"number": 3, "gold": 0, "iron": 0}, reason="test")
    box.pair(3, 9)
    box.tap(tag_of(3))
    assert box.says == "Mine 3 The bag is empty."
    box.tap(tag_of(9))
    assert box.says == "Mine 9 is not built."


def test_the_ore_on_the_display_goes_when_the_draw_is_taken_back_and_when_the_phase_ends(box: Box) -> None:
    build(box, 3)
    box.pair(3)
    box.tap(tag_of(3))
    box.told(do="undo")
    assert box.says == "Mine 3 3 gold, 3 iron Gold 50%, iron 50% Not drawn this turn"
    box.tap(tag_of(3))
    assert box.frame.large
    to(box, "movement")
    assert box.frame.title == "Turn 1: movement"


@pytest.mark.rule("RB-MINE-11")
def test_a_group_that_draws_by_hand_is_asked_what_it_drew(tmp_path: Path) -> None:
    with running(tmp_path / "hand") as box:
        box.play("red", "blue", amb_23=True)
        build(box, 3)
        box.pair(3)
        box.tap(tag_of(3))
        assert box.says == "Gold? By hand, mine 3 3 gold, 3 iron Select: next 1/2"
        box.press("select")
        assert box.frame.title == "Iron?"
        box.press("advance")
        assert box.game["mines"][0]["drawn"] == "iron"
        build(box, 4)
        box.press("back", "advance")
        assert box.says == "Not now First draw mine 4."
        assert box.game["phase"] == "production"


@pytest.mark.rule("RB-MINE-08")
def test_advance_with_undrawn_mines_asks_first_and_then_draws_them(box: Box) -> None:
    build(box, 3, 7)
    box.press("advance")
    assert box.says == "Draw the rest? Draw 3 and 7 then on to movement Select: next 1/2"
    assert box.game["phase"] == "production"
    box.press("back")
    assert [mine["drawn"] for mine in box.game["mines"]] == [None, None]
    box.press("advance", "advance")
    assert box.game["phase"] == "movement"
    assert all(mine["drawn"] in {"gold", "iron"} for mine in box.game["mines"])


def test_the_rest_may_be_drawn_without_leaving_production(box: Box) -> None:
    build(box, 3, 7)
    box.press("advance", "select")
    assert box.frame.title == "Only draw them?"
    box.press("advance")
    assert box.game["phase"] == "production"
    assert all(mine["drawn"] for mine in box.game["mines"])


@pytest.mark.rule("RB-TURN-04", "RB-CONF-02")
@pytest.mark.parametrize("held", [False, True])
def test_a_colour_button_calls_for_the_order_of_play(box: Box, held: bool) -> None:
    box.press("blue", held=held)
    assert box.says == "Red: keep praying? R● B■ Y◆ Advance: keep praying Back: cash in"
    assert (box.last["command"]["colour"], box.last["by"]) == ("blue", "blue")


@pytest.mark.rule("RB-WON-01")
def test_in_the_wonder_phase_a_colour_button_buys_a_brick_and_held_calls_for_order(box: Box) -> None:
    to(box, "wonder")
    box.press("blue")
    assert box.game["wonder"]["bricks"] == ["blue"]
    assert box.last["command"]["price"] == 1
    assert box.says == "Noted Blue bought a brick for 1"
    box.press("blue")
    assert box.last["command"]["price"] == 2
    to(box, "production")
    to(box, "wonder")
    box.hold("yellow")
    assert box.frame.title == "Red: keep praying?"


@pytest.mark.rule("RB-TURN-05")
def test_a_call_that_comes_too_late_is_refused_in_words(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=1)
    box.press("blue")
    assert box.frame.title.startswith("Not now")
    assert "already under way" in box.says


@pytest.mark.rule("RB-MINE-10")
def test_order_is_called_in_production_only_after_the_draws(box: Box) -> None:
    build(box, 3)
    box.press("blue")
    assert "already under way" in box.says
    to(box, "movement")
    to(box, "production")
    box.press("blue", "blue")
    assert box.says == "Not now First draw mine 3."
    box.told(do="draw", number=3)
    box.press("back", "blue")
    assert box.frame.title == "Red: keep praying?"


def test_the_button_of_a_colour_that_nobody_plays_is_refused_in_words(box: Box) -> None:
    box.press("green")
    assert "Nobody plays Green" in box.says
    to(box, "wonder")
    box.press("back", "green")
    assert "Nobody plays Green" in box.says


@pytest.mark.rule("RB-CONF-03", "RB-CONF-04", "RB-CONF-06", "TV-RB-CONF-03")
def test_the_whole_conflict_by_advance_select_and_back(box: Box) -> None:
    box.press("blue")
    assert box.frame.title == "Red: keep praying?"
    box.press("advance")
    assert box.frame.title == "Blue: keep praying?"
    box.press("back")
    assert box.game["temple"] == ["red", "yellow", "blue"]
    assert box.says == "Blue: position 1? 1 2 3 Advance: take it Select: next 1/3"
    box.press("select")
    assert box.frame.title == "Blue: position 2?"
    box.press("back")
    assert box.frame.title == "Blue: position 1?"
    box.press("back")
    assert box.frame.title == "Blue: position 3?"
    box.press("advance")
    assert box.says == "Yellow: position 1? 1 2 B■ Advance: take it Select: next 1/2"
    box.press("select", "advance")
    assert box.game["sequence"] == ["red", "yellow", "blue"]
    assert box.says == "Turn 1: production R● Red acts Advance: then Yellow"


@pytest.mark.rule("RB-CONF-03")
def test_who_has_cashed_in_is_seen_by_those_who_follow(tmp_path: Path) -> None:
    with running(tmp_path / "four") as box:
        box.play("red", "blue", "yellow", "green")
        box.press("red", "back")
        assert box.says == "Blue: keep praying? R→ B■ Y◆ G▲ Advance: keep praying Back: cash in"


def test_the_asked_players_own_button_answers_yes(box: Box) -> None:
    box.press("yellow", "red")
    assert box.frame.title == "Blue: keep praying?"
    box.press("blue")
    assert box.frame.title == "Yellow: position 1?"
    box.press("select", "yellow")
    assert box.frame.title == "Blue: position 1?"
    box.press("blue")
    assert box.game["sequence"] == ["blue", "yellow", "red"]


def test_another_players_button_answers_nothing_and_says_who_is_asked(box: Box) -> None:
    box.press("yellow", "blue")
    assert box.game["order"] == {"step": "praying", "asks": "red"}
    assert "Red is asked" in box.says
    box.press("advance")
    assert box.frame.title == "Red: keep praying?", "the press took the notice away and answered nothing"
    box.press("blue", "red")
    assert box.frame.title == "Blue: keep praying?", "a player's own button is that player's answer"


def test_a_question_of_the_conflict_waits_for_a_phone_too(box: Box) -> None:
    box.press("yellow")
    box.told(do="pray", colour="red", keep=False)
    assert box.frame.title == "Blue: keep praying?"
    box.told(do="undo")
    box.told(do="undo")
    assert box.frame.title == "Turn 1: production"


def test_back_held_takes_back_the_last_answer_of_the_conflict(box: Box) -> None:
    box.press("yellow", "advance")
    box.hold("back")
    assert box.says == "Undo? Red kept praying Advance=yes Back=no"
    box.press("advance", "back")
    assert box.frame.title == "Red: keep praying?"


@pytest.mark.rule("RB-CONF-07")
def test_advance_passes_on_and_after_the_last_asks_for_the_next_phase(box: Box) -> None:
    box.press("red", "advance", "advance", "advance", "advance")
    assert box.game["acting"] == "yellow"
    box.press("advance")
    assert box.game["acting"] == "blue"
    box.press("advance")
    assert box.frame.hint == "Advance: movement"
    box.press("advance")
    assert box.says == "Next: movement? Everybody has acted. Advance=yes Back=no"
    box.press("back")
    assert (box.game["phase"], box.game["acting"]) == ("production", "red")
    box.press("advance", "advance")
    assert box.game["phase"] == "movement"


def test_the_next_phase_is_asked_for_also_after_a_phone_passed_on_for_the_last(box: Box) -> None:
    box.press("red", "advance", "advance", "advance", "advance")
    for colour in box.game["sequence"]:
        box.told(do="done", colour=colour)
    box.press("advance")
    assert box.frame.title == "Next: movement?"


def test_select_held_opens_the_pages_own_list(box: Box) -> None:
    build(box, 3, 7)
    page(box, "Mines")
    box.hold("select")
    assert box.says == "Draw from mine 3? 3 gold, 3 iron Gold 50%, iron 50% Select: next 1/2"
    box.press("select", "advance")
    assert [mine["drawn"] is None for mine in box.game["mines"]] == [True, False]
    to(box, "movement")
    page(box, "Order")
    box.hold("select")
    assert box.says == "Red calls? for the order of play Select: next 1/3"
    box.press("back")
    to(box, "wonder")
    page(box, "Wonder")
    box.hold("select")
    assert box.says == "Red: brick for 1? from the home tile Select: next 1/3"
    box.press("select", "advance")
    assert box.game["wonder"]["bricks"] == ["blue"]


def test_where_there_is_nothing_to_choose_a_held_select_says_so(box: Box) -> None:
    said = page(box, "Mines")
    box.hold("select")
    assert box.says == "No list here There is nothing to choose on this page."
    box.press("back")
    assert box.says == said


def test_the_table_pages_list_offers_what_the_moment_allows(box: Box) -> None:
    build(box, 3)
    box.hold("select")
    assert box.says == "Only draw them? Draw 3 Select: next 1/2"
    box.press("select")
    assert box.says == "End the game now? Scores are counted. Select: next 2/2"
    box.press("back")
    to(box, "wonder")
    box.hold("select")
    offered = []
    for _ in range(3):
        offered.append(box.frame.title)
        box.press("select")
    assert offered == ["Call for order?", "Buy a brick?", "End the game now?"]
    box.press("select", "advance")
    assert box.frame.title == "Red: brick for 1?"
    box.press("select", "select", "advance")
    assert box.game["wonder"]["bricks"] == ["yellow"]


@pytest.mark.rule("RB-END-03", "RB-SCORE-06")
def test_after_the_end_the_display_is_a_table_of_scores(box: Box) -> None:
    box.told(do="correct", field="bricks", value=["blue", "blue", "red", "yellow"], reason="test")
    box.hold("select")
    while box.frame.title != "End the game now?":
        box.press("select")
    box.press("advance")
    assert box.game["ended"]["reason"] == "called"
    assert box.says == "Blue wins 1 B■ Bob 5 2 R● Red 2 3 Y◆ Yellow 2"
    said = box.says
    for button in ("advance", "red"):
        box.press(button)
        assert box.says == "Not now The game is over. Hold Back to undo the end."
        box.press("back")
        assert box.says == said
    box.hold("select")
    assert box.frame.title == "No list here"
    box.press("back")
    box.told(do="count-wealth", colour="yellow", gold=1, coins=2, stock=3)
    assert box.frame.title == "Yellow wins"
    assert "Y◆ 1 gold, 2 coins, 3 stock" in " ".join(whole(box, "Players"))


def test_the_end_is_taken_back_from_the_panel(box: Box) -> None:
    box.told(do="end")
    box.hold("back")
    box.press("advance", "back")
    assert box.game["ended"] is None
    assert box.frame.title == "Turn 1: production"


@pytest.mark.rule("RB-TURN-01", "RB-WON-11", "RB-TURN-07")
def test_a_whole_turn_with_a_conflict_draws_bricks_and_undo_needs_no_phone(box: Box) -> None:
    build(box, 3, 7)
    box.told(do="advance", draw_rest=True)
    to(box, "production")
    before = box.table.snapshot.version

    box.tap("AA000001")  # two new tags, each on the bag of a built mine
    box.press("advance")
    box.tap("AA000002")
    box.press("advance")
    assert dict(box.table.snapshot.tags) == {"AA000001": 3, "AA000002": 7}
    box.tap("AA000001")
    box.tap("AA000002")
    assert all(mine["drawn"] for mine in box.game["mines"])
    box.press("blue")  # calls for the order of play
    box.press("advance", "back")  # red keeps praying, blue cashes in
    box.press("advance", "advance")  # blue takes position 1, yellow position 2
    assert box.game["sequence"] == ["blue", "yellow", "red"]
    box.press("advance", "advance", "advance", "advance")  # three goes, and on to the next phase
    assert box.game["phase"] == "movement"
    box.press("advance", "advance")
    assert box.game["phase"] == "wonder"
    box.press("red", "red", "yellow")
    assert box.game["wonder"]["bricks"][-3:] == ["red", "red", "yellow"]
    box.hold("back")
    box.press("advance")  # yellow did not mean it
    assert box.game["wonder"]["bricks"][-2:] == ["red", "red"]
    box.press("advance")
    assert (box.game["turn"], box.game["phase"]) == (3, "production")
    assert box.game["wonder"]["bricks"][-1] is None
    assert {entry["from"] for entry in box.table.log(after=before)} == {"panel", "reader"}
