"""English as it is spoken at a table: one word for one thing, and a player is no man."""

from __future__ import annotations

import re

import polib
import pytest

from tests.tree import ROOT

EVERYWHERE = sorted((ROOT / "companion").rglob("catalogues/en/*.po"))
STALE = {
    "a player is they": ("", r"\b([Hh]e|him|[Hh]is|[Ss]he|hers?)\b"),
    "a colony is linked": ("la_strada", r"\b[Cc]onnect(?!or)|\bjoin\w* a colony"),
    "a player's turn is no round": ("la_strada", r"\brounds?\b"),
    "a turn is for all players, a player has a go": (
        "roads_and_boats",
        r"\b([Yy]our|[Hh]is|[Tt]heir|\}['’]s) turns?\b",
    ),
    "whether it is a turn or a go depends on the game": ("language", r"\b([Yy]our|my|\}['’]s) (turn|go)\b"),
    "the display's page of the game is the table page": ("", r"\b(home|first) page\b"),
    "coins come in sets": ("roads_and_boats", r"(?<!\b[Ss]et of )(?<!\b[Ss]ets of )(?<!\{)\b[Cc]oins\b"),
    "a player who plays no more has left": ("", r"\b[Ll]eft (early|in turn)\b|^left the game$|total\} left$"),
    "what was done is undone and redone": ("", r"\b(Taken back|Done again|[Dd]o it again)\b"),
}
"""The reason, the part of the catalogues, and the pattern that none of them matches."""


@pytest.mark.parametrize("why", STALE)
def test_no_sentence_has_a_stale_word(why: str) -> None:
    part, stale = STALE[why]
    paths = [path for path in EVERYWHERE if not part or part in path.parts]
    assert len(paths) > 15
    sentences = [
        (path.name, entry.msgid, words)
        for path in paths
        if path.name != "search.po"  # the words that a search does without
        for entry in polib.pofile(str(path))
        for words in (entry.msgstr_plural.values() if entry.msgid_plural else (entry.msgstr,))
    ]
    assert [each for each in sentences if re.search(stale, each[2])] == []
