"""What the panel asks of a tag that no bag has yet: on which bag it sticks. Pure."""

from __future__ import annotations

from companion.games import Choice, Question
from companion.games.screen import Screen
from companion.language.text import text
from companion.panel.desk import Desk
from companion.table.commands import MOST_BAGS, PairTag

BAGS = tuple(range(1, MOST_BAGS + 1))
"""The numbers of bags where no game says which it has."""


def pairing(desk: Desk, tag: str) -> Question | None:
    """Which bag a new tag sticks on: bags in use that have no tag yet come first. None where no bag is."""
    numbers = BAGS if desk.play is None else desk.play.view.bags
    if not numbers:
        return None
    paired = set(desk.snapshot.tags.values())
    choices = tuple(
        Choice(
            Screen(text("panel.pair", number=number), (text("panel.pair.new"),), large=True),
            PairTag(tag, number),
        )
        for number in (*(n for n in numbers if n not in paired), *(n for n in numbers if n in paired))
    )
    return Question(f"pair-{tag}", choices)
