"""Table aids on pages: a tile for each, and for each its forms with the answer on the same page.

A form is made from the question's type: `fields_of` says what it asks for, `answered` reads what was said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from flask import Response, request
from msgspec import Meta

from companion.games import Refused
from companion.table.parsing import InvalidCommand
from web.aids import SETUP, answer_aid
from web.errors import Problem, problem_of
from web.pages.addresses import address
from web.pages.assets import folder_name
from web.pages.banner import Banner
from web.pages.forms import TRUE_VALUES, parse_int, parse_ints, redirect_to
from web.pages.pages import Pages
from web.pages.rules import AIDS_WORDS, around, asks
from web.site import Site

Kind = Literal["many", "row", "number", "yes", "choice", "counts", "part", "numbers"]
"""Any of several words, words one after another, a number, a tick, one of several words, a number for each of
several words, a question of its own, numbers one after another. Of several that fit, the first is asked."""
IN_A_ROW = 8
"""How many words a form takes one after another."""


class Field(msgspec.Struct, frozen=True):
    """name: as the question is sent. least, most: of its numbers. choices: its words. inside: of a `part`."""

    name: str
    kind: Kind
    required: bool
    default: Any
    least: int = 0
    most: int = 999
    choices: tuple[str, ...] = ()
    inside: tuple[Field, ...] = ()


def routes(pages: Pages) -> None:
    """Show the aids, with and without a game on the table; they change nothing."""
    site = pages.site

    @pages.blueprint.get("/aids")
    def aids() -> Response:
        system = _system(site)
        return pages.draw("aids", tab="rules", aids=site.games[system].aids, **_around(pages, system))

    @pages.blueprint.get(f"/aids/{SETUP}")
    def set_up() -> Response:
        return redirect_to(address("/setup", request.args))

    @pages.blueprint.get("/aids/<name>")
    def aid(name: str) -> Response:
        system = _system(site, name)
        fields = fields_of(site.games[system].aids[name].query)
        said = {key: values[-1] for key, values in request.args.lists()}
        asked = answered(fields, said)
        answer: dict[str, Any] | None = None
        banner: Banner | None = None
        if "form" in said:
            try:
                answer = msgspec.to_builtins(answer_aid(site, system, name, asked))
            except (Refused, InvalidCommand) as error:
                banner = pages.banner(problem_of(error))
        return pages.draw(
            "aids",
            template="aid.html",
            status=422 if banner else 200,
            tab="rules",
            name=name,
            fields={each.name: each for each in fields},
            said=said,
            in_a_row=IN_A_ROW,
            asked=asked,
            answer=answer,
            banner=banner,
            **_around(pages, system),
        )


def _system(site: Site, name: str = "") -> str:
    """The game of the aids, or of that aid. Raises `Problem` 404 for an unknown one."""
    system = site.choose_system(request.args.get("system", ""), _having(site, name))
    if system is None:
        raise Problem(404, "no-such-aid", {"aid": name[:40]})
    return system


def _having(site: Site, name: str = "") -> list[str]:
    """The games with aids on pages, or with the aid of that name."""
    return [
        system
        for system, game in site.games.items()
        if asks(site, system) and (not name or name in game.aids)
    ]


def _around(pages: Pages, system: str) -> dict[str, Any]:
    """`words` is the game's file of forms and answers; `on` whether that game is on the table."""
    return {
        **around(pages, system, _having(pages.site)),
        "words": f"{folder_name(system)}/{AIDS_WORDS}",
        "on": pages.site.system == system,
    }


def fields_of(question: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The fields of a question, each asked for in the plainest way that its type allows.

    Raises TypeError for a type that no form asks for.
    """
    return tuple(_field(each) for each in msgspec.structs.fields(question))


def _field(each: msgspec.structs.FieldInfo) -> Field:
    default = None if each.default is msgspec.NODEFAULT else each.default
    ways = {kind: (leaf, limits) for leaf, limits in _leaves(each.type, ()) for kind in _kinds(leaf, limits)}
    kind = next((kind for kind in get_args(Kind) if kind in ways), None)
    if kind is None:
        raise TypeError(f"no form asks for {each.name}")
    leaf, limits = ways[kind]
    words: tuple[str, ...] = ()
    if kind == "choice":
        words = get_args(leaf)
    elif kind in {"many", "row", "counts"}:
        words = get_args(get_args(leaf)[0])
    if kind == "counts":
        ((_, limits),) = _leaves(get_args(leaf)[1], ())
    least = next((int(limit.ge) for limit in limits if limit.ge is not None), 0)
    most = next((int(limit.le) for limit in limits if limit.le is not None), 999)
    inside = fields_of(leaf) if kind == "part" else ()
    return Field(each.encode_name, kind, each.required, default, least, most, words, inside)


def _leaves(kind: Any, limits: tuple[Meta, ...]) -> Iterator[tuple[Any, tuple[Meta, ...]]]:
    """The types that a type may be, without None, each with what limits it."""
    origin = get_origin(kind)
    if origin is Annotated:
        inner, *more = get_args(kind)
        yield from _leaves(inner, (*limits, *(each for each in more if isinstance(each, Meta))))
    elif origin in {Union, UnionType}:
        for each in get_args(kind):
            yield from _leaves(each, limits)
    elif kind is not type(None):
        yield kind, limits


def _kinds(leaf: Any, limits: tuple[Meta, ...]) -> Iterator[Kind]:
    """The way to ask for a type, if there is one."""
    origin = get_origin(leaf)
    if origin is tuple:
        inner = get_args(leaf)[0]
        most = next((each.max_length for each in limits if each.max_length is not None), None)
        if get_origin(inner) is not Literal:
            yield "numbers"
        else:
            yield "many" if most is not None and most <= len(get_args(inner)) else "row"
    elif origin is Literal:
        yield "choice"
    elif origin is dict and get_origin(get_args(leaf)[0]) is Literal:
        yield "counts"
    elif leaf is bool:
        yield "yes"
    elif leaf is int:
        yield "number"
    elif isinstance(leaf, type) and issubclass(leaf, msgspec.Struct):
        yield "part"


def answered(fields: tuple[Field, ...], said: Mapping[str, str], before: str = "") -> dict[str, Any]:
    """The question that a form's fields ask, as plain data; what was left empty was not said.

    said: the last value of each field. A number that is none stays text, for the question's type to refuse.
    """
    found = {each.name: _READ[each.kind](each, said, f"{before}{each.name}") for each in fields}
    return {name: value for name, value in found.items() if value is not None}


def _part(field: Field, said: Mapping[str, str], name: str) -> dict[str, Any] | None:
    """A nested question, asked once its first field is filled in."""
    return answered(field.inside, said, f"{name}.") if said.get(f"{name}.{field.inside[0].name}") else None


def _counts(field: Field, said: Mapping[str, str], name: str) -> dict[str, int | str] | None:
    """Drop empty values, unless they are required."""
    counted = {each: parse_int(value) for each in field.choices if (value := said.get(f"{name}.{each}"))}
    return counted if field.required or any(counted.values()) else None


def _many(field: Field, said: Mapping[str, str], name: str) -> list[str] | None:
    """`name.given` says that unticked boxes were seen."""
    ticked = [each for each in field.choices if said.get(f"{name}.{each}")]
    return ticked if ticked or f"{name}.given" in said else None


def _row(_field: Field, said: Mapping[str, str], name: str) -> list[str] | None:
    return [each for place in range(IN_A_ROW) if (each := said.get(f"{name}.{place}"))] or None


def _yes(_field: Field, said: Mapping[str, str], name: str) -> bool | None:
    """`name.given` says that an unticked box was seen."""
    return said.get(name) in TRUE_VALUES if name in said or f"{name}.given" in said else None


def _numbers(_field: Field, said: Mapping[str, str], name: str) -> list[int | str] | None:
    return parse_ints(said.get(name, "")) or None


def _number(_field: Field, said: Mapping[str, str], name: str) -> int | str | None:
    """`was.name` says what a number was filled in with. While it stays so it was not said: then it comes from
    the table as it is when the answer is made."""
    value = said.get(name, "")
    return None if value in {"", said.get(f"was.{name}")} else parse_int(value)


def _choice(_field: Field, said: Mapping[str, str], name: str) -> str | None:
    return said.get(name) or None


_READ: Mapping[Kind, Callable[[Field, Mapping[str, str], str], Any]] = {
    "part": _part,
    "counts": _counts,
    "many": _many,
    "row": _row,
    "yes": _yes,
    "numbers": _numbers,
    "number": _number,
    "choice": _choice,
}
"""The parser of each kind; None for an empty field."""
