"""Everything that the table refuses or logs has words in every language."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import polib
import pytest

from tests.tree import ROOT

COMPANION = ROOT / "companion"
LANGUAGES = sorted(path.name for path in (COMPANION / "language" / "catalogues").iterdir() if path.is_dir())
RAISING = {
    "Refused",
    "StorageFailed",
    "InvalidCommand",
    "VerificationError",
    "DataFolderUnusable",
    "BackupFailed",
    "ConfigError",
}
TOLD = (
    "start",
    "start-again",
    "add-seed",
    "acknowledge",
    "resume",
    "import",
    "undo",
    "redo",
    "pair-tag",
    "forget-tag",
    "step",
)


def said(name: str) -> str:
    return {
        "VerificationError": "forged",
        "ConfigError": "config",
        "DataFolderUnusable": "",
        "BackupFailed": "",
    }.get(name, "refused")


def codes() -> Iterator[str]:
    """Yield the codes in the sources of the table, as the catalogues call them."""
    for node in nodes():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISING:
            word = node.args[1 if node.func.id == "InvalidCommand" else 0]
            if isinstance(word, ast.Constant) and isinstance(word.value, str):
                yield f"{said(node.func.id)}.{word.value}".lstrip(".")


def nodes() -> Iterator[ast.AST]:
    for path in sorted(
        each
        for each in COMPANION.rglob("*.py")
        if each.parents[1].name != "games" and each.parents[2].name != "games"
    ):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def test_every_class_searched_for_codes_exists() -> None:
    assert {node.name for node in nodes() if isinstance(node, ast.ClassDef)} >= RAISING


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words_in_every_language(language: str) -> None:
    found = {
        entry.msgid
        for path in (COMPANION / "language" / "catalogues" / language).glob("*.po")
        for entry in polib.pofile(str(path))
    }
    wanted = {
        *codes(),
        *(f"did.{what}" for what in TOLD),
        "refused.stale",
        "warning.secret-known",
        "list.last",
    }
    wanted |= {f"refused.journal-{how}" for how in ("full", "read-only", "failed", "unsure", "gone")}
    wanted |= {f"forged.{why}" for why in ("not-an-export", "unknown-system", "secret", "refused", "events")}
    assert len(wanted) > 35
    assert sorted(wanted - found) == []
