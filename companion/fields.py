"""What a form asks for: the fields of a struct type, with their ranges and choices, from the type itself."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta


class Whole(msgspec.Struct, frozen=True):
    """A whole number. least, most: its range, None where it is open."""

    least: int | None
    most: int | None


class Choice(msgspec.Struct, frozen=True):
    """One of these words. at_once: how many may be chosen together, 1 for a plain choice."""

    words: tuple[str, ...]
    at_once: int = 1


class YesNo(msgspec.Struct, frozen=True):
    """Yes or no."""


class Counts(msgspec.Struct, frozen=True):
    """A number for each of these words; a word may be left out."""

    words: tuple[str, ...]
    each: Whole


class Row(msgspec.Struct, frozen=True):
    """Several values one after the other, at most so many."""

    each: Kind
    most: int | None


class Group(msgspec.Struct, frozen=True):
    """Fields that are filled in together or not at all."""

    fields: tuple[Field, ...]


Kind: TypeAlias = Whole | Choice | YesNo | Counts | Row | Group


class Field(msgspec.Struct, frozen=True):
    """A field of a form.

    kinds: every way in which it may be filled in, the one that people will mostly want first.
    required: it may not be left empty. default: what it means when it is, None where nothing is said.
    """

    name: str
    kinds: tuple[Kind, ...]
    required: bool
    default: Any = None


def fields_of(asked: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The fields of a struct type in their order. Raises TypeError for a type that no form can show."""
    hints = get_type_hints(asked, include_extras=True)
    return tuple(_field(each, hints[each.name]) for each in msgspec.structs.fields(asked))


def _field(info: msgspec.structs.FieldInfo, hint: Any) -> Field:
    default = info.default
    if default is NODEFAULT and info.default_factory is not NODEFAULT:
        default = info.default_factory()
    return Field(
        info.encode_name, tuple(_kinds(hint)), info.required, None if default is NODEFAULT else default
    )


def _kinds(hint: Any) -> list[Kind]:
    """The ways of filling in a type, None among its alternatives passed over."""
    if get_origin(hint) in {Union, UnionType}:
        return [kind for each in get_args(hint) if each is not NoneType for kind in _kinds(each)]
    if get_origin(hint) is Annotated:
        bare, *notes = get_args(hint)
        return [_kind(bare, [note for note in notes if isinstance(note, Meta)])]
    return [_kind(hint, [])]


def _kind(bare: Any, notes: list[Meta]) -> Kind:
    origin, inner = get_origin(bare), get_args(bare)
    if bare is bool:
        return YesNo()
    if bare is int:
        return Whole(_said(note.ge for note in notes), _said(note.le for note in notes))
    if origin is Literal:
        return Choice(inner)
    if origin in {dict, Mapping}:
        return _counts(*inner)
    if origin is tuple:
        return _row(inner[0], _said(note.max_length for note in notes))
    if isinstance(bare, type) and issubclass(bare, msgspec.Struct):
        return Group(fields_of(bare))
    raise TypeError(bare)


def _counts(words: Any, number: Any) -> Kind:
    (choice,), (each,) = _kinds(words), _kinds(number)
    if not (isinstance(choice, Choice) and isinstance(each, Whole)):
        raise TypeError(words)
    return Counts(choice.words, each)


def _row(each: Any, most: int | None) -> Kind:
    (kind,) = _kinds(each)
    if isinstance(kind, Choice) and most is not None and most <= len(kind.words):
        return Choice(kind.words, most)
    return Row(kind, most)


def _said(values: Any) -> int | None:
    return next((int(value) for value in values if value is not None), None)
