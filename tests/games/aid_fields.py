"""What an aid's forms ask for, by the codes under which people read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games import Game
from web.pages.aids import Field, fields_of


def field_codes(game: Game, name: str, called: Mapping[str, str]) -> Iterator[str]:
    """Every field's code, and those of the words among which it lets one choose.

    called: what a field's words are called where not by its own name.
    """
    for field in _every(fields_of(game.aids[name].query)):
        yield f"aid.{name}.{field.name}"
        for word in field.choices:
            yield f"{called.get(field.name, field.name)}.{word}"


def _every(fields: tuple[Field, ...]) -> Iterator[Field]:
    for field in fields:
        yield field
        yield from _every(field.inside)
