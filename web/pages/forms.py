"""Posted forms: from fields to the body of a command, on to the next page, and back into the form if refused.

A field's name may be a path: `players.@0.colour=red` puts a dictionary into the first place of a list.
A path may end in a kind, for values whose type no command tells: `value.count:int`, `:bool`, `:maybe` for a
text of which `null` is none, `:text` for one that may be empty, `:ints` for whole numbers with blanks between
them, `:lines` for a text's lines that are not blank, `:limit` for a number that is none when it is left
empty, and `:list`, `:map` for those that may be empty. The field `with` holds further fields as a query: one
button or tick can say several by it. What was left empty was not said.
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
from companion.table.parsing import InvalidCommand
from web.auth import check_origin, member_of
from web.membership import Member
from web.site import Site

OWN = frozenset({"type", "id", "expects", "page", "onward", "form", "for", "with", "then", "scenario"})
"""Fields that are about the form and not of the command."""
YES = frozenset({"1", "true", "on", "yes"})
"""What a ticked box may say."""
_DEEPEST = 6


def posted() -> dict[str, str]:
    """The fields of the form that was posted. Raises `Problem` 403 for one on another site's page."""
    check_origin(request)
    return unfolded(request.form.items(multi=True))


def member_or_join(site: Site, join: str) -> Member:
    """The member who posts a form; who has not joined is sent to the page `join` instead.

    Raises `Problem` 403 for a form on another site's page.
    """
    check_origin(request)
    member = member_of(request, site.membership)
    if member is None:
        abort(onward(join))
    return member


def unfolded(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
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
    """The command that the fields say, as `Table.read` takes it.

    known: the commands by their tags; texts become the numbers and truths that the command's fields want.
    What does not fit stays text, for the table to refuse by name. Who has no colour does not play, though his
    name stands in the form, as that of everybody who has joined. Raises `InvalidCommand` for a name that
    is no path.
    """
    tree: dict[str, Any] = {}
    fields = unfolded(fields.items())
    for name, value in fields.items():
        path, _, kind = name.partition(":")
        if path not in OWN and (value != "" or kind in _EMPTY):
            _plant(tree, name, path.split("."), _KINDS.get(kind, str)(value.replace("\t", " ")))
    said = {name: _listed(value) for name, value in tree.items()}
    if isinstance(seats := said.get("players"), list):
        said["players"] = [each for each in seats if not isinstance(each, dict) or "colour" in each]
    tag = fields.get("type", "")
    if tag in known:
        said = _typed(said, known[tag])
    return {"type": tag, **said}


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


def _plant(tree: dict[str, Any], name: str, path: list[str], value: Any) -> None:
    if len(path) > _DEEPEST or not all(path):
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


def _listed(value: Any) -> Any:
    """Make a list of every dictionary whose keys are all places, in their order."""
    if not isinstance(value, dict):
        return value
    made = {key: _listed(each) for key, each in value.items()}
    if made and all(key.startswith("@") for key in made):
        return [made[key] for key in sorted(made, key=lambda key: (len(key), key))]
    return made


def _typed(said: dict[str, Any], command: type[Command]) -> dict[str, Any]:
    types = {each.name: each.type for each in msgspec.structs.fields(command)}
    return {
        name: _lax(value, types[name]) if name in types and isinstance(value, str) else value
        for name, value in said.items()
    }


def _lax(value: Any, kind: Any) -> Any:
    try:
        return msgspec.to_builtins(msgspec.convert(value, kind, strict=False))
    except msgspec.ValidationError:
        return value


def whole(value: str) -> int | str:
    """The number that was typed; what is none stays text, for a type to refuse."""
    text = value.strip()
    return int(text) if len(text) < 10 and text.removeprefix("-").isdecimal() else value


def wholes(value: str) -> list[int | str]:
    """The numbers that were typed with blanks or commas between them."""
    return [whole(each) for each in value.replace(",", " ").split()]


_EMPTY = frozenset({"limit", "lines", "list", "map", "text"})
_END_OF_LINE = re.compile(r"\r\n|\r|\n")
_KINDS: dict[str, Callable[[str], Any]] = {
    "int": whole,
    "ints": wholes,
    "limit": lambda value: whole(value) if value.strip() else None,
    "lines": lambda value: [line for each in _END_OF_LINE.split(value) if (line := each.strip(" "))],
    "bool": lambda value: value in YES,
    "maybe": lambda value: None if value == "null" else value,
    "text": str,
    "list": lambda _value: [],
    "map": lambda _value: {},
}


def local_address(address: str) -> str:
    """The address, when it is one of this site's; otherwise the first page's."""
    inside = address.startswith("/") and not address.startswith("//")
    return address if inside and "\\" not in address and address.isprintable() and address.isascii() else "/"


def onward(address: str) -> Response:
    """An answer after which the browser asks for that page of ours, so that a reload repeats nothing."""
    response = Response("", 303, content_type="text/plain")
    response.headers["Location"] = local_address(address)
    response.headers["Cache-Control"] = "no-store"
    response.autocorrect_location_header = False
    return response


_TYPED = "typed"
"""The field of an address that holds the fields of a form, written as a query of their own."""
_LONGEST = 4000
_MOST = 200
_LEFT_BEHIND = frozenset({"id", "expects", "page"})


class Typed(msgspec.Struct, frozen=True):
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
    query = urlencode([*parse_qsl(parts.query, keep_blank_values=True), (_TYPED, said)])
    return urlunsplit(parts._replace(query=query))


def without_typed(page: str) -> tuple[str, Typed | None]:
    """The page's address without what was typed, and that; None where nothing was."""
    parts = urlsplit(page)
    fields = parse_qsl(parts.query, keep_blank_values=True)
    said = dict(fields).get(_TYPED)
    if said is None:
        return page, None
    bare = urlunsplit(parts._replace(query=urlencode([each for each in fields if each[0] != _TYPED])))
    try:
        values = dict(parse_qsl(said, keep_blank_values=True, max_num_fields=_MOST + 1))
    except ValueError:
        return bare, None
    return bare, Typed(values.get("form", ""), values)
