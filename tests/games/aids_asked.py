"""What an aid asks for, by the codes under which people read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.fields import Choice, Counts, Field, Group, Row, fields_of
from companion.games import Game


def asked_codes(game: Game, name: str, called: Mapping[str, str]) -> Iterator[str]:
    """Every field's code, and those of the words among which it lets one choose.

    called: what a field's words are called where not by its own name.
    """
    for field in _every(fields_of(game.aids[name].asks)):
        yield f"aid.{name}.{field.name}"
        for kind in field.kinds:
            inner = kind.each if isinstance(kind, Row) else kind
            for word in inner.words if isinstance(inner, Choice | Counts) else ():
                yield f"{called.get(field.name, field.name)}.{word}"


def _every(fields: tuple[Field, ...]) -> Iterator[Field]:
    for field in fields:
        yield field
        for kind in field.kinds:
            yield from _every(kind.fields) if isinstance(kind, Group) else ()
