"""The report on paper: what belongs together stands on one sheet, nothing that paper cannot do is there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.browsing import Box, Phones, box_in
from tests.web.pages.layout import measure, unfold
from tests.web.pages.test_report import play

MARK = re.compile(rb"/URI \(http://mark/(\d+)\)")
CONTROLS = "nav, header, .btn, button, input, select"
WIDTH, HEIGHT = 688, 1017
"""A4 without its margins, in CSS pixels."""


@pytest.fixture(params=[("whole-rulebook", 8), ("strada-four-players", 5)], ids=lambda each: each[0])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Box, int]]:
    """A box with a recorded game that has ended, and how many sheets its report takes at most."""
    name, sheets = request.param
    play(name, tmp_path / "data")
    with box_in(str(tmp_path / "data")) as box:
        yield box, sheets


@pytest.fixture
def box(played: tuple[Box, int]) -> Box:
    return played[0]


def marked(pdf: bytes) -> list[set[int]]:
    """Which sections stand on each page."""
    objects = dict(re.findall(rb"(\d+) 0 obj\n(.*?)\nendobj", pdf, re.DOTALL))
    pages = []
    for each in objects.values():
        if re.search(rb"/Type /Page\b(?!s)", each):
            links = re.search(rb"/Annots \[(.*?)\]", each, re.DOTALL)
            found = re.findall(rb"(\d+) 0 R", links[1]) if links else []
            pages.append({int(mark[1]) for link in found if (mark := MARK.search(objects[link]))})
    return pages


def test_no_section_is_torn_in_two_and_paper_shows_only_what_is_read(
    phones: Phones, played: tuple[Box, int]
) -> None:
    phone = phones.joined(language="it", at="/report")
    unfold(phone)
    phone.emulate_media(media="print", color_scheme="dark")
    phone.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    assert phone.evaluate(measure("unprintable")) == []
    assert [each for each in phone.locator(CONTROLS).all() if each.is_visible()] == []
    sections = phone.evaluate(measure("mark"))
    pages = marked(phone.pdf(prefer_css_page_size=True))
    on: dict[int, list[int]] = defaultdict(list)
    for number, each in enumerate(pages):
        for section in each:
            on[section].append(number)
    assert len(on) == len(sections) > 5
    assert {sections[each]: where for each, where in on.items() if len(where) > 1} == {}
    assert len(pages) <= played[1]
