"""The display in a game of La Strada: what each page says, and what is said after an action."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.box import Box, page, tag_of, whole
from tests.games.la_strada.boxed import TWO, playing, set_right


@pytest.mark.rule("LS-SETUP-06", "LS-AMB-02")
def test_before_the_first_turn_the_table_page_says_who_places_his_factory_when(box: Box) -> None:
    assert box.says == "E▬ Grey 1/2 Place your factories: E▬ Y◆ K○ R● Advance: then Yellow◆"
    box.press("select", "select")
    assert box.says == "E▬ Grey 2/2 Turn 1: 6 resources Ending now loses 2 Advance: then Yellow◆"
    box.told(do="connect", colour="grey", colony=6, plains=1)
    assert "factories" not in box.says


@pytest.mark.rule("LS-2P-01", "LS-2P-03", "LS-2P-04")
def test_two_players_are_told_which_seats_to_take_and_that_each_has_two_factories(pair: Box) -> None:
    assert whole(pair, "Y◆ Anna") == [
        "Take colours with",
        "opposite tracks",
        "Place your factories:",
        "E▬ Y◆ E▬ Y◆",
        "Turn 1: 6 resources",
        "Ending now loses 2",
    ]


@pytest.mark.rule("LS-TURN-01", "LS-TURN-02")
def test_the_table_page_says_whose_turn_it_is_and_what_he_has_in_hand(box: Box) -> None:
    box.told(do="connect", colour="grey", colony=6, plains=2)
    assert box.says == "E▬ Grey Turn 1: 2 resources Advance: then Yellow◆"
    box.press("advance")
    assert box.says == "Y◆ Anna Turn 1: 6 resources Ending now loses 2 Advance: then Black○"
    for _ in range(3):
        box.told(do="end-turn")
    assert box.frame.lines == ("Turn 2: 8 resources", "Ending now loses 4")


@pytest.mark.rule("LS-TURN-03", "TV-LS-07")
@pytest.mark.parametrize(("keeps", "lost"), [(4, None), (5, 1), (7, 3), (10, 6)])
def test_what_would_be_lost_if_the_turn_ended_now_stands_on_the_table_page(
    box: Box, keeps: int, lost: int | None
) -> None:
    set_right(box, "turn", 2)
    set_right(box, "resources", {"grey": keeps})
    unspent = () if lost is None else (f"Ending now loses {lost}",)
    assert box.frame.lines == (f"Turn 2: {keeps} resources", *unspent)


@pytest.mark.rule("LS-END-01", "LS-END-03")
def test_the_table_page_warns_of_few_merchants_and_of_an_end_that_is_sure_to_come(box: Box) -> None:
    set_right(box, "turn", 2)
    set_right(box, "resources", {"grey": 4})
    set_right(box, "supplies", {"black": {"merchants": 2}})
    assert "K○ has 2 merchants" in box.says
    set_right(box, "supplies", {"black": {"merchants": 0}})
    assert whole(box, "E▬ Grey")[1:] == ["K○ is blocked: the", "game ends at his turn"]
    for _ in range(2):
        assert box.game["ended"] is None
        box.told(do="end-turn")
    assert (box.game["ended"]["reason"], box.game["active"]) == ("no-merchants", "black")


@pytest.mark.rule("LS-SETUP-04")
def test_the_supplies_page_shows_resources_tiles_and_merchants_of_everybody(box: Box) -> None:
    box.told(do="connect", colour="grey", colony=6, plains=1, forests=1)
    assert whole(box, "Supplies") == [
        "E▬ r1 p17 f7 h5 m11",
        "Y◆ r0 p18 f8 h5 m12",
        "K○ r0 p18 f8 h5 m12",
        "R● r0 p18 f8 h5 m12",
    ]


def test_select_held_on_the_supplies_page_says_them_in_words_a_player_a_leaf(box: Box) -> None:
    page(box, "Supplies")
    box.hold("select")
    assert box.says == "Supplies 1/6 E▬ resources 6 Plain 18, forest 8"
    assert "Hill 5, merchants 12 Y◆ resources 0 Plain 18, forest 8 Hill 5" in box.read()


@pytest.mark.rule("LS-COMP-03", "LS-SCORE-01", "LS-SCORE-02", "LS-SCORE-03", "LS-SCORE-04", "LS-SCORE-05")
def test_the_colonies_page_sorts_what_is_left_by_what_another_merchant_would_earn_there(box: Box) -> None:
    everything = [
        "+5: 1 2 3 4",
        "+4: 5 6 7 8 9",
        "+3: 10 11 12 13 14",
        "+2: 15 16 17 18 19",
    ]
    assert whole(box, "What E▬ can earn") == everything
    set_right(box, "resources", {"grey": 8})
    for colony in (1, 5, 10, 15):
        box.told(do="connect", colour="grey", colony=colony, plains=1)
    assert whole(box, "What E▬ can earn")[0] == "+5: 2 3 4"
    box.told(do="end-turn")
    assert whole(box, "What Y◆ can earn") == [
        "+5: 2 3 4",
        "+4: 1 6 7 8 9",
        "+3: 5 11 12 13 14",
        "+2: 10 16 17 18 19",
        "+1: 15",
    ]


@pytest.mark.rule("LS-2P-05", "LS-2P-07")
def test_with_two_players_a_colony_that_is_taken_earns_nothing_but_may_be_linked(pair: Box) -> None:
    pair.told(do="connect", colour="yellow", colony=15, plains=1)
    pair.told(do="end-turn")
    assert whole(pair, "What E▬ can earn") == [
        "+5: 1 2 3 4",
        "+4: 5 6 7 8 9",
        "+3: 10 11 12 13 14",
        "+2: 16 17 18 19",
        "+0: 15",
    ]
    pair.told(do="connect", colour="grey", colony=15, plains=1)
    assert pair.game["colonies"][14]["merchants"] == ["yellow"]


@pytest.mark.rule("LS-MKT-05")
def test_the_colonies_page_says_when_no_merchant_or_no_colony_is_left(tmp_path: Path) -> None:
    only = {"city": 2, "town": 0, "village": 0, "hamlet": 0}
    with playing(tmp_path, kinds=only, supply={"merchants": 2}) as box:
        box.told(do="connect", colour="grey", colony=1, plains=1)
        set_right(box, "supplies", {"grey": {"merchants": 0}})
        assert whole(box, "What E▬ can earn") == ["No merchant is left."]
        road = {"do": "connect", "colour": "grey", "colony": 2, "plains": 1}
        assert box.refusal(**road) == ("no-merchant", "LS-MKT-05")
        box.told(do="undo")
        box.told(do="connect", colour="grey", colony=2, plains=1)
        assert whole(box, "What E▬ can earn") == ["Every colony is", "linked."]


@pytest.mark.rule("LS-MKT-03")
def test_select_held_on_the_colonies_page_shows_one_colony_after_another(box: Box) -> None:
    box.told(do="connect", colour="grey", colony=2, plains=1)
    box.told(do="end-turn")
    box.told(do="connect", colour="yellow", colony=2, plains=1)
    page(box, "What Y◆")
    box.hold("select")
    assert box.says == "Gold each 1/10 City 1: free, 5 City 2: E▬ Y◆ 4"
    for _ in range(9):
        box.press("select")
    assert box.says == "Gold each 10/10 Hamlet 19: free, 2"
    box.press("back")
    assert box.frame.title.startswith("What Y◆")


@pytest.mark.rule("LS-2P-05")
def test_of_two_players_who_passes_through_a_colony_stands_in_brackets(tmp_path: Path) -> None:
    with playing(tmp_path, TWO, names={"2": "Genova"}) as pair:
        pair.told(do="connect", colour="yellow", colony=2, plains=1)
        pair.told(do="end-turn")
        pair.told(do="connect", colour="grey", colony=2, plains=1)
        page(pair, "What E▬")
        pair.hold("select")
        assert "City 2 Genova: Y◆ (E▬) 5" in pair.read()


@pytest.mark.rule("LS-SCORE-08", "LS-AMB-10")
def test_the_standings_show_rank_gold_and_the_resources_that_decide_a_tie(box: Box) -> None:
    box.told(do="connect", colour="grey", colony=2, plains=2)
    box.told(do="end-turn")
    box.told(do="connect", colour="yellow", colony=2, plains=1)
    assert whole(box, "Gold (resources)") == [
        "1 Y◆ Anna 4 (4)",
        "2 E▬ Grey 4 (2)",
        "3 K○ Black 0 (0)",
        "3 R● Red 0 (0)",
    ]


@pytest.mark.rule("LS-SCORE-08")
def test_after_the_end_the_first_page_says_who_has_won_why_it_ended_and_the_scores(box: Box) -> None:
    box.told(do="connect", colour="grey", colony=2, plains=2)
    set_right(box, "resources", {"black": 1})
    box.told(do="end")
    assert whole(box, "E▬ Grey wins") == [
        "Ended by the group",
        "1 E▬ Grey 5 (2)",
        "2 K○ Black 0 (1)",
        "3 Y◆ Anna 0 (0)",
        "3 R● Red 0 (0)",
    ]
    assert whole(box, "Gold each")[:2] == ["City 1: free, 5", "City 2: E▬ 5"]


@pytest.mark.rule("LS-AMB-10")
def test_a_shared_win_names_everybody_who_shares_it(box: Box) -> None:
    box.told(do="end")
    set_right(box, "resources", {"grey": 3, "black": 3})
    assert box.frame.title == "E▬ K○ win 1/2"


@pytest.mark.rule("LS-END-03", "LS-END-01")
def test_a_game_that_ends_by_itself_says_whose_turn_ended_it_and_why(box: Box) -> None:
    set_right(box, "supplies", {"yellow": {"merchants": 0}})
    box.told(do="connect", colour="grey", colony=1, plains=3)
    box.press("advance")
    assert box.frame.title.startswith("E▬ Grey wins")
    assert box.frame.lines[0] == "Y◆: no merchant left"


def test_a_colour_button_shows_what_that_player_has(box: Box) -> None:
    box.told(do="connect", colour="grey", colony=2, plains=2)
    for held in (False, True):
        box.press("grey", held=held)
        assert box.read() == "E▬ Grey Resources 2, gold 5 Plain 16, forest 8 Hill 5, merchants 11"
    box.press("yellow")
    assert box.frame.title.startswith("Y◆ Anna")
    assert box.last["command"]["type"] == "connect"


def test_the_button_of_a_colour_that_nobody_plays_says_so(pair: Box) -> None:
    for button, title in (("red", "R● Red"), ("blue", "B■ Blue")):
        pair.press(button)
        assert pair.says == f"{title} Nobody plays this colour."


def test_bags_and_tags_are_not_used_and_say_so(box: Box) -> None:
    version = box.table.snapshot.version
    box.tap("AA000001")
    assert box.says == "No bags here This game is played without bags."
    box.pair(3)
    box.tap(tag_of(3))
    assert box.says == "No bags here This game is played without bags."
    assert box.table.snapshot.version == version + 1
    box.press("select")
    assert box.frame.title.startswith("E▬ Grey")


def test_italian_tables_read_their_own_words(tmp_path: Path) -> None:
    with playing(tmp_path, language="it") as box:
        assert box.says == "I▬ Grigio 1/2 Fabbriche, in ordine: I▬ G◆ N○ R● Avanti: poi Giallo◆"
        box.told(do="connect", colour="grey", colony=10, forests=1)
        assert whole(box, "Riserve")[0] == "I▬ r3 p18 f7 c5 m11"
        page(box, "Cosa rende")
        box.hold("select")
        assert "Città 1: oro 5" in box.says
