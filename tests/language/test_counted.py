"""Nouns agree with their number: one mine, two mines."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from companion.games.registry import folders, registered
from companion.language.messages import Messages, catalogues
from tests.tree import ROOT

EVERY = Messages(catalogues(folders(registered())))
PATHS = [path for path in (ROOT / "companion").rglob("catalogues/*/*.po") if "rulebook" not in path.parts]
_COUNTS = (
    "count|coins|gold|iron|stock|trunks|held|resources|spaces|neutral|turns|merchants|most|keeps|bricks|players"
    "|remove|strength|tokens|rows|colonies|fewest|least|left|filled|from_land|from_water|from_either"
)
"""Parameters that say how many."""
MANY = {
    "en": rf"\{{(?P<what>{_COUNTS})\}}(?: [a-z]+)?? (?P<noun>[a-z]+(?<![su])s)\b",
    "it": rf"\{{(?P<what>{_COUNTS})\}} (?P<noun>[a-z]{{4,}}[ie])\b",
}
"""A parameter, and behind it a word that may be a plural noun."""
NEVER_ONE = {
    "ls.aid-nothing": "one merchant has a sentence of its own",
    "ls.keep": "what can be kept depends on the income, ten at most",
    "lay.colonies": "a game has many colonies",
    "lay.mark": "who plays alone sees no mark",
    "lay.rows": "of the wonder",
    "refused.row-too-long": "a row has four spaces at least",
    "refused.overloaded": "every transporter carries two goods at least",
    "refused.never-affordable": "ten",
    "refused.players-too-few": "two, and a game for one says so itself",
    "refused.players-too-many": "four or six",
    "refused.name-too-long": "twelve",
    "cli.head-unfit": "eight",
    "ls.holds": "it is of ten",
}
"""Sentences in which the number is never one, and why."""


def sentences(path: Path) -> list[tuple[str, str]]:
    return [(each.msgid, each.msgstr) for each in polib.pofile(str(path)) if not each.msgid_plural]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_noun_after_a_number_has_a_singular_and_a_plural(language: str) -> None:
    found = [
        (code, each["what"], each["noun"])
        for path in PATHS
        if path.parent.name == language and path.name not in {"setup.po", "doctor.po", "readers.po"}
        for code, words in sentences(path)
        for each in re.finditer(MANY[language], words)
        if code not in NEVER_ONE
    ]
    assert found == []


@pytest.mark.parametrize(
    ("language", "code", "params", "phrase"),
    [
        ("en", "counted.trunks", {"count": 1}, "trunk"),
        ("it", "display.counted.trunks", {"count": 1}, "tronco"),
        ("it", "display.counted.trunks", {"count": 2}, "tronchi"),
        ("en", "display.counted.coins", {"count": 1}, "set of coins"),
        ("it", "page.gone", {"count": 1}, "1 passo annullato"),
        ("it", "did.steps", {"count": 3, "step": "x"}, "3 passi, fino a: x"),
        ("en", "display.mark.players", {"count": 1}, "as for 1 player"),
    ],
)
def test_one_is_singular(language: str, code: str, params: dict[str, object], phrase: str) -> None:
    words = EVERY.language(language, "roads-and-boats")
    assert words.phrase(code, params) == phrase
