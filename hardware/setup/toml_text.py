"""A TOML file's text changed where it must be and nowhere else: comments, order and spaces stay. Pure."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Key: TypeAlias = tuple[str, ...]
"""A key with the tables that it is in: `("buttons", "colours", "red")`."""

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\\]*"|'[^']*')"""
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"^\s*\[\s*(?P<key>{_KEY})\s*\]\s*(?:#.*)?$")
_VALUE = r"""(?P<value>"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'#\[{][^#]*?)"""
_SET = re.compile(
    rf"^(?P<before>\s*(?P<off>\#\s*)?(?P<key>{_KEY})\s*=\s*){_VALUE}(?P<space>\s*)(?P<comment>\#.*)?$"
)


class CannotEdit(Exception):
    """The file is written in a way that cannot be changed safely."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that sets a key, or would if its `#` were not there (`off`). table: the one it stands in."""

    number: int
    table: Key
    key: Key
    off: bool


def edited(words: str, changes: Mapping[Key, str | None], examples: Collection[str] = ()) -> str:
    """The text with these keys set, each to a value as TOML writes it, or, with None, commented out.

    examples: lines that only show how a key would be written (`# red = 5`); such a line becomes the key's
    own, while another comment that looks like one stays as it is.
    Raises `CannotEdit` when the text does not then say exactly what it said before and the changes.
    """
    lines = words.splitlines(keepends=True)
    known = {each.strip() for each in examples}
    for key, value in changes.items():
        _change(lines, key, value, known)
    result = "".join(lines)
    try:
        as_wanted = _filled(tomllib.loads(result)) == _filled(_changed(tomllib.loads(words), changes))
    except (tomllib.TOMLDecodeError, AttributeError) as error:  # a value where a table would have to be
        raise CannotEdit from error
    if not as_wanted:
        raise CannotEdit
    return result


def _change(lines: list[str], key: Key, value: str | None, examples: Collection[str]) -> None:
    found = [each for each in _read(lines, examples) if (*each.table, *each.key) == key]
    own = next((each for each in found if not each.off), None)
    if value is None:
        if own is not None:
            lines[own.number] = f"# {lines[own.number]}"
        return
    example = own or next(iter(found), None)
    if example is None:
        _insert(lines, key, value, examples)
    else:
        lines[example.number] = _with_value(lines[example.number], value)


def _read(lines: list[str], examples: Collection[str]) -> list[_Line]:
    table: Key = ()
    found = []
    for number, line in enumerate(lines):
        header, sets = _TABLE.match(line), _SET.match(line)
        if header is not None:
            table = _parts(header["key"])
        elif sets is not None and (sets["off"] is None or line.strip() in examples):
            found.append(_Line(number, table, _parts(sets["key"]), sets["off"] is not None))
    return found


def _with_value(line: str, value: str) -> str:
    """The line with another value, not commented out; what follows keeps its column where it can."""
    was = _SET.match(line)
    if was is None:
        raise CannotEdit
    before = was["before"] if was["off"] is None else was["before"].replace(was["off"], "", 1)
    space = was["space"]
    if was["comment"] is not None:
        longer = len(before) + len(value) - len(was["before"]) - len(was["value"])
        space = " " * max(1, len(space) - longer)
    ending = line[was.end() :]
    return f"{before}{value}{space}{was['comment'] or ''}{ending}"


def _insert(lines: list[str], key: Key, value: str, examples: Collection[str]) -> None:
    """Put a new line behind the last of its table's, or a new table at the end."""
    ending = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    beside = [each for each in _read(lines, examples) if (*each.table, *each.key)[:-1] == key[:-1]]
    if beside:
        after, table = beside[-1].number, beside[-1].table
    else:
        headers = [
            number
            for number, line in enumerate(lines)
            if (header := _TABLE.match(line)) is not None and _parts(header["key"]) == key[:-1]
        ]
        if not headers:
            new = f"[{_written(key[:-1])}]{ending}{_written(key[-1:])} = {value}{ending}"
            lines[-1:] = [_ended(each, ending) for each in lines[-1:]]
            lines += [ending, *new.splitlines(keepends=True)] if lines else [new]
            return
        after, table = headers[-1], key[:-1]
    lines[after] = _ended(lines[after], ending)
    lines.insert(after + 1, f"{_written(key[len(table) :])} = {value}{ending}")


def _ended(line: str, ending: str) -> str:
    return line if line.endswith("\n") else line + ending


def _parts(written: str) -> Key:
    return tuple(each.strip("\"'") for each in re.findall(_PART, written))


def _written(key: Key) -> str:
    return ".".join(key)


def _changed(table: dict[str, Any], changes: Mapping[Key, str | None]) -> dict[str, Any]:
    """What the file has to say afterwards."""
    for (*tables, name), value in changes.items():
        inner = table
        for each in tables:
            inner = inner.setdefault(each, {})
        if value is None:
            inner.pop(name, None)
        else:
            inner[name] = tomllib.loads(f"value = {value}")["value"]
    return table


def _filled(table: dict[str, Any]) -> dict[str, Any]:
    """The same without empty tables: they say nothing."""
    inner = {name: _filled(each) if isinstance(each, dict) else each for name, each in table.items()}
    return {name: each for name, each in inner.items() if each != {}}
