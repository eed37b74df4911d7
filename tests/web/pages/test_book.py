"""The book of evenings, and forgetting, on a phone: for every eye and thumb, with and without a script."""

from __future__ import annotations

import pytest

from tests.fakes.browsing import Box, Phones, visit


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_long_name_pushes_the_book_off_a_small_phone(onlookers: Phones, box: Box, language: str) -> None:
    names = {"red": "Wilhelminaaa", "yellow": "W" * 12, "green": "Massimiliano"}
    players = [{"colour": colour, "name": name} for colour, name in names.items()]
    box.act("start", system="roads-and-boats", players=players)
    box.act("end")
    for colour in names:
        box.act("count-wealth", colour=colour, gold=50, coins=0, stock=0)
    phone = onlookers.phone(language=language, width=320)
    visit(phone, "/book")
    wide = "[...document.querySelectorAll('.scroll')].map((each) => each.scrollWidth - each.clientWidth)"
    assert phone.evaluate(wide) == [0]
