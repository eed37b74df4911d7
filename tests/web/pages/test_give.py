"""The page that gives a game on: for every thumb, and its files come down as files."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, visit
from tests.web.pages.axe import Colours, brings_axe, walked
from tests.web.pages.reaching import fits, giving_on, is_light, stands_out


@pytest.fixture
def ended(box: Box) -> Box:
    """Four players, of whom Anna has some gold."""
    box.start()
    box.act("end")
    for colour in ("red", "yellow", "green", "blue"):
        box.act("count-wealth", colour=colour, gold=int(colour == "red"), coins=0, stock=0)
    return box


@pytest.mark.parametrize("language", ["en", "it"])
def test_it_fits_a_small_phone_and_stands_out(onlookers: Phones, ended: Box, language: str) -> None:
    phone = onlookers.joined(language=language)
    fits(phone, giving_on(ended))
    fits(phone, "/games")
    fits(phone, "/table")
    stands_out(phone, giving_on(ended))
    is_light(ended, giving_on(ended))
    assert walked(brings_axe(onlookers.joined(language=language)), [giving_on(ended)], Colours()) == []


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_the_end_of_the_game_leads_to_a_table_of_the_scores(
    phones: Phones, ended: Box, scripts: bool
) -> None:
    phone = phones.phone(scripts=scripts)
    phone.goto("/table")
    phone.get_by_role("link", name="Pass the result on").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Pass the result on")
    with phone.expect_download() as coming:
        phone.get_by_role("link", name="Scores as a table (CSV)").click()
    assert coming.value.suggested_filename.endswith("-scores.csv")
    (head, first, *_) = csv.reader(Path(coming.value.path()).read_text(encoding="utf-8-sig").splitlines())
    assert first[head.index("Player")] == "Anna"


def test_the_way_to_the_app_is_a_link_of_its_own(phones: Phones, ended: Box) -> None:
    phone = phones.phone()
    visit(phone, giving_on(ended))
    there = phone.get_by_role("link", name="To BG Stats").get_attribute("href")
    assert there is not None
    assert there.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName%22")
