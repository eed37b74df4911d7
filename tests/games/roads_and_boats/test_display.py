"""The display in a game: its pages, their lists, and a whole turn without a phone."""

from __future__ import annotations

import pytest

from tests.fakes.box import Box, page, whole
from tests.games.roads_and_boats.boxed import build, to


def test_the_table_page_says_phase_what_happens_and_what_advance_does(box: Box) -> None:
    said = []
    for _ in range(4):
        said.append(box.says)
        box.press("advance")
    assert said == [
        "Turn 1: production Produce, research Order may be called Advance: movement",
        "Turn 1: movement Colour: ready or not Held: order of play Advance: building",
        "Turn 1: building Colour: ready or not Held: order of play Advance: wonder",
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
    assert page(box, "Order") == "Order and start tiles Y◆ B■ R● Temple, nearest first R● B■ Y◆"
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
    assert page(box, "Wonder") == "Wonder: 2 of 66 Brick: Y1 B3 R1 To irrigation: 43 To end 64, neutral 33"
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


def test_select_held_opens_the_pages_own_list(box: Box) -> None:
    build(box, 3, 7)
    page(box, "Mines")
    box.hold("select")
    assert box.says == "Draw from mine 3? Holds 3 gold 3 iron Chance of gold: 50% Advance:yes Select:→ 1/2"
    box.press("select", "advance")
    assert [mine["drawn"] is None for mine in box.game["mines"]] == [True, False]
    to(box, "movement")
    page(box, "Order")
    box.hold("select")
    assert box.says == "Red calls? for the order of play Advance:yes Select:→ 1/3"
    box.press("back")
    to(box, "wonder")
    page(box, "Wonder")
    box.hold("select")
    assert box.says == "Yellow: brick for 1? from the start tile Advance:yes Select:→ 1/3"
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
    assert box.says == "Only draw them? Draw 3 Advance:yes Select:→ 1/3"
    box.press("select")
    assert box.says == "Leave or join? Somebody goes or comes. Advance:yes Select:→ 2/3"
    box.press("select")
    assert box.says == "End the game now? Scores are counted. Advance:yes Select:→ 3/3"
    box.press("back")
    to(box, "wonder")
    box.hold("select")
    offered = []
    for _ in range(4):
        offered.append(box.frame.title)
        box.press("select")
    assert offered == ["Call for order?", "Buy a brick?", "Leave or join?", "End the game now?"]
    box.press("select", "advance")
    assert box.frame.title == "Yellow: brick for 1?"
    box.press("select", "select", "advance")
    assert box.game["wonder"]["bricks"] == ["red"]


@pytest.mark.rule("RB-END-03", "RB-SCORE-06")
def test_after_the_end_the_display_is_a_table_of_scores(box: Box) -> None:
    box.told(do="correct", field="bricks", value=["blue", "blue", "red", "yellow"], reason="test")
    box.hold("select")
    while box.frame.title != "End the game now?":
        box.press("select")
    box.press("advance")
    assert box.says == "Go on playing? Nothing happens. Advance:yes Select:→ 1/2"
    box.press("select")
    assert box.says == "Really end it? Scores are counted. Advance:yes Select:→ 2/2"
    box.press("advance")
    assert box.game["ended"]["reason"] == "called"
    assert box.says == "Points so far 1 B■ Bob 5 2 R● Red 2 3 Y◆ Yellow 2"
    said = box.says
    for button in ("advance", "red"):
        box.press(button)
        assert box.says == "Not now Game over. Hold Back to undo the end."
        box.press("back")
        assert box.says == said
    box.hold("select")
    assert box.frame.title == "No list here"
    box.press("back")
    box.told(do="count-wealth", colour="yellow", gold=1, coins=2, stock=3)
    assert box.says == "Points so far 1/2 Count wealth: R● B■ 1 Y◆ Yellow 452 2 B■ Bob 5"
    assert "Y◆ gold 1, coins 2, stock 3" in " ".join(whole(box, "Players"))


def test_after_the_end_the_display_says_first_whose_wealth_is_to_be_counted_and_whose_again(box: Box) -> None:
    box.told(do="count-wealth", colour="yellow", gold=1, coins=0, stock=0)
    box.told(do="correct", field="turn", value=2, reason="miscounted")
    box.told(do="end")
    assert box.says.startswith("Points so far 1/2 Count wealth: R● B■ Count again: Y◆ 1 Y◆ Yellow 10")
    for colour in ("red", "blue", "yellow"):
        assert box.frame.title.startswith("Points so far"), "nobody has won before all is counted"
        box.told(do="count-wealth", colour=colour, gold=0, coins=0, stock=0)
    assert "Count" not in box.says
    assert "wins" in box.frame.title


def test_an_end_that_a_phone_enters_is_on_the_display_whatever_page_it_showed(box: Box) -> None:
    box.press("select", "select")
    box.told(do="advance")
    assert box.frame.title == "Turn 1: movement", "nothing of an earlier phase is left standing"
    box.press("select")
    box.told(do="end")
    assert box.frame.title == "Points so far"
    box.press("select", "select")
    title = box.frame.title
    box.told(do="count-wealth", colour="red", gold=0, coins=0, stock=0)
    assert box.frame.title == title


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
    box.press("advance", "advance")  # home, and on
    assert (box.game["turn"], box.game["phase"]) == (3, "production")
    assert box.game["wonder"]["bricks"][-1] is None
    assert {entry["from"] for entry in box.table.log(after=before)} == {"panel", "reader"}
