"""A rendered picture shows what is there: the nearer hides the farther, and every edge has its line."""

from __future__ import annotations

from PIL import Image

from docs.case.mesh import Mesh
from docs.case.picture import PAPER, Camera, Colour, draw
from tests.docs.solids import block

SIZE = 120, 120
ABOVE = Camera(eye=(5.0, 4.99, 100.0), target=(5.0, 5.0, 0.0), zoom=400.0)
RED: Colour = (200, 0, 0)
BLUE: Colour = (0, 0, 200)


def seen(*parts: tuple[Mesh, Colour], camera: Camera = ABOVE) -> Image.Image:
    return draw(parts, camera, SIZE)


def at(picture: Image.Image, x: int, y: int) -> Colour:
    pixel = picture.convert("RGB").getpixel((x, y))
    assert isinstance(pixel, tuple)
    red, green, blue = pixel
    return red, green, blue


def test_a_block_is_seen_in_its_colour_and_paper_around_it() -> None:
    picture = seen((block(), RED))
    red, green, blue = at(picture, 60, 60)
    assert red > 100
    assert green == blue == 0
    assert at(picture, 3, 3) == PAPER


def test_the_nearer_hides_the_farther_in_whatever_order_they_are_drawn() -> None:
    low, high = (block(), RED), (block((0.0, 0.0, 20.0)), BLUE)
    for parts in ((low, high), (high, low)):
        assert at(seen(*parts), 60, 60)[2] > 100


def test_what_lies_in_the_light_is_brighter() -> None:
    side = Camera(eye=(5.0, -100.0, 5.0), target=(5.0, 5.0, 5.0), zoom=400.0)
    assert at(seen((block(), RED), camera=side), 60, 60)[0] < at(seen((block(), RED)), 60, 60)[0]


def line_in_the_middle(picture: Image.Image) -> bool:
    """Whether the middle is darker than what is a little above and below it."""
    column = [at(picture, 60, y)[0] for y in range(50, 71)]
    return min(column) + 20 < min(column[0], column[-1])


def test_the_edge_between_two_sides_has_a_line_and_the_seam_within_a_side_has_none() -> None:
    aslant = Camera(eye=(5.0, -70.0, 80.0), target=(5.0, 0.0, 10.0), zoom=900.0)
    assert line_in_the_middle(seen((block(), RED), camera=aslant))
    assert not line_in_the_middle(seen((block(), RED)))


def test_a_step_between_two_level_sides_has_a_line_and_a_seam_has_none() -> None:
    back = (block((0.0, 5.0, 0.0), (10.0, 5.0, 10.0)), RED)
    assert line_in_the_middle(seen((block(size=(10.0, 5.0, 9.0)), RED), back))
    assert not line_in_the_middle(seen((block(size=(10.0, 5.0, 10.0)), RED), back))


def test_a_block_that_is_out_of_the_picture_does_no_harm() -> None:
    assert at(seen((block((200.0, 0.0, 0.0)), RED)), 60, 60) == PAPER
