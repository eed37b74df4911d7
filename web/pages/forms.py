"""Posted forms: from fields to the body of a command, on to the next page, and back into the form if refused.

A field's name may be a path: `players.@0.colour=red` puts a dictionary into the first place of a list.
A path may end in a kind, for values whose type no command tells: `value.count:int`, `:bool`, `:maybe` for a
text of which `null` is none, `:text` for one that may be empty, `:ints` for whole numbers with blanks between
them, `:lines` for a text's lines that are not blank, `:limit` for a number that is none when it is left
empty, and `:list`, `:map` for those that may be empty. The field `with` holds further fields as a query: one
button or tick can fill several by it. An empty field does not count.
A tab, which comes with what is copied out of a table, is a blank.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import msgspec
from flask import Response, abort, request

from companion.games import Command, kebab
from companion.language.messages import Messages
from companion.table.parsing import InvalidCommand
from web.auth import check_origin, member_of
from web.membership import Member
from web.site import LANGUAGE_COOKIE, Site

FORM_ONLY = frozenset({"type", "id", "expects", "page", "onward", "form", "for", "with", "then", "scenario"})
"""Fields that are about the form and not of the command."""
TRUE_VALUES = frozenset({"1", "true", "on", "yes"})
"""Values of a ticked box."""
_MAX_DEPTH = 6


def read_form() -> dict[str, str]:
    """The fields of the posted form. Raises `Problem` 403 for one on another site's page."""
    check_origin(request)
    return expand_fields(request.form.items(multi=True))


def member_or_join(site: Site, join: str) -> Member:
    """The member who posts a form. Redirects a phone that has not joined to the page `join`.

    Raises `Problem` 403 for a form on another site's page.
    """
    check_origin(request)
    member = member_of(request, site.membership)
    if member is None:
        abort(redirect_to(join))
    return member


def expand_fields(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The fields with those of `with` among them; a later one of the same name wins.

    Raises `InvalidCommand` for more of them than any form has.
    """
    every = list(pairs)
    for name, value in tuple(every):
        if name == "with":
            try:
                every.extend(parse_qsl(value, keep_blank_values=True, max_num_fields=20))
            except ValueError as error:
                raise InvalidCommand("with", "wrong-value", given="…", wanted="") from error
    return dict(every)


def body(fields: Mapping[str, str], known: Mapping[str, type[Command]]) -> dict[str, Any]:
    """The command in the fields, as `Table.read` takes it.

    known: the commands by their tags; texts become the numbers and truths that the command's fields want.
    What does not fit stays text, for the table to refuse by name. Members without a colour do not play.
    Raises `InvalidCommand` for a name that is no path.
    """
    tree: dict[str, Any] = {}
    fields = expand_fields(fields.items())
    for name, value in fields.items():
        path, _, kind = name.partition(":")
        if path not in FORM_ONLY and (value != "" or kind in _EMPTY):
            _insert(tree, name, path.split("."), _KINDS.get(kind, str)(value.replace("\t", " ")))
    values = {name: _with_lists(value) for name, value in tree.items()}
    if isinstance(seats := values.get("players"), list):
        values["players"] = [each for each in seats if not isinstance(each, dict) or "colour" in each]
    tag = fields.get("type", "")
    if tag in known:
        values = _convert_fields(values, known[tag])
    return {"type": tag, **values}


def commands_by_tag(commands: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """The commands by the tags that forms name them by; the first of a tag stays."""
    found: dict[str, type[Command]] = {}
    for each in commands:
        found.setdefault(kebab(each.__name__), each)
    return found


def switches(command: Command) -> tuple[str, ...]:
    """The command's yes-or-no fields that were left at no: what a page may offer after a refusal."""
    return tuple(
        each.name
        for each in msgspec.structs.fields(command)
        if each.default is False and getattr(command, each.name) is False
    )


def _insert(tree: dict[str, Any], name: str, path: list[str], value: Any) -> None:
    if len(path) > _MAX_DEPTH or not all(path):
        raise InvalidCommand(name, "unknown-field")
    for step in path[:-1]:
        below = tree.setdefault(step, {})
        if below == []:
            below = tree[step] = {}
        if not isinstance(below, dict):
            raise InvalidCommand(name, "unknown-field")
        tree = below
    if isinstance(tree.get(path[-1]), dict) and value in ({}, []):
        return
    tree[path[-1]] = value


def _with_lists(value: Any) -> Any:
    """Make a list of every dictionary whose keys are all places, in their order."""
    if not isinstance(value, dict):
        return value
    made = {key: _with_lists(each) for key, each in value.items()}
    if made and all(key.startswith("@") for key in made):
        return [made[key] for key in sorted(made, key=lambda key: (len(key), key))]
    return made


def _convert_fields(values: dict[str, Any], command: type[Command]) -> dict[str, Any]:
    types = {each.name: each.type for each in msgspec.structs.fields(command)}
    return {
        name: _convert(value, types[name]) if name in types and isinstance(value, str) else value
        for name, value in values.items()
    }


def _convert(value: Any, kind: Any) -> Any:
    try:
        return msgspec.to_builtins(msgspec.convert(value, kind, strict=False))
    except msgspec.ValidationError:
        return value


def parse_int(value: str) -> int | str:
    """The number that was typed; what is none stays text, for a type to refuse."""
    text = value.strip()
    return int(text) if len(text) < 10 and text.removeprefix("-").isdecimal() else value


def parse_ints(value: str) -> list[int | str]:
    """The numbers that were typed with blanks or commas between them."""
    return [parse_int(each) for each in value.replace(",", " ").split()]


USUAL_REASON = "wrong-entry"
"""Of a correction for which no other was typed: each reader has `why.wrong-entry` in the own language."""
_EMPTY = frozenset({"limit", "lines", "list", "map", "text", "usual"})
_END_OF_LINE = re.compile(r"\r\n|\r|\n")
_KINDS: dict[str, Callable[[str], Any]] = {
    "int": parse_int,
    "ints": parse_ints,
    "limit": lambda value: parse_int(value) if value.strip() else None,
    "lines": lambda value: [line for each in _END_OF_LINE.split(value) if (line := each.strip(" "))],
    "bool": lambda value: value in TRUE_VALUES,
    "maybe": lambda value: None if value == "null" else value,
    "text": str,
    "usual": lambda value: value if value.strip() else USUAL_REASON,
    "list": lambda _value: [],
    "map": lambda _value: {},
}


def local_address(address: str) -> str:
    """The address, when it is one of this site's; otherwise the first page's."""
    inside = address.startswith("/") and not address.startswith("//")
    return address if inside and "\\" not in address and address.isprintable() and address.isascii() else "/"


def redirect_to(address: str) -> Response:
    """An answer after which the browser asks for that page of ours, so that a reload repeats nothing."""
    response = Response("", 303, content_type="text/plain")
    response.headers["Location"] = local_address(address)
    response.headers["Cache-Control"] = "no-store"
    response.autocorrect_location_header = False
    return response


YEAR = 365 * 24 * 3600
"""Seconds for which a phone keeps what was chosen for it."""


def choose_language(code: str, messages: Messages) -> Response:
    """Lead back to the page named by `back`, in this language from now on, if there is such a one."""
    response = redirect_to(request.args.get("back", "/"))
    if code in messages.codes:
        response.set_cookie(LANGUAGE_COOKIE, code, max_age=YEAR, samesite="Lax")
    return response


_TYPED = "typed"
"""The field of an address that holds the fields of a form, written as a query of their own."""
_MAX_LENGTH = 4000
_MAX_FIELDS = 200
_NOT_KEPT = frozenset({"id", "expects", "page"})


class Typed(msgspec.Struct, frozen=True):
    """What was typed into the form that was not taken. wrong: the field that did not fit."""

    form: str
    values: Mapping[str, str]
    wrong: str | None = None


def with_typed(page: str, typed: Typed | None) -> str:
    """The page's address with what was typed in it, unless that is too long for an address."""
    if typed is None or not typed.form:
        return page
    fields = {name: value for name, value in typed.values.items() if name not in _NOT_KEPT}
    encoded = urlencode({**fields, "form": typed.form}, errors="replace")
    if len(encoded) > _MAX_LENGTH or len(fields) > _MAX_FIELDS:
        return page
    parts = urlsplit(page)
    query = urlencode([*parse_qsl(parts.query, keep_blank_values=True), (_TYPED, encoded)])
    return urlunsplit(parts._replace(query=query))


def without_typed(page: str) -> tuple[str, Typed | None]:
    """The page's address without what was typed, and that; None where nothing was."""
    parts = urlsplit(page)
    fields = parse_qsl(parts.query, keep_blank_values=True)
    encoded = dict(fields).get(_TYPED)
    if encoded is None:
        return page, None
    bare = urlunsplit(parts._replace(query=urlencode([each for each in fields if each[0] != _TYPED])))
    try:
        values = dict(parse_qsl(encoded, keep_blank_values=True, max_num_fields=_MAX_FIELDS + 1))
    except ValueError:
        return bare, None
    return bare, Typed(values.get("form", ""), values)
