"""What a game's modules refuse and warn of, as they are written, and what its catalogue says to that."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterable
from pathlib import Path

import polib


def sentences(folder: Path, language: str) -> dict[str, set[str]]:
    """Each code of the game in this folder, with the parameters that its sentence names."""
    found = {}
    for entry in polib.pofile(str(folder / "catalogues" / language / "rules.po")):
        whole = entry.msgstr + "".join(entry.msgstr_plural.values())
        found[entry.msgid] = {name for _, name, _, _ in string.Formatter().parse(whole) if name}
    return found


def refusals(modules: Iterable[Path]) -> list[tuple[str, set[str | None]]]:
    """The code of each refusal and the parameters that it is given."""
    return [
        (_said(call.args[0]), {each.arg for each in call.keywords}) for call in _calls("Refused", modules)
    ]


def rules(modules: Iterable[Path]) -> set[object]:
    """Every rule that a refusal names where it is made."""
    return {
        node.value
        for call in _calls("Refused", modules)
        for node in call.args[1:]
        if isinstance(node, ast.Constant)
    }


def notices(modules: Iterable[Path]) -> list[tuple[str, set[str]]]:
    """The code of each warning and the parameters that it is given."""
    return [
        (_said(call.args[0]), {_said(key) for key in call.args[1].keys if key})
        for call in _calls("TableWarning", modules)
        if isinstance(call.args[1], ast.Dict)
    ]


def _calls(name: str, modules: Iterable[Path]) -> list[ast.Call]:
    return [
        node
        for path in modules
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    ]


def _said(node: ast.expr) -> str:
    assert isinstance(node, ast.Constant)
    assert isinstance(node.value, str)
    return node.value
