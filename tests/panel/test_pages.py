"""Walking through the panel's pages, and what they say."""

from __future__ import annotations

import threading
from pathlib import Path

from companion.health.findings import Finding, missing
from companion.language.text import text
from tests.fakes.box import Box, page, running
from tests.patience import PATIENCE


def titles(box: Box, button: str, count: int) -> list[str]:
    """The titles of so many pages, each in the order of its leaves, if only with another leaf between."""
    found: list[str] = []
    before = box.frame.title.split(":")[0]
    while len(found) < count:
        box.press(button)
        title, _, leaf = box.frame.title.partition("/")[0].rpartition(" ")
        title = title if leaf.isdecimal() and "/" in box.frame.title else box.frame.title
        if title.split(":")[0] != before or box.frame.qr is not None:
            found.append(title.split(":")[0])
        before = title.split(":")[0]
    return found


def test_without_a_game_the_display_says_how_to_start_one(box: Box) -> None:
    assert (
        box.says == "No game on the table Select: code to scan, then start on a phone Advance: code to scan"
    )


def test_select_walks_through_every_page_and_back_walks_the_other_way(box: Box) -> None:
    box.play("red", "blue")
    for part in ("reader", "display", "buttons"):
        box.parts.report(part, "ok")
    assert box.frame.title == "Turn 1: production"
    pages = [
        "Order and start tiles",
        "Mines",
        "Wonder",
        "Players",
        "Code 4821",
        "Code 4821",
        "The box",
        "Turn 1",
    ]
    assert titles(box, "select", 8) == pages
    assert titles(box, "back", 8) == [
        "The box",
        "Code 4821",
        "Code 4821",
        "Players",
        "Wonder",
        "Mines",
        "Order and start tiles",
        "Turn 1",
    ]


def test_a_picture_comes_first_and_its_words_behind_select(box: Box) -> None:
    box.play("red", "blue")
    seen = box.frame
    box.press("select")
    assert seen.picture is not None
    assert box.frame.picture is None
    assert (box.frame.title, box.frame.lines, box.frame.hint) == (seen.title, seen.lines, seen.hint)
    box.press("back")
    assert box.frame == seen


def test_select_walks_through_the_leaves_of_a_page_before_the_next_and_back_returns_to_the_last(
    box: Box,
) -> None:
    box.play("red", "blue", "yellow", "green")
    page(box, "Players")
    assert box.frame.picture is not None
    box.press("select")
    assert box.frame.title == "Players: bricks 1/2"
    box.press("select")
    assert box.frame.title == "Players: bricks 2/2"
    box.press("select")
    assert box.frame.title == "Code 4821"
    box.press("back")
    assert box.frame.title == "Players: bricks 2/2"


def test_the_join_page_is_a_code_with_the_numeric_address_beside_it(box: Box) -> None:
    box.press("select")
    assert box.frame.qr == "http://192.168.178.123:8080/J/4821"
    assert box.frame.title == "Code 4821"
    assert "".join(box.frame.lines) == "192.168.178.123:8080"


def test_the_name_stands_beside_the_same_code_as_text_only(box: Box) -> None:
    box.press("select", "select")
    assert box.frame.qr == "http://192.168.178.123:8080/J/4821"
    assert "".join(box.frame.lines) == "box.local:8080"


def test_select_shows_the_next_of_several_addresses(box: Box) -> None:
    box.other_addresses = ("10.42.0.1:8080",)
    box.press("select")
    assert "".join(box.frame.lines) == "192.168.178.123:8080"
    box.press("select")
    assert box.frame.qr == "http://10.42.0.1:8080/J/4821"
    assert "".join(box.frame.lines) == "10.42.0.1:8080"
    box.press("select", "select")
    assert box.frame.title.startswith("The box")
    box.press("back", "back", "back")
    assert box.frame.qr == "http://192.168.178.123:8080/J/4821"


def test_an_address_that_changes_changes_the_code_on_the_display(box: Box) -> None:
    box.press("select")
    shown = threading.Event()
    box.on_frame = lambda frame: shown.set() if frame.qr == "http://10.0.0.7:8080/J/4821" else None
    box.address = "10.0.0.7:8080"
    box.bell.ring()
    assert shown.wait(PATIENCE)


def test_whoever_looks_at_an_address_that_goes_sees_the_best_of_the_others(box: Box) -> None:
    box.other_addresses = ("10.42.0.1:8080",)
    box.press("select", "select")
    box.other_addresses = ()
    assert box.frame.qr == "http://192.168.178.123:8080/J/4821"
    box.press("select", "select")
    assert box.frame.title.startswith("The box")


def test_a_code_with_letters_stays_as_it_is(box: Box) -> None:
    box.code = "aB 9"
    box.press("select")
    assert box.frame.qr == "http://192.168.178.123:8080/J/aB%209"


def test_without_a_network_the_join_page_says_so_until_there_is_one(box: Box) -> None:
    box.address = None
    box.press("select")
    assert box.frame.qr is None
    assert box.says == "Code 4821 1/2 No network yet. Plug in a cable, or set up"
    box.press("select")
    assert box.says == "Code 4821 2/2 Wi-Fi: sudo nmtui"
    box.address = "10.0.0.7:8080"
    assert box.frame.qr == "http://10.0.0.7:8080/J/4821"


def test_the_box_page_tells_which_part_is_missing_and_the_promise_of_the_dice(box: Box) -> None:
    box.play("red", "blue")
    box.parts.report("display", "ok")
    box.parts.report("buttons", "ok")
    box.parts.report("reader", "missing")
    box.press("back")  # the news of it
    page(box, "The box")
    assert box.says == "The box 1/2 Reader: missing Hold Select: more"
    box.press("select")
    assert box.says == f"The box 2/2 Dice {box.game['commitment'][:10]}"
    box.parts.report("reader", "ok")
    box.press("advance")
    page(box, "The box")
    assert "Check: all well" in box.says


def test_a_game_that_is_over_shows_its_fingerprints_and_what_was_done_to_chance(box: Box) -> None:
    box.play("red", "blue")
    box.told(do="build-mine", number=3, colour="red", mixture="standard", late=True)
    box.told(do="record-draw", number=3, ore="gold")
    turned = []
    for _ in range(20):
        box.press("select")
        turned.append(box.frame.title)
    assert not any(title.startswith("Fingerprints") for title in turned), (
        "while a game runs its end is not known"
    )
    box.told(do="end")
    while not box.frame.title.startswith("Fingerprints"):
        box.press("select")
    head, dice = box.game["head"][:10], box.game["commitment"][:10]
    assert box.says == f"Fingerprints 1/2 Game {head} Dice {dice}"
    box.press("select")
    assert "By hand: 2" in box.says, "the row at the temple was typed"


def test_the_box_page_tells_why_a_part_is_missing_and_what_to_do(box: Box) -> None:
    box.parts.report("display", "ok")
    box.parts.report("buttons", "ok")
    box.parts.report("reader", "missing")
    box.check = (
        Finding("reader", "missing", text("part.no-port", port="/dev/rfid")),
        missing("disk", "read-only", folder="/home/pi", mount="/"),
    )
    page(box, "The box")
    assert box.says == "The box 1/3 Reader: plug in /dev/rfid"
    box.press("select")
    assert box.says == "The box 2/3 Card: locked, restart the box"
    box.press("select")
    assert box.says == "The box 3/3 Hold Select: more"
    box.parts.report("reader", "ok")
    box.press("advance")
    page(box, "The box")
    assert box.says == "The box 1/2 Card: locked, restart the box"


def test_a_part_that_goes_in_mid_game_is_said_and_said_again_when_it_is_back(box: Box) -> None:
    box.play("red", "blue")
    box.parts.report("reader", "ok")
    assert box.frame.title == "Turn 1: production"
    box.parts.report("reader", "missing")
    assert box.says == "Reader: missing The game goes on. Plug it in again. Advance: movement"
    box.parts.report("reader", "ok")
    box.press("back")
    assert "missing" not in box.says
    box.parts.report("reader", "missing")
    assert "Reader: missing" in box.says
    box.press("advance")
    assert box.game["phase"] == "movement", "the news is in nobody's way"


def test_a_part_that_goes_while_something_else_is_read_is_said_after_it(box: Box) -> None:
    box.play("red", "blue")
    box.parts.report("reader", "ok")
    box.press("advance")
    box.hold("red")
    assert box.frame.title == "Red: keep praying?"
    box.parts.report("reader", "missing")
    assert box.frame.title == "Red: keep praying?"
    box.hold("back")
    box.parts.report("reader", "missing")
    box.press("advance")
    assert box.frame.title == "Taken back"
    box.press("back")
    assert box.says == "Reader: missing The game goes on. Plug it in again. Advance: building"
    box.press("back")
    assert box.frame.title == "Turn 1: movement"


def test_the_box_shuts_down_only_after_a_question_and_says_when_the_plug_may_be_pulled(box: Box) -> None:
    box.press("back")
    box.hold("select")
    for _ in range(9):
        box.hold("select")
        assert box.frame.title == "Leave it as it is?", "a held button alone does not come to it"
    box.press("select")
    assert box.says == "Shut down? The game is kept. Advance:yes Select:→ 2/3"
    box.press("back", "back")
    box.press("back")
    assert box.asked_of_box == []
    page(box, "The box")
    box.hold("select")
    box.press("select", "advance")
    assert box.says == "Leave the box on? Nothing happens. Advance:yes Select:→ 1/2"
    box.hold("select")
    box.hold("advance")
    assert box.frame.title == "Leave the box on?", "nor is it answered by a held one"
    box.press("advance")
    assert box.asked_of_box == []
    box.hold("select")
    box.press("select", "advance", "select")
    assert box.says == "Really shut down? The game is kept. Advance:yes Select:→ 2/2"
    box.press("advance")
    assert box.asked_of_box == ["shut-down"]
    assert "you may pull the plug" in box.says
    box.press("advance", "select", "back")
    assert box.asked_of_box == ["shut-down"]
    assert "you may pull the plug" in box.says
    assert not box.frame.blink, "the last words stay whole"


def test_a_new_code_is_made_after_it_was_asked_twice_and_is_shown_at_once(box: Box) -> None:
    box.press("back")
    box.hold("select")
    box.press("select", "select")
    assert box.says == "New join code? All phones must join again. Advance:yes Select:→ 3/3"
    box.press("advance")
    assert box.says == "Keep the old code? Nobody is shut out. Advance:yes Select:→ 1/2"
    box.hold("advance")
    box.press("advance")
    assert box.asked_of_box == [], "who goes on without reading shuts nobody out"
    box.hold("select")
    box.press("select", "select", "advance", "select")
    assert box.says == "Really a new code? All phones must join again. Advance:yes Select:→ 2/2"
    box.press("advance")
    assert box.asked_of_box == ["new-code"]
    assert box.frame.title == "Code 1111"


def test_an_earlier_game_is_offered_where_none_is_on_the_table(tmp_path: Path) -> None:
    with running(tmp_path / "old") as old:
        old.play("red", "blue")
        old.told(do="advance")
        exported = old.table.export()
    with running(tmp_path / "new") as box:
        box.press("advance")
        assert box.frame.title == "Code 4821", "with nothing to go on with, phones are wanted"
        box.press("back")
        game = box.table.bring_in(exported)
        assert "Advance: earlier game" in box.says
        box.press("advance")
        assert box.says == "Resume this game? turn 1, movement started 2026-11-21 Advance: yes Back: no"
        box.press("advance")
        assert box.game["id"] == game
        assert box.frame.title == "Turn 1: movement"


def test_what_several_mines_gave_at_once_is_shown_until_a_press(box: Box) -> None:
    box.play("red", "blue")
    for number in (3, 7, 11):
        box.told(do="build-mine", number=number, colour="red", mixture="standard", late=True)
    box.press("advance", "advance")
    assert box.game["phase"] == "movement"
    gave = {mine["number"]: mine["drawn"] for mine in box.game["mines"]}
    assert box.frame.title == "3 mines drawn"
    assert all(f"{number}:{ore}" in box.says for number, ore in gave.items())
    box.press("back")
    assert box.frame.title == "Turn 1: movement"
