"""Where the code keeps a rule, and how it can be broken there.

A rule is kept where its ID stands. In a docstring of a function, or of constants, that is these; in
`raise Refused(code, ID)` the refusal and the limits in the condition above it; in `require(..., ID)` the
call; in other data the entry that names it. Docstrings of modules and classes speak of too much to be broken.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, TypeAlias

RULE = re.compile(r"\b(?:(?:RB|LS|TALLY)-[A-Z0-9-]*\d|F-\d\d|(?:LS-)?AMB-\d\d)\b")
SPAN = re.compile(r"\b((?:RB|LS)-[A-Z0-9]+-)(\d\d) to (?:\1)(\d\d)\b")
MOVED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
OTHER = MOVED | {
    ast.Eq: ast.NotEq, ast.In: ast.NotIn, ast.Is: ast.IsNot,
    ast.NotEq: ast.Eq, ast.NotIn: ast.In, ast.IsNot: ast.Is,
}  # fmt: skip
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
}  # fmt: skip
OTHER_CALL = {"min": "max", "max": "min", "any": "all", "all": "any"}
ENTRIES = (ast.Call, ast.Tuple, ast.IfExp, ast.stmt)
Parents: TypeAlias = dict[ast.AST, ast.AST]


class Mutant(NamedTuple):
    """lines: one of them has to run for it to be noticed; none where importing the module is enough."""

    path: Path
    lines: range
    change: str
    source: str


def rules_in(text: str) -> set[str]:
    """The IDs that a text names, those within `RB-MINE-03 to RB-MINE-05` too."""
    found = set(RULE.findall(text))
    for start, first, last in SPAN.findall(text):
        found |= {f"{start}{number:02}" for number in range(int(first), int(last) + 1)}
    return found


def mutants(path: Path, source: str, rule: str) -> Iterator[Mutant]:
    """Every way to break what a module keeps of a rule, one at a time."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    cited = [node for node in ast.walk(tree) if _names(node, rule)]
    for old, new in [change for each in cited for change in _changes(each, parents)]:
        change = f"line {_lines(old, parents)[0]}: {ast.unparse(old)[:60]!r} -> {ast.unparse(new)[:60]!r}"
        inside = any(isinstance(each, ast.FunctionDef) for each in _above(old, parents))
        _Replaced(old, new).visit(tree)
        text = ast.unparse(ast.fix_missing_locations(tree))
        _Replaced(new, old).visit(tree)
        yield Mutant(path, _lines(old, parents) if inside else range(0), change, text)


def _lines(node: ast.AST, parents: Parents) -> range:
    """From the beginning of its statement to its own end."""
    statement = next(each for each in (node, *_above(node, parents)) if isinstance(each, ast.stmt))
    return range(statement.lineno, (getattr(node, "end_lineno", None) or statement.lineno) + 1)


def _names(node: ast.AST, rule: str) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and rule in rules_in(node.value)


def _above(node: ast.AST, parents: Parents) -> Iterator[ast.AST]:
    while node in parents:
        node = parents[node]
        yield node


def _changes(cited: ast.AST, parents: Parents) -> Iterator[tuple[ast.AST, ast.AST]]:
    around = list(_above(cited, parents))
    statement = next(each for each in around if isinstance(each, ast.stmt))
    guard = parents[statement]
    match statement:
        case ast.Expr(ast.Constant()):
            yield from _of_docstring(statement, guard)
        case ast.Raise() | ast.Expr(ast.Call()):
            yield statement, ast.Pass()
            yield from _limits(guard.test) if isinstance(guard, ast.If) else ()
        case _:
            yield cited, ast.Constant("")
            entry = next(each for each in around if isinstance(each, ENTRIES))
            yield from _limits(entry) if isinstance(entry, ast.expr) else ()


def _limits(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Numbers, and whether a limit itself is within it."""
    for each in ast.walk(node):
        match each:
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                yield each, ast.Constant(number + 1)
            case ast.Compare(ops=[op]) if type(op) in MOVED:
                yield each, ast.Compare(each.left, [MOVED[type(op)]()], each.comparators)


def _of_docstring(doc: ast.Expr, owner: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    match owner:
        case ast.FunctionDef(body=[first, *body]) if first is doc:
            found = [change for each in body for node in ast.walk(each) for change in _of_code(node)]
            returns = [(node, ast.Return(None)) for node in ast.walk(owner) if isinstance(node, ast.Return)]
            yield from found or returns
        case ast.Module(body=body) | ast.ClassDef(body=body) if body[0] is not doc:
            above = takewhile(lambda each: not isinstance(each, ast.Expr), reversed(body[: body.index(doc)]))
            constants = takewhile(lambda each: isinstance(each, ast.Assign | ast.AnnAssign), above)
            for node in (node for each in constants for node in ast.walk(each)):
                yield from _of_code(node)
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node, ast.Constant("")


def _of_code(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    yield from _of_value(node)
    yield from _of_flow(node)


def _of_value(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    match node:
        case ast.Constant(value=bool(flag)):
            yield node, ast.Constant(not flag)
        case ast.Constant(value=int(number)):
            yield node, ast.Constant(number + 1)
        case ast.Compare(left, [op], right):
            yield node, ast.Compare(left, [OTHER[type(op)]()], right)
        case ast.BoolOp(op, values):
            yield node, ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield node, operand
        case ast.BinOp(left, op, right) if type(op) in SWAPPED:
            yield node, ast.BinOp(left, SWAPPED[type(op)](), right)


def _of_flow(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    match node:
        case ast.If(test) | ast.IfExp(test):
            yield test, ast.UnaryOp(ast.Not(), test)
        case ast.Call(ast.Name(name), arguments, keywords) if name in OTHER_CALL:
            yield node, ast.Call(ast.Name(OTHER_CALL[name]), arguments, keywords)
        case ast.Call(ast.Name("reversed" | "sorted"), [sequence, *_]):
            yield node, sequence
        case ast.Call(ast.Name("replace" | "with_seat"), arguments, keywords):
            for each in keywords:
                yield node, ast.Call(node.func, arguments, [other for other in keywords if other is not each])
        case ast.Return(ast.Tuple(parts)):
            for place in range(len(parts)):
                yield node, ast.Return(ast.Tuple([*parts[:place], *parts[place + 1 :]], ast.Load()))
        case ast.comprehension(ifs=[test]):
            yield test, ast.Constant(True)
        case ast.Raise() | ast.AugAssign() | ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield node, ast.Pass()


class _Replaced(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else super().generic_visit(node)
