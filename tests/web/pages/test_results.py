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


def test_the_result_comes_down_as_files_and_its_card_is_handed_on_where_the_browser_can(
    phones: Phones, ended: Box
) -> None:
    phone = phones.phone()
    phone.goto("/table")
    with phone.expect_download() as coming:
        phone.get_by_role("link", name="Share a picture").click()
    assert coming.value.suggested_filename.endswith(".png")
    size = Path(coming.value.path()).stat().st_size
    phone.get_by_role("link", name="Pass the result on").click()
    with phone.expect_download() as coming:
        phone.get_by_role("link", name="Scores as a table (CSV)").click()
    (head, first, *_) = csv.reader(Path(coming.value.path()).read_text(encoding="utf-8-sig").splitlines())
    assert first[head.index("Player")] == "Anna"
    phone.add_init_script(
        "navigator.canShare = () => true;"
        " navigator.share = async ({files}) => { document.title = `${files[0].type} ${files[0].size}`; };"
    )
    phone.goto("/table")
    phone.get_by_role("link", name="Share a picture").click()
    expect(phone).to_have_title(f"image/png {size}")
