"""Pictures: each as it was kept, none cut or overlapping in any state of a table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from PIL import ImageChops

from companion.games import Game
from companion.games.la_strada.game import GAME as STRADA
from companion.games.roads_and_boats.game import GAME as ROADS
from companion.games.roads_and_boats.options import Options
from companion.games.screen import Screen
from companion.language.picture import Band, Cell, Cells, DotGroup, Dots, Figure, Row, Words
from companion.language.signs import FOLDER as FOLDER_OF_SIGNS
from companion.panel.layout import lay_out
from companion.parts import Frame
from hardware.display.bands import HEIGHTS, PICTURE_HEIGHT, PICTURE_WIDTH, band_tops, placements
from hardware.display.drawing import OFFSETS, draw
from hardware.display.ink import letters, number, sign
from hardware.display.marks import cell_rows, draw_cells, draw_dots, draw_row
from tests.fakes.box import MESSAGES
from tests.fakes.scenes import home, la_strada, mines, roads_and_boats, table
from tests.games.la_strada.states import states as journeys
from tests.games.roads_and_boats.states import states
from tests.hardware.display.references import FOLDER, pictures

SHAPES = ("red", "yellow", "green", "blue", "purple", "black", "grey")
REFERENCES = dict(pictures())
SCENES = [
    *((ROADS.system, name, screen) for name, screen in roads_and_boats().items()),
    *((STRADA.system, name, screen) for name, screen in la_strada().items()),
]


def test_no_picture_is_kept_of_what_is_no_moment_any_more() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(REFERENCES)


def whole(frame: Frame, *, last: bool = False) -> None:
    """Everything stands in its band, beside what else stands there; bands and hint leave each other room.

    last: it says how a game ended, and is the home page: Advance does nothing there, and no hint says so.
    """
    assert frame.picture is not None
    bands: list[Band[str]] = list(frame.picture.bands)
    hint = () if last and not frame.hint else (HEIGHTS["small"],)
    assert sum(HEIGHTS[band.height] for band in bands) + sum(hint) <= PICTURE_HEIGHT, "no room for the hint"
    assert letters(frame.hint, 12).width <= PICTURE_WIDTH
    heights = (*(HEIGHTS[band.height] for band in bands), *hint)
    bottom = 0
    for top, height in zip(band_tops(heights), heights, strict=True):
        assert top >= bottom
        bottom = top + height
    assert bottom <= PICTURE_HEIGHT
    for band in bands:
        right = 0
        for spot in placements(band):
            assert spot.x >= right, band
            assert spot.y >= 0, band
            assert spot.y + spot.ink.height <= HEIGHTS[band.height], band
            right = spot.x + spot.ink.width + 1
        assert right - 1 <= PICTURE_WIDTH, band


def pictured(game: Game, state: Any) -> None:
    """Every page, every bag, and what the game asks."""
    question = game.question(game.view(state))
    choices = () if question is None else question.choices
    home, *others = [page.screen for page in game.pages(game.view(state))]
    screens = [
        *others,
        *(choice.screen for choice in choices),
        *(game.bag_screen(game.view(state), bag) for bag in game.view(state).bags[:3]),
    ]
    there = [screen for screen in screens if screen.picture is not None]
    assert there
    language = MESSAGES.language("it", game.system)
    for screen in there:
        whole(lay_out(screen, language)[0])
    if home.picture is not None:
        whole(lay_out(home, language)[0], last=game.view(state).over)


@pytest.mark.parametrize(("system", "name", "screen"), SCENES, ids=[name for _, name, _ in SCENES])
def test_a_moment_is_drawn_as_it_was_kept_and_nothing_is_cut_nor_overlaps(
    system: str, name: str, screen: Screen
) -> None:
    """If it changed on purpose: `python -m tests.hardware.display.references`, and look at each."""
    assert REFERENCES[name] == (FOLDER / f"{name}.txt").read_text(encoding="ascii")
    whole(lay_out(screen, MESSAGES.language("it", system))[0], last="-end" in name)


@given(states())
@settings(max_examples=10)
def test_in_any_state_of_a_table_its_pictures_are_whole(state: Any) -> None:
    pictured(ROADS, state)


@given(journeys())
@settings(max_examples=10)
def test_in_any_state_of_a_journey_its_pictures_are_whole(state: Any) -> None:
    pictured(STRADA, state)


@pytest.mark.parametrize("ore", ["gold", "iron"])
@pytest.mark.parametrize("most", [18, 21])
def test_an_ore_stands_nearer_to_its_own_number_than_to_the_next(ore: str, most: int) -> None:
    cells = Cells(tuple(Cell(number, "done", ore) for number in range(1, most + 1)))
    lit = "".join("#" if row else "." for row in draw_cells(cells, PICTURE_WIDTH, HEIGHTS["large"]).rows)
    own, between, below = (len(gap) for gap in lit.strip(".").replace("#", " ").split())
    assert max(own, below) < between


@pytest.mark.parametrize(
    ("drawn", "built"), [(0, 22), (7, 24), (0, 30), (2, 12), (20, 40), (33, 40), (0, 40)]
)
def test_every_bag_beside_the_figure_stands_on_ground_of_its_own_however_many_are_laid_out(
    drawn: int, built: int
) -> None:
    screen = home(table(phase="production", mines=mines(drawn, built), options=Options(mines=40)))
    picture = lay_out(screen, MESSAGES.language("it", ROADS.system))[0].picture
    assert picture is not None
    (cells,) = picture.bands[1].right
    assert isinstance(cells, Cells)
    *_, spot = placements(picture.bands[1])
    columns = -(-len(cells.cells) // cell_rows(len(cells.cells)))
    figures = number(40)
    assert (spot.ink.width + 1) // columns >= figures.width + 3, "lit at both sides, and dark between two"
    assert spot.ink.height // cell_rows(len(cells.cells)) >= figures.height + 2
    due = [cell.number for cell in cells.cells if cell.state == "due"]
    assert due == list(range(drawn + 1, drawn + 1 + len(due)))
    assert len(due) == built - drawn or cells.cells[-1].state == "more"


@pytest.mark.parametrize("shift", range(len(OFFSETS)))
@pytest.mark.parametrize("name", ["roads-wonder-full", "strada-home-full", "roads-ore-full"])
def test_a_picture_is_whole_wherever_it_is_moved(name: str, shift: int) -> None:
    system, screen = next((system, screen) for system, each, screen in SCENES if each == name)
    frame = lay_out(screen, MESSAGES.language("it", system))[0]
    usual, moved = draw(frame), draw(Frame("", hint=frame.hint, picture=frame.picture, shift=shift))
    (x, y), (to_x, to_y) = OFFSETS[0], OFFSETS[shift]
    assert sum(moved.histogram()[1:]) == sum(usual.histogram()[1:])
    assert ImageChops.offset(usual, to_x - x, to_y - y).tobytes() == moved.tobytes()


@pytest.mark.parametrize(
    "name", ["roads-production", "roads-wonder", "roads-wonder-full-acting", "strada-home"]
)
def test_the_important_figure_is_at_least_20_pixels_high(name: str) -> None:
    _, screen = next((system, screen) for system, each, screen in SCENES if each == name)
    assert screen.picture is not None
    system = ROADS.system if name.startswith("roads") else STRADA.system
    frame = lay_out(screen, MESSAGES.language("it", system))[0]
    assert frame.picture is not None
    band = next(each for each in frame.picture.bands if each.height != "small")
    figures = [
        spot.ink.height
        for mark, spot in zip((*band.left, *band.right), placements(band), strict=True)
        if isinstance(mark, Figure)
    ]
    assert figures
    assert min(figures) >= 20


def test_a_bags_counted_content_is_as_wide_as_its_ink() -> None:
    dots = Dots((DotGroup("gold", 99), DotGroup("iron", 99)))
    ink = draw_dots(dots, 80, HEIGHTS["small"])
    assert ink.width < 80
    (spot,) = placements(Band[str]((dots,), (), "small"))
    assert spot.ink.width < PICTURE_WIDTH
    assert {row >> (ink.width - 9) for row in ink.rows} - {0}, "its first dot stands at the left"


def test_a_player_after_his_turn_is_small_without_the_tick_of_a_ready_one() -> None:
    three = ("red", "green", "blue")
    high = HEIGHTS["middle"]
    done, ready = (
        draw_row(each, 80, high) for each in (Row(three, finished=("red",)), Row(three, ready=("red",)))
    )
    first = [row >> (done.width - 20) for row in done.rows if row >> (done.width - 20)]
    assert len(first) == len(sign("red", 9).rows)
    assert sum(row.bit_count() for row in ready.rows) > sum(row.bit_count() for row in done.rows)


def test_the_player_in_turn_stands_on_lit_ground() -> None:
    three = ("red", "green", "blue")
    ink = draw_row(Row(three, highlighted="red"), 80, HEIGHTS["middle"])
    shape = sign("red", 20)
    assert ink.rows[0] >> (ink.width - 24) == (1 << 24) - 1
    lit = sum((row >> (ink.width - 24)).bit_count() for row in ink.rows)
    assert lit == 24 * 24 - sum(row.bit_count() for row in shape.rows)


def test_words_get_smaller_letters_before_fewer_words() -> None:
    long, short = "Maximilianus", "Max"
    narrow = Band[str]((Words((long, short)),), (Words(("8" * 7,)),), "middle")
    (name, _) = placements(narrow)
    assert name.ink == letters(long, 12)
    tighter = Band[str]((Words((long, short)),), (Words(("8" * 14,)),), "middle")
    assert placements(tighter)[0].ink == letters(short, 12)
    (cut,) = placements(Band[str]((Words(("W" * 40,)),), (), "middle"))
    assert cut.ink == letters("W" * 40, 12), "where nothing helps"


def test_a_sign_reads_as_it_is_written_and_has_the_height_of_its_file() -> None:
    for path in FOLDER_OF_SIGNS.glob("*.txt"):
        name, _, size = path.stem.rpartition("-")
        ink = sign(name, int(size))
        assert ink.height == int(size), path
        drawn = "".join(f"{row:0{ink.width}b}\n" for row in ink.rows).replace("1", "#").replace("0", ".")
        assert drawn == path.read_text(encoding="ascii")


def test_every_colour_has_a_shape_of_its_own_in_every_size() -> None:
    for size in (9, 14, 20, 34):
        shapes = [sign(colour, size) for colour in SHAPES]
        assert len(set(shapes)) == len(SHAPES)
        assert {(shape.width, shape.height) for shape in shapes} == {(size, size)}
