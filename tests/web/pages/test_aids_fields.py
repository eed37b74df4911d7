"""What a form asks for, from the type of the question. No browser."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from web.pages.aids import Field, answered, fields_of

Size = Literal["small", "large"]
Few = Annotated[int, Meta(ge=1, le=9)]


class Cart(msgspec.Struct):
    size: Size
    wheels: Few = 4


class Asked(msgspec.Struct):
    number: Few
    size: Size | None = None
    sure: bool = True
    sizes: Annotated[tuple[Size, ...], Meta(max_length=2)] = ()
    amounts: dict[Size, Few] = {}
    legs: Few | Annotated[tuple[Few, ...], Meta(max_length=20)] = 2
    way: tuple[Size, ...] | None = None
    loads: tuple[Few, ...] = ()
    cart: Cart | None = None
    whole: int = msgspec.field(default=1, name="open")


def test_a_form_has_the_ranges_choices_and_defaults_of_its_type() -> None:
    words = ("small", "large")
    assert fields_of(Asked) == (
        Field("number", "number", required=True, default=None, least=1, most=9),
        Field("size", "choice", required=False, default=None, choices=words),
        Field("sure", "yes", required=False, default=True),
        Field("sizes", "many", required=False, default=(), choices=words),
        Field("amounts", "counts", required=False, default=None, least=1, most=9, choices=words),
        Field("legs", "number", required=False, default=2, least=1, most=9),
        Field("way", "row", required=False, default=None, choices=words),
        Field("loads", "numbers", required=False, default=()),
        Field(
            "cart",
            "part",
            required=False,
            default=None,
            inside=(
                Field("size", "choice", required=True, default=None, choices=words),
                Field("wheels", "number", required=False, default=4, least=1, most=9),
            ),
        ),
        Field("open", "number", required=False, default=1),
    )


class Strange(msgspec.Struct):
    text: bytes


class Uncounted(msgspec.Struct):
    counts: dict[str, int]


@pytest.mark.parametrize("strange", [Strange, Uncounted])
def test_a_type_that_no_form_can_show_is_refused(strange: type[msgspec.Struct]) -> None:
    with pytest.raises(TypeError, match=r"no form asks for (text|counts)"):
        fields_of(strange)


@pytest.mark.parametrize(
    ("fields", "question"),
    [
        ({"number": "3"}, {"number": 3}),
        ({"number": "three"}, {"number": "three"}),
        ({"number": "3", "was.number": "3"}, {}),
        ({"size": "small", "way.1": "large", "way.0": "small"}, {"size": "small", "way": ["small", "large"]}),
        ({"sure.given": "1", "sizes.given": "1"}, {"sure": False, "sizes": []}),
        ({"sizes.large": "1", "amounts.small": "2"}, {"sizes": ["large"], "amounts": {"small": 2}}),
        ({"amounts.small": "0", "loads": ""}, {}),
        ({"loads": "1, 2 x"}, {"loads": [1, 2, "x"]}),
        ({"cart.wheels": "3"}, {}),
        ({"cart.wheels": "3", "cart.size": "small"}, {"cart": {"wheels": 3, "size": "small"}}),
        ({"open": "5"}, {"open": 5}),
    ],
)
def test_the_fields_of_a_form_become_the_query(fields: dict[str, str], question: dict[str, object]) -> None:
    assert answered(fields_of(Asked), fields) == question
