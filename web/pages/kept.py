"""What was typed into a form that was not taken, and how it survives a way to another page and back.

It travels in the page's own address, so that a link, a reload and the browser's way back all bring it again,
with and without scripts. Nothing is done by it: it only fills the form in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

KEPT = "typed"
"""The field of an address that holds the fields of a form, written as a query of their own."""
_LONGEST = 4000
_MOST = 200
_LEFT_BEHIND = frozenset({"id", "expects", "page"})


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed into the form that was not taken. wrong: the field that did not fit."""

    form: str
    values: Mapping[str, str]
    wrong: str | None = None


def with_typed(page: str, typed: Typed | None) -> str:
    """The page's address with what was typed in it, unless that is too long for an address."""
    if typed is None or not typed.form:
        return page
    fields = {name: value for name, value in typed.values.items() if name not in _LEFT_BEHIND}
    said = urlencode({**fields, "form": typed.form}, errors="replace")
    if len(said) > _LONGEST or len(fields) > _MOST:
        return page
    parts = urlsplit(page)
    query = urlencode([*parse_qsl(parts.query, keep_blank_values=True), (KEPT, said)])
    return urlunsplit(parts._replace(query=query))


def opened(page: str) -> tuple[str, Typed | None]:
    """The page's address without what was typed, and that; None where nothing was."""
    parts = urlsplit(page)
    fields = parse_qsl(parts.query, keep_blank_values=True)
    said = dict(fields).get(KEPT)
    if said is None:
        return page, None
    bare = urlunsplit(parts._replace(query=urlencode([each for each in fields if each[0] != KEPT])))
    try:
        values = dict(parse_qsl(said, keep_blank_values=True, max_num_fields=_MOST + 1))
    except ValueError:
        return bare, None
    return bare, Typed(values.get("form", ""), values)
