"""Forms from types: every kind of field, and every aid of every game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from companion.fields import Choice, Counts, Field, Group, Row, Whole, YesNo, fields_of
from companion.games.registry import registered
from tests.toy import Toy

Size = Literal["small", "large"]
Few = Annotated[int, Meta(ge=0, le=9)]


class Cart(msgspec.Struct):
    size: Size
    wheels: Few = 4


class Asked(msgspec.Struct):
    number: Few
    size: Size | None = None
    sure: bool = True
    sizes: Annotated[tuple[Size, ...], Meta(max_length=2)] = ()
    amounts: dict[Size, Few] = {}
    legs: Few | Annotated[tuple[Few, ...], Meta(max_length=20)] = 0
    way: tuple[Size, ...] | None = None
    cart: Cart | None = None
    whole: int = msgspec.field(default=1, name="open")


def test_a_form_has_the_ranges_choices_and_defaults_of_its_type() -> None:
    size, few = Choice(("small", "large")), Whole(0, 9)
    assert fields_of(Asked) == (
        Field("number", (few,), required=True),
        Field("size", (size,), required=False),
        Field("sure", (YesNo(),), required=False, default=True),
        Field("sizes", (Choice(("small", "large"), 2),), required=False, default=()),
        Field("amounts", (Counts(("small", "large"), few),), required=False, default={}),
        Field("legs", (few, Row(few, 20)), required=False, default=0),
        Field("way", (Row(size, None),), required=False),
        Field(
            "cart",
            (
                Group(
                    (
                        Field("size", (size,), required=True),
                        Field("wheels", (few,), required=False, default=4),
                    )
                ),
            ),
            required=False,
        ),
        Field("open", (Whole(None, None),), required=False, default=1),
    )


def test_a_type_that_no_form_can_show_is_refused() -> None:
    class Strange(msgspec.Struct):
        text: bytes

    class Uncounted(msgspec.Struct):
        counts: dict[str, int]

    for strange in (Strange, Uncounted):
        with pytest.raises(TypeError):
            fields_of(strange)


@pytest.mark.parametrize("game", [*registered().values(), Toy()], ids=lambda game: game.system)
def test_every_aid_of_every_game_can_be_asked_by_a_form(game: Toy) -> None:
    for name, aid in game.aids.items():
        fields = fields_of(aid.asks)
        assert [each.name for each in fields] == list(aid.asks.__struct_encode_fields__), name
        assert all(each.kinds for each in fields), name
