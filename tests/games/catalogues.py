"""What a game's modules refuse and warn of, as they are written, and what its catalogues say to that."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib

from companion.games import Game
from companion.panel.layout import BRIEF
from tests.fakes.every import folder

_BRIEFLY = f"{BRIEF}refused."


def entries(game: Game, language: str) -> list[polib.POEntry]:
    """Everything that the game's own catalogues say."""
    files = sorted((folder(game) / "catalogues" / language).iterdir())
    return [entry for file in files for entry in _catalogue(file)]


@cache
def _catalogue(path: Path) -> polib.POFile:
    return polib.pofile(str(path))


def forms(entry: polib.POEntry) -> tuple[str, ...]:
    """The sentence as it is for one and for many, or as it always is."""
    return (entry.msgstr, *entry.msgstr_plural.values())


def fields(entry: polib.POEntry) -> set[str]:
    """The parameters that the sentence names."""
    return {name for _, name, _, _ in string.Formatter().parse("".join(forms(entry))) if name}


def sentences(game: Game, language: str) -> dict[str, set[str]]:
    """Each code of the game, with the parameters that its sentence names."""
    return {entry.msgid: fields(entry) for entry in entries(game, language)}


def brief_refusals(game: Game, language: str) -> list[str]:
    """The codes of the refusals that the display says in few words."""
    return [each.removeprefix(BRIEF) for each in sentences(game, language) if each.startswith(_BRIEFLY)]


def refusals(game: Game) -> list[tuple[str, set[str | None]]]:
    """The code of each refusal and the parameters that it is given."""
    return [
        (code, {each.arg for each in call.keywords})
        for call in _calls("Refused", game)
        for code in _codes(call.args[0])
    ]


def rules(game: Game) -> set[object]:
    """Every rule that a refusal names where it is made."""
    return {
        node.value
        for call in _calls("Refused", game)
        for node in call.args[1:]
        if isinstance(node, ast.Constant)
    }


def notices(game: Game) -> list[tuple[str, set[str | None]]]:
    """The code of each warning and the parameters that it is given."""
    return [
        (code, {each for key in call.args[1].keys if key for each in _codes(key)})
        for call in _calls("TableWarning", game)
        if isinstance(call.args[1], ast.Dict)
        for code in _codes(call.args[0])
    ]


def _calls(name: str, game: Game) -> Iterator[ast.Call]:
    for path in sorted(folder(game).rglob("*.py")):
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _codes(node: ast.expr) -> list[str]:
    """The code that stands there; both of them where a condition decides."""
    if isinstance(node, ast.IfExp):
        return [*_codes(node.body), *_codes(node.orelse)]
    assert isinstance(node, ast.Constant)
    assert isinstance(node.value, str)
    return [node.value]
