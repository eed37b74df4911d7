"""The sheet of the buttons: whole in every language, and on three sides of A6 when it is printed."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from companion.games import Game
from companion.games.registry import folders
from companion.language.messages import Messages, catalogues
from companion.language.shapes import SHAPES
from tests.fakes.browsing import Phones, visit
from tests.fakes.every import every
from tests.fakes.sheet import lines
from tests.fakes.sitting import Sitting, act
from tests.tree import ROOT
from web.pages.legend import legend

GAMES = every()
WORDS = Messages(catalogues(folders(GAMES)))
COMMON = ROOT / "companion/language/catalogues/en/sheet_pages.po"
PAGE = re.compile(rb"/Type /Page\b(?!s)")
CUT_OFF = "(each) => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth"


def sheet_text(sitting: Sitting, system: str, language: str) -> str:
    answer = sitting.stranger().get(f"/sheet?system={system}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return unescape(re.sub(r"<[^>]*>", " ", answer.get_data(as_text=True)))


def own_words(game: Game) -> Path:
    return Path(str(game.folder)) / "catalogues/en/sheet.po"


@pytest.mark.parametrize("language", WORDS.codes)
@pytest.mark.parametrize("system", ["roads-and-boats", "la-strada"])
def test_every_line_and_every_colour_of_the_game_stands_on_it(
    sitting: Sitting, system: str, language: str
) -> None:
    words, page = WORDS.language(language, system), sheet_text(sitting, system, language)
    pages = {
        "does.off": {"page": "panel.box", "down": "panel.shut-down"},
        "does.words": {"page": "display.supplies"},
        "does.rounds": {"page": "display.standings"},
    }
    for line in lines(COMMON) | lines(own_words(GAMES[system])):
        called = {name: words.phrase(code) for name, code in pages.get(line, {}).items()}
        assert words.phrase(line, called) in page, line
    for colour in GAMES[system].colours:
        letter = WORDS.language("en").phrase(f"letter.{colour}")
        assert f"{letter} {words.phrase(f'colour.{colour}')}" in page


def test_it_is_printed_on_three_sides_of_a6_and_nothing_is_cut_off(shared_phones: Phones) -> None:
    phone = shared_phones.phone(language="it")
    for system in ("roads-and-boats", "la-strada"):
        visit(phone, f"/sheet?system={system}")
        printed = phone.pdf(prefer_css_page_size=True)
        assert len(PAGE.findall(printed)) == 3
        assert re.search(rb"/MediaBox \[0 0 29[78][.\d]* 4(19|20)[.\d]*\]", printed), "105 by 148 mm"
        phone.emulate_media(media="print")
        assert [face.evaluate(CUT_OFF) for face in phone.locator(".face").all()] == [False] * 3
        phone.emulate_media(media="null")


@pytest.mark.parametrize("system", ["roads-and-boats", "la-strada"])
def test_the_sheet_and_the_boxs_page_explain_every_sign_of_the_game_and_draw_it(
    sitting: Sitting, system: str
) -> None:
    players = [{"colour": "red"}, {"colour": "yellow"}]
    act(sitting.phone(colour=None), {"type": "start", "system": system, "players": players})
    words = WORDS.language("en", system)
    for page in ("/sheet", "/box"):
        shown = unescape(sitting.stranger().get(page).get_data(as_text=True))
        for entry in legend(GAMES[system].signs):
            assert f"<span>{words.phrase(f'sign.{entry.name}')}</span>" in shown, (page, entry.name)
            assert entry.path in shown, (page, entry.name)


def test_a_game_without_texts_for_its_buttons_has_the_common_side_alone(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, games=GAMES)
    try:
        page = sitting.stranger().get("/sheet?system=tally").get_data(as_text=True)
    finally:
        sitting.close()
    assert page.count('class="face') == 1


def test_the_sheet_draws_the_shapes_of_the_display(sitting: Sitting) -> None:
    page = sitting.stranger().get("/sheet?system=roads-and-boats").get_data(as_text=True)
    for colour in GAMES["roads-and-boats"].colours:
        for x, y in SHAPES[colour].corners:
            assert f"{x},{y}" in page
