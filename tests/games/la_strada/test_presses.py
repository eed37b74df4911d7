"""A game of La Strada by three buttons: whole turns, every question, and no phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import Command, Refused
from companion.table.snapshot import Snapshot
from tests.fakes.box import Box
from tests.games.la_strada.boxed import choose, connect, offered, playing, set_right


@pytest.mark.rule("LS-BUILD-01", "LS-TURN-06")
def test_a_whole_round_of_four_needs_no_phone(box: Box) -> None:
    before = box.table.snapshot.version
    connect(box, "Plain tiles: 3?", "Town?", "Town 6?")
    box.press("advance")
    connect(box, "Plain tiles: 1?", "Forest tiles: 1?", "Town?", "Town 6?")
    box.press("advance")
    connect(box, "Plain tiles: 0?", "Forest tiles: 0?", "City?", "City 2?")
    box.press("advance")
    connect(box, "Plain tiles: 1?", "Forest tiles: 0?", "Hill tiles: 0?", "Village?", "Village 12?")
    connect(box, "Plain tiles: 2?", "Hamlet?", "Hamlet 19?")
    box.press("advance")
    game = box.game
    assert (game["turn"], game["active"]) == (2, "grey")
    assert game["resources"] == {"grey": 6, "yellow": 1, "black": 2, "red": 0}
    assert {each["number"]: each["merchants"] for each in game["colonies"] if each["merchants"]} == {
        2: ["black"],
        6: ["grey", "yellow"],
        12: ["red"],
        19: ["red"],
    }
    assert {entry["from"] for entry in box.table.log(after=before)} == {"panel"}


@pytest.mark.rule("LS-2P-04", "LS-2P-05", "LS-MKT-01")
def test_a_whole_round_of_two_needs_no_phone(pair: Box) -> None:
    before = pair.table.snapshot.version
    connect(pair, "Plain tiles: 2?", "City?", "City 1?")
    pair.press("advance")
    pair.hold("select")
    choose(pair, "Connect a colony?", "Plain tiles: 1?", "Forest tiles: 0?", "Hill tiles: 0?", "City?")
    assert pair.says == "City 1? With Y◆ No merchant, costs 2 Advance:yes Select:→ 1/4"
    pair.press("advance")
    assert pair.read() == "City 1: linked Y◆: 5 gold each Put no merchant there Resources left: 4"
    pair.press("back")
    connect(pair, "Plain tiles: 2?", "Hamlet?", "Hamlet 15?")
    pair.press("advance")
    game = pair.game
    assert (game["turn"], game["active"]) == (2, "yellow")
    assert game["resources"] == {"grey": 0, "yellow": 8}
    assert game["supplies"]["grey"]["merchants"] == 11
    assert game["colonies"][0]["linked"] == ["yellow", "grey"]
    assert {entry["from"] for entry in pair.table.log(after=before)} == {"panel"}


@pytest.mark.rule("LS-BUILD-01", "LS-TURN-04")
def test_each_step_of_a_road_says_what_it_costs_and_offers_only_what_can_be_paid(box: Box) -> None:
    set_right(box, "resources", {"grey": 7})
    box.hold("select")
    assert box.says == "Connect a colony? Resources left: 7 Advance:yes Select:→ 1/4"
    box.press("advance")
    assert box.says == "Plain tiles: 1? Costs 2 so far Resources left: 5 Advance:yes Select:→ 1/4"
    assert offered(box) == [f"Plain tiles: {each}?" for each in (1, 2, 3, 0)]
    box.press("advance")
    assert box.says == "Forest tiles: 0? Costs 2 so far Resources left: 5 Advance:yes Select:→ 1/2"
    assert offered(box) == ["Forest tiles: 0?", "Forest tiles: 1?"]
    box.press("advance")
    assert offered(box) == ["Hill tiles: 0?", "Hill tiles: 1?"]
    box.press("select", "advance")
    assert box.says == "City? 4 left, pay up to 5 Costs 6, leaves 1 Advance:yes Select:→ 1/4"
    assert offered(box) == ["City?", "Town?", "Village?", "Hamlet?"]
    box.press("advance")
    assert box.says == "City 1? Nobody is there Pays 5, costs 6 Advance:yes Select:→ 1/4"


@pytest.mark.rule("LS-BUILD-11")
def test_tiles_that_are_not_in_the_supply_are_not_offered(box: Box) -> None:
    set_right(box, "supplies", {"grey": {"plains": 1, "forests": 0}})
    box.hold("select")
    box.press("advance")
    assert offered(box) == ["Plain tiles: 1?", "Plain tiles: 0?"]
    choose(box, "Plain tiles: 1?")
    assert offered(box) == ["Hill tiles: 0?", "Hill tiles: 1?"]
    box.press("back")
    box.hold("select")
    choose(box, "Connect a colony?", "Plain tiles: 0?")
    assert box.frame.title == "City?", "one hill is the only road left"
    box.press("back")
    road = {"do": "connect", "colour": "grey", "colony": 1, "plains": 2}
    assert box.refusal(**road) == ("tiles-short", "LS-BUILD-11")


@pytest.mark.rule("LS-BUILD-08", "LS-MKT-02")
def test_colonies_that_he_has_linked_are_not_offered(box: Box) -> None:
    set_right(box, "resources", {"grey": 2})
    for number in (1, 2, 3, 6):
        set_right(box, "colony", {"number": number, "merchants": ["grey", "red"]})
    box.hold("select")
    box.press("advance")
    assert offered(box) == ["City 4?", "Town?", "Village?", "Hamlet?"], "one plain tile, and one city"
    choose(box, "Town?")
    assert offered(box) == [f"Town {number}?" for number in (5, 7, 8, 9)]
    for number in (1, 6):
        road = {"do": "connect", "colour": "grey", "colony": number, "plains": 1}
        assert box.refusal(**road) == ("already-linked", "LS-BUILD-08")


def test_who_is_on_a_colony_and_its_name_are_seen_before_it_is_linked(tmp_path: Path) -> None:
    with playing(tmp_path, names={"2": "Genova", "3": "Roma"}) as box:
        set_right(box, "resources", {"grey": 2})
        set_right(box, "colony", {"number": 1, "merchants": ["yellow", "red"]})
        set_right(box, "colony", {"number": 2, "merchants": ["yellow"]})
        box.hold("select")
        choose(box, "Connect a colony?", "City?")
        said = []
        for _ in range(3):
            said.append(box.frame.lines)
            box.press("select")
        assert said == [
            ("With Y◆ R●", "Pays 3, costs 2"),
            ("Genova Y◆", "Pays 4, costs 2"),
            ("Roma: nobody", "Pays 5, costs 2"),
        ]


@pytest.mark.rule("LS-BUILD-07")
def test_what_a_link_came_to_is_said_and_advance_goes_on(box: Box) -> None:
    box.hold("select")
    choose(box, "Connect a colony?", "Plain tiles: 2?", "Town?", "Town 6?")
    assert box.says == "Town 6: linked E▬: 4 gold each Resources left: 2"
    box.press("back")
    box.hold("select")
    choose(box, "Connect a colony?", "Town?", "Town 7?")
    assert box.says == "Town 7: linked E▬: 4 gold each Resources left: 0"
    assert [each["number"] for each in box.game["colonies"] if each["linked"] == ["grey"]] == [6, 7]
    box.press("advance")
    assert box.frame.hint == "Advance: then Yellow◆", "it came home"
    box.press("advance")
    assert box.game["active"] == "yellow"


@pytest.mark.rule("LS-TURN-04")
def test_with_too_few_resources_for_a_tile_no_link_is_offered(box: Box) -> None:
    set_right(box, "resources", {"grey": 1})
    box.hold("select")
    assert offered(box) == ["Go on playing?", "Cannot connect?", "Leave or join?", "End the game now?"]
    box.press("back")
    road = {"do": "connect", "colour": "grey", "colony": 1, "plains": 1}
    assert box.refusal(**road) == ("too-dear", "LS-TURN-04")
    set_right(box, "resources", {"grey": 2})
    box.hold("select")
    assert offered(box) == [
        "Connect a colony?", "Cannot connect?", "Leave or join?", "End the game now?",
    ]  # fmt: skip


@pytest.mark.rule("LS-TURN-03", "LS-TURN-05")
def test_advance_asks_before_resources_are_lost_and_names_how_many(box: Box) -> None:
    set_right(box, "resources", {"grey": 7})
    box.press("advance")
    assert box.says == "E▬ loses 3? 7+6 is over 10 Then Y◆ Anna Advance: yes Back: no"
    box.press("back")
    assert box.game["active"] == "grey"
    box.press("advance", "advance")
    assert box.game["active"] == "yellow"
    assert box.game["resources"]["grey"] == 7
    for _ in range(3):
        box.told(do="end-turn")
    assert (box.game["active"], box.game["resources"]["grey"]) == ("grey", 10)


def test_a_phone_that_spends_meanwhile_leaves_the_question_standing_for_what_it_asks(box: Box) -> None:
    box.press("advance")
    assert box.frame.title == "E▬ loses 2?"
    box.told(do="end-turn")
    assert box.says == "Question closed The game has moved on meanwhile."
    assert box.game["active"] == "yellow"


@pytest.mark.rule("LS-TURN-04")
def test_a_road_that_a_phone_made_too_dear_closes_its_question_and_says_why(box: Box) -> None:
    box.hold("select")
    choose(box, "Connect a colony?", "Plain tiles: 3?")
    box.told(do="connect", colour="grey", colony=19, plains=1)
    assert box.says == "Question closed The road costs 6, resources are 4."


def test_where_there_is_nothing_to_choose_a_held_select_says_so(box: Box) -> None:
    box.told(do="end")
    box.hold("select")
    assert box.says == "No list here There is nothing to choose on this page."


def test_a_link_is_taken_back_with_back_held(box: Box) -> None:
    connect(box, "Plain tiles: 3?", "City?", "City 1?")
    box.hold("back")
    assert box.says == "Undo? Grey: colony 1 Advance: yes Back: no"
    box.press("advance")
    assert box.game["resources"]["grey"] == 6


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Undo? Grey: Genova Advance: yes Back: no"),
        ("it", "Annulla? Grigio: Genova Avanti:sì Indietro:no"),
    ],
)
def test_the_link_that_would_be_taken_back_is_told_by_the_colonys_name(
    tmp_path: Path, language: str, said: str
) -> None:
    with playing(tmp_path, language=language, names={"3": "Genova"}) as box:
        box.told(do="connect", colour="grey", colony=3, plains=1)
        box.hold("back")
        assert box.says == said


def test_a_step_of_the_long_list_of_roads_asks_the_rules_only_a_few_times(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Command] = []
    would_refuse = Snapshot.would_refuse

    def counted(snapshot: Snapshot, command: Command) -> Refused | None:
        asked.append(command)
        return would_refuse(snapshot, command)

    monkeypatch.setattr(Snapshot, "would_refuse", counted)
    set_right(box, "resources", {"grey": 10})
    box.hold("select")
    for title in ("Connect a colony?", "Plain tiles: 1?", "Forest tiles: 1?", "Hill tiles: 1?", "City?"):
        while box.frame.title != title:
            box.press("select")
        asked.clear()
        box.press("advance")
        assert len(asked) < 40, title
    assert box.frame.title == "City 1?"
