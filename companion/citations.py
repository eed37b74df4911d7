"""Which rules the tests cite, read from their sources without running them.

A rule is cited by `@pytest.mark.rule("ID", ...)` on a test, on its class, or in its module's `pytestmark`.
A test that may be skipped or is expected to fail cites nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

_IDLE = {"skip", "skipif", "xfail", "skipIf", "skipUnless", "expectedFailure"}
"""Marks and decorators with which a test need not hold."""
_LEAVING = {"skip", "xfail", "importorskip", "skipTest"}
"""Calls by which a test or a whole module stops before it holds."""

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def cited(tests: Path) -> frozenset[str]:
    """The IDs that the tests under this folder cite. Raises `OSError` and `SyntaxError`."""
    sources = sorted({*tests.rglob("test_*.py"), *tests.rglob("*_test.py")})
    return frozenset(each for path in sources for each in cited_by(path.read_text(encoding="utf-8")))


def cited_by(source: str) -> frozenset[str]:
    """The IDs that the tests of one module cite. Raises `SyntaxError`."""
    module = ast.parse(source)
    if any(
        _leaves(statement) for statement in module.body if not isinstance(statement, _Function | ast.ClassDef)
    ):
        return frozenset()
    return frozenset(_of_block(module.body, ()))


def _of_block(body: list[ast.stmt], around: tuple[ast.expr, ...]) -> Iterator[str]:
    """What the tests of a module or a class cite. around: the marks that hold for all of them."""
    marks = (*around, *_block_marks(body))
    if any(_is_idle(mark) for mark in marks):
        return
    # A later test of the same name takes the place of an earlier one, which then never runs.
    for node in {node.name: node for node in body if isinstance(node, _Function | ast.ClassDef)}.values():
        own = (*marks, *node.decorator_list)
        if any(_is_idle(mark) for mark in own):
            continue
        if isinstance(node, ast.ClassDef):
            if node.name.startswith("Test"):
                yield from _of_block(node.body, own)
        elif node.name.startswith("test") and not any(_leaves(statement) for statement in node.body):
            yield from _ids(own)


def _block_marks(body: list[ast.stmt]) -> Iterator[ast.expr]:
    for statement in body:
        targets = (
            statement.targets
            if isinstance(statement, ast.Assign)
            else [statement.target]
            if isinstance(statement, ast.AnnAssign)
            else []
        )
        if any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets):
            value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
            yield from value.elts if isinstance(value, ast.List | ast.Tuple) else [value] if value else []


def _ids(marks: Iterable[ast.expr]) -> Iterator[str]:
    for mark in marks:
        if isinstance(mark, ast.Call) and _dotted(mark.func).endswith("mark.rule"):
            yield from (
                each.value
                for each in mark.args
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def _is_idle(mark: ast.expr) -> bool:
    name = _dotted(mark.func if isinstance(mark, ast.Call) else mark)
    return name.rpartition(".")[2] in _IDLE


def _leaves(statement: ast.stmt) -> bool:
    return any(
        isinstance(node, ast.Call)
        and _dotted(node.func).rpartition(".")[2] in _LEAVING
        and _dotted(node.func).partition(".")[0] in {"pytest", "self", *_LEAVING}
        for node in ast.walk(statement)
    )


def _dotted(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            return f"{_dotted(value)}.{name}"
    return ""
