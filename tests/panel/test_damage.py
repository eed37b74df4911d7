"""What the display says of damage that a start has found, and of copies."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games import Question
from companion.games.screen import Screen
from companion.language.messages import Language
from companion.language.text import text
from companion.panel.damage import damage_question, restoring_screen
from companion.panel.layout import lay_out
from companion.storage.damage import Damage, Kind
from companion.table import damage_text
from tests.fakes.damaged import COPY, FOUND
from tests.panel.measuring import asked, measured

JOIN = Screen(text("panel.join", digits="4821"), qr="http://192.168.178.123:8080/J/4821")


def aside_of(found: Damage) -> Screen:
    """A screen that says where everything lies as it was found."""
    said = damage_text.aside_text(found)
    assert said is not None
    return Screen(text("panel.damage"), (said,))


@pytest.mark.parametrize("kind", ["file", "log", "behind", "gone"])
def test_all_texts_about_damage_fit(language: Language, kind: Kind) -> None:
    yesterday = "companion-20261120T183200Z-12001.sqlite"
    for last, lost in ((0, None), (12000, None), (12000, 0), (12000, 1), (12000, 12000)):
        for copy in (None, COPY, yesterday, "by-hand.sqlite"):
            copied = None if copy is None else 12001
            found = replace(FOUND, kind=kind, lost=lost, last=last, backup=copy, backup_last=copied)
            seen, *offers, by_phone = damage_question(replace(found, aside=None), JOIN).choices
            assert by_phone.screen is JOIN
            measured(seen.screen, language)
            kept = "".join(row for frame in lay_out(aside_of(found), language) for row in frame.lines)
            assert kept.replace(" ", "").endswith(str(found.aside)), "a name too long for a row is broken"
            assert isinstance(seen.then, Question) == bool(offers)
            for choice in (seen, *offers):
                screens = [] if choice is seen else [choice.screen]
                for screen in (*screens, *(asked(choice.then) if isinstance(choice.then, Question) else ())):
                    (frame,) = measured(screen, language)
                    assert frame.title.endswith("?")
    measured(restoring_screen(), language)
    measured(Screen(text("panel.resumed"), (damage_text.restored_text(COPY),)), language)
    for forgotten in (text("panel.forgotten-game"), text("panel.forgotten-name", count=1200)):
        measured(Screen(text("panel.resumed"), (forgotten,)), language)
