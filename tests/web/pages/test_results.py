"""The page that gives a game on: for every thumb, and its files come down as files."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones


@pytest.fixture
def ended(box: Box) -> Box:
    """Four players; Anna has some gold."""
    box.start()
    box.act("end")
    for colour in ("red", "yellow", "green", "blue"):
        box.act("count-wealth", colour=colour, gold=int(colour == "red"), coins=0, stock=0)
    return box


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


def test_the_card_is_a_file_without_scripts_and_handed_on_where_the_browser_can(
    phones: Phones, ended: Box
) -> None:
    plain = phones.phone(scripts=False)
    plain.goto("/table")
    with plain.expect_download() as coming:
        plain.get_by_role("link", name="Share a picture").click()
    assert coming.value.suggested_filename.endswith(".png")
    sharing = phones.phone()
    sharing.add_init_script(
        "navigator.canShare = () => true;"
        " navigator.share = async ({files}) => { document.title = `${files[0].type} ${files[0].size}`; };"
    )
    sharing.goto("/table")
    sharing.get_by_role("link", name="Share a picture").click()
    size = Path(coming.value.path()).stat().st_size
    expect(sharing).to_have_title(f"image/png {size}")
