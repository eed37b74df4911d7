"""The book of evenings on a small phone."""

from __future__ import annotations

from tests.fakes.browsing import Box, Phones, visit


def test_no_long_name_pushes_the_book_off_a_small_phone(onlookers: Phones, box: Box) -> None:
    names = {"red": "Wilhelminaaa", "yellow": "W" * 12, "green": "Massimiliano"}
    players = [{"colour": colour, "name": name} for colour, name in names.items()]
    box.act("start", system="roads-and-boats", players=players)
    box.act("end")
    for colour in names:
        box.act("count-wealth", colour=colour, gold=50, coins=0, stock=0)
    phone = onlookers.phone(language="it", width=320)
    visit(phone, "/book")
    wide = "[...document.querySelectorAll('.scroll')].map((each) => each.scrollWidth - each.clientWidth)"
    assert phone.evaluate(wide) == [0]
