"""The table in large type: seen whole from everywhere in the room, nothing on it to press."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import partial

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from companion.games.roads_and_boats.words import SUBJECTS
from tests.fakes.browsing import CODE, Box, Phones, changed, visit
from tests.fakes.sitting import Sitting, act, shown
from tests.web.pages.la_strada import evening, four
from tests.web.pages.layout import measure
from tests.web.pages.rendering import words
from tests.web.pages.test_now_bar import boats

SCREENS = ((1280, 720), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 768), (800, 1280))
"""Width and height in pixels: televisions, one of them upright, and a tablet either way."""
READ = {(1280, 720): 16, (1920, 1080): 24, (3840, 2160): 48, (1080, 1920): 24}
"""By television, how large each letter is at least, in pixels: read from across a room."""
MINES = (1, 2, 3, 4, 5, 7, 11, 13)
PLAYERS = [{"colour": "red", "name": "Rosa"}, {"colour": "yellow"}]
BOATS = {"type": "start", "system": "roads-and-boats", "players": PLAYERS}
STRADA = {**BOATS, "system": "la-strada", "replace": True}
ADVANCE = {"type": "advance"}
TAG = "0F0184F07B"
PAIR = {"type": "pair-tag", "tag": TAG, "number": 3}
MANY = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 6}
PRESSED = re.compile(r"<(a|button|input|select|summary)\b")


def _wide(box: Box) -> None:
    """Roads & Boats with names as wide as they may be, of letters and pictures that few have."""
    names = ("W" * 12, "\N{DUCK}" * 12, "<b>&\"'{{7}}", "\N{FULLWIDTH LATIN CAPITAL LETTER W}" * 12)
    colours = ("red", "blue", "green", "yellow")
    players = [{"colour": colour, "name": name} for colour, name in zip(colours, names, strict=True)]
    box.act("start", system="roads-and-boats", players=players, options={}, replace=True)
    box.phase("building")
    for number in MINES:
        box.act("build-mine", number=number, mixture="standard", colour="red")


def _wide_strada(box: Box) -> None:
    """La Strada with the same."""
    names = ("W" * 12, "\N{FULLWIDTH LATIN CAPITAL LETTER W}" * 12, "\N{DUCK}" * 12, "W W W W W W ")
    colours = ("black", "grey", "yellow", "red")
    players = [{"colour": colour, "name": name.strip()} for colour, name in zip(colours, names, strict=True)]
    box.act("start", system="la-strada", players=players, replace=True)


def _drawn(box: Box, players: int, mines: int, bricks: int) -> None:
    """Roads & Boats after so many mines have given, with so many bricks of all players and neutral ones, and
    a player has researched all there is.
    """
    boats(box, players, mines)
    laid = [*(each["colour"] for each in box.table()["game"]["players"]), None] * bricks
    box.act("correct", field="bricks", value=laid[:bricks], reason="as on the board")
    for subject in SUBJECTS:
        box.act("research", colour="red", subject=subject, late=True)
    box.phase("movement")


Scene = tuple[Callable[[Box], None], dict[tuple[int, int], int]]
"""What is on the table, and how large letters are at least."""
TWO: Scene = partial(_drawn, players=2, mines=0, bricks=22), READ
SIX: Scene = partial(_drawn, players=6, mines=18, bricks=40), READ


def _put_on(page: Page, screen: tuple[int, int]) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    page.evaluate("() => new Promise(requestAnimationFrame)")  # its new size arrives before that


AGES = "main time[data-at]"
LATER = f"() => {{ for (const each of document.querySelectorAll('{AGES}')) each.dataset.at -= 360_000; }}"
"""A hundred hours go by."""
OLD = "(each) => each.textContent.includes('100')"


@pytest.mark.parametrize(
    "scenes",
    [
        pytest.param([TWO, SIX, (_wide, {})], id="Roads & Boats"),
        pytest.param([(_wide_strada, {}), (evening, READ)], id="La Strada"),
    ],
)
def test_all_of_it_is_seen_at_once_and_read_from_across_a_room(
    shared_box: Box, shared_phones: Phones, scenes: list[Scene]
) -> None:
    page = shared_phones.joined(language="it")
    for begin, letters in scenes:
        page.goto("about:blank")
        begin(shared_box)
        visit(page, "/tv")
        for screen in SCREENS:
            _put_on(page, screen)
            assert page.evaluate(measure("beyond")) == [0, 0], (begin, screen)
            if screen in letters:
                assert page.evaluate(measure("leastLetters")) >= letters[screen], (begin, screen)
                assert page.evaluate(measure("mingled")) == [], (begin, screen)
    page.evaluate(LATER)
    page.wait_for_function(f"() => [...document.querySelectorAll('{AGES}')].every({OLD})")
    page.wait_for_function(f"() => ({measure('beyond')})().join() === '0,0'")


def test_the_points_stay_below_each_other_when_a_player_has_left(
    shared_box: Box, shared_phones: Phones
) -> None:
    page = shared_phones.joined(at="/tv", width=1280)
    for begin in (partial(boats, players=4, mines=0), four):
        page.goto("about:blank")
        begin(shared_box)
        shared_box.act("leave", colour="yellow")
        shared_box.act("end")
        visit(page, "/tv")
        rows = page.locator(":is(.ranks, .tv-people) > li")
        expect(rows).to_have_count(4)
        assert len({*rows.evaluate_all(measure("points"))}) == 1


def test_without_a_game_codes_lead_to_the_box_and_a_game_that_begins_is_shown_by_itself(
    box: Box, phones: Phones
) -> None:
    stranger, joined = phones.phone(width=1280), phones.joined(width=1280)
    for page, leads_to in ((stranger, box.url), (joined, f"{box.url}J/{CODE}")):
        visit(page, "/tv")
        assert page.evaluate(measure("beyond")) == [0, 0]
        picture = Image.open(io.BytesIO(page.locator(".tv-foot svg").screenshot()))
        assert [each.text for each in zxingcpp.read_barcodes(picture)] == [leads_to]
    with changed(joined):
        phones.joined("green", name="Carla")
    expect(joined.locator("#lobby .who")).to_contain_text(["Carla"])
    with changed(joined):
        box.start()
    expect(joined.locator(".tv-foot svg")).to_have_count(0)
    with changed(joined):
        box.act("advance")
    expect(joined.locator(".tv-foot")).to_contain_text("On to movement")
    assert joined.evaluate(measure("beyond")) == [0, 0]


def test_nothing_on_it_can_be_pressed_and_without_a_script_it_is_drawn_again_and_again(
    sitting: Sitting,
) -> None:
    phone = sitting.phone()
    for commands in ([], [BOATS], [STRADA]):
        for command in commands:
            assert act(phone, command).status_code == 200
        page = shown(phone, "/tv")
        assert not PRESSED.search(page)
        assert 'http-equiv="refresh"' in page


def test_a_tag_that_is_paired_is_no_news_and_a_fleet_that_is_too_large_stands_beside_its_player(
    playing: Sitting,
) -> None:
    phone = playing.phone()
    for command in ADVANCE, PAIR:
        assert act(phone, command).status_code == 200
    page = words(shown(phone, "/tv"))
    assert "On to movement" in page
    assert TAG not in page
    assert "transporter too many" not in page
    assert act(phone, MANY).status_code == 200
    assert "1 transporter too many" in shown(phone, "/tv")
