"""Table aids on pages: a tile for each, and for each its forms with the answer on the same page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta

from companion.games import Aid, Refused
from companion.table.reading import NotACommand, converted
from web.errors import Problem
from web.pages.assets import folder_name, game_folder
from web.pages.drawing import Notice, with_names
from web.pages.rules import around
from web.pages.show import Pages
from web.site import Site

Kind = Literal["number", "choice", "yes", "many", "row", "numbers", "counts", "part"]
"""A number, one of several words, a tick, any of several words, words one after another, numbers one after
another, a number for each of several words, a question of its own."""
IN_A_ROW = 8
"""How many words a form takes one after another."""
_YES = frozenset({"1", "true", "on"})


class Field(msgspec.Struct, frozen=True):
    """name: as in the question. least, most: of its numbers. choices: its words. inside: of a `part`."""

    name: str
    kind: Kind
    required: bool
    default: Any
    least: int = 0
    most: int = 999
    choices: tuple[str, ...] = ()
    inside: tuple[Field, ...] = ()


def fields_of(question: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The fields of a question, each asked for in the plainest way that its type allows."""
    return tuple(_field(each) for each in msgspec.structs.fields(question))


def answered(fields: tuple[Field, ...], said: Mapping[str, str], before: str = "") -> dict[str, Any]:
    """The question that a form's fields ask, as plain data; what was left empty was not said.

    said: the last value of each field. A number that is none stays text, for the question's type to refuse.
    """
    found = {each.name: _value(each, said, f"{before}{each.name}") for each in fields}
    return {name: value for name, value in found.items() if value is not None}


def _field(each: Any) -> Field:
    default = None if each.required else each.default
    if default is msgspec.NODEFAULT and not each.required:
        default = None
    leaves = tuple(_leaves(each.type, ()))
    kinds = {_kind(leaf, limits): (leaf, limits) for leaf, limits in leaves}
    for kind in ("many", "row", "number", "yes", "choice", "counts", "part", "numbers"):
        if kind in kinds:
            leaf, limits = kinds[kind]
            return Field(each.name, kind, each.required, default, *_limits(limits, leaf), *_words(kind, leaf))
    raise TypeError(f"no form asks for {each.name}")


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


def _kind(leaf: Any, limits: tuple[Meta, ...]) -> Kind:
    origin = get_origin(leaf)
    if origin is tuple:
        inner = get_args(leaf)[0]
        if get_origin(inner) is not Literal:
            return "numbers"
        most = next((each.max_length for each in limits if each.max_length is not None), None)
        return "many" if most is not None and most <= len(get_args(inner)) else "row"
    if origin is Literal:
        return "choice"
    if origin is dict:
        return "counts"
    if leaf is bool:
        return "yes"
    return "number" if leaf is int else "part"


def _limits(limits: tuple[Meta, ...], leaf: Any) -> tuple[int, int]:
    if get_origin(leaf) is dict:
        limits = next((found for _, found in _leaves(get_args(leaf)[1], ())), ())
    least = next((each.ge for each in limits if each.ge is not None), 0)
    most = next((each.le for each in limits if each.le is not None), 999)
    return int(least), int(most)


def _words(kind: Kind, leaf: Any) -> tuple[tuple[str, ...], tuple[Field, ...]]:
    if kind == "part":
        return (), fields_of(leaf)
    if kind == "choice":
        return tuple(get_args(leaf)), ()
    if kind in {"many", "row", "counts"}:
        return tuple(get_args(get_args(leaf)[0])), ()
    return (), ()


def _value(field: Field, said: Mapping[str, str], name: str) -> Any:
    """What was said to a field, None for nothing.

    `name.given` says that an unticked box was seen; `was.name` what a number was filled in with, which
    counts as not said when it stayed so: then it comes from the table as it is when the answer is made.
    """
    return _READ[field.kind](field, said, name)


def _part(field: Field, said: Mapping[str, str], name: str) -> dict[str, Any] | None:
    """A question within the question, asked as soon as its first field was said."""
    return answered(field.inside, said, f"{name}.") if said.get(f"{name}.{field.inside[0].name}") else None


def _counts(field: Field, said: Mapping[str, str], name: str) -> dict[str, int | str] | None:
    """Nothing of any kind was not said, unless it has to be."""
    told = {each: _whole(value) for each in field.choices if (value := said.get(f"{name}.{each}"))}
    return told if field.required or any(told.values()) else None


def _many(field: Field, said: Mapping[str, str], name: str) -> list[str] | None:
    ticked = [each for each in field.choices if said.get(f"{name}.{each}")]
    return ticked if ticked or f"{name}.given" in said else None


def _row(_field: Field, said: Mapping[str, str], name: str) -> list[str] | None:
    return [each for place in range(IN_A_ROW) if (each := said.get(f"{name}.{place}"))] or None


def _yes(_field: Field, said: Mapping[str, str], name: str) -> bool | None:
    return said.get(name) in _YES if name in said or f"{name}.given" in said else None


def _numbers(_field: Field, said: Mapping[str, str], name: str) -> list[int | str] | None:
    return [_whole(each) for each in said.get(name, "").replace(",", " ").split()] or None


def _number(_field: Field, said: Mapping[str, str], name: str) -> int | str | None:
    value = said.get(name, "")
    return None if value in {"", said.get(f"was.{name}")} else _whole(value)


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


def _whole(value: str) -> int | str:
    text = value.strip()
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10 else value


_WORDS = "aids_words.html"


def routes(found: Blueprint, site: Site, pages: Pages) -> None:
    """Let everybody ask, with and without a game on the table; nothing changes by it."""

    @found.get("/aids")
    def aids() -> Response:
        system = _system(site)
        return pages.drawer.draw(
            "aids", tab="rules", aids=site.games[system].aids, **_around(site, pages, system)
        )

    @found.get("/aids/<name>")
    def aid(name: str) -> Response:
        system = _system(site, name)
        one = site.games[system].aids[name]
        fields = fields_of(one.asks)
        said = {key: values[-1] for key, values in request.args.lists()}
        asked = answered(fields, said)
        answer, notice = _answer(site, pages, system, one, asked) if "form" in said else (None, None)
        return pages.drawer.draw(
            "aids",
            template="aid.html",
            status=422 if notice else 200,
            tab="rules",
            name=name,
            fields={each.name: each for each in fields},
            said=said,
            in_a_row=IN_A_ROW,
            asked=asked,
            answer=answer,
            notice=notice,
            **_around(site, pages, system),
        )


def _answer(
    site: Site, pages: Pages, system: str, aid: Aid, asked: dict[str, Any]
) -> tuple[dict[str, Any] | None, Notice | None]:
    """The answer as plain data, or why there is none."""
    snapshot = site.table.snapshot
    running = snapshot.game is not None and snapshot.game.system == system
    language = pages.drawer.language(system)
    try:
        answer = aid.answer(snapshot.state if running else None, converted(asked, aid.asks))
    except Refused as refused:
        names = pages.drawer.names(snapshot)
        said = language.phrase(f"refused.{refused.code}", with_names(refused.params, names))
        return None, Notice(said, rule=refused.rule)
    except NotACommand as wrong:
        return None, Notice(language.say(wrong.said))
    plain: dict[str, Any] = msgspec.to_builtins(answer)
    return plain, None


def _system(site: Site, name: str = "") -> str:
    """The game asked for, else the one on the table, else the first: of those that have the aid.

    Raises `Problem` 404 where none has it.
    """
    on_table = site.table.snapshot.game
    having = _having(site, name)
    for wish in (request.args.get("system", ""), on_table.system if on_table else "", *having):
        if wish in having:
            return wish
    raise Problem(404, "no-such-aid", {"aid": name[:40]})


def _having(site: Site, name: str = "") -> list[str]:
    """The games whose aids, or the one of that name, can be asked on pages."""
    return [
        system
        for system, game in site.games.items()
        if (name in game.aids if name else game.aids) and game_folder(game).joinpath(_WORDS).is_file()
    ]


def _around(site: Site, pages: Pages, system: str) -> dict[str, Any]:
    """`words` is the game's file of forms and answers; `on` whether that game is on the table."""
    snapshot = site.table.snapshot
    on = snapshot.game is not None and snapshot.game.system == system
    return {
        **around(site, pages, system, _having(site)),
        "words": f"{folder_name(system)}/{_WORDS}",
        "on": on,
    }
