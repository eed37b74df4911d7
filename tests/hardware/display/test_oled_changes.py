from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.display.oled import PAGES, WHOLE, WIDTH, Rectangle, changes, pack
from hardware.display.simulated import unpack

BLANK = bytes(PAGES * WIDTH)


def lit(*pieces: Rectangle) -> bytes:
    """A memory in which these rectangles are full."""
    memory = bytearray(BLANK)
    for each in pieces:
        for page in range(each.top, each.bottom + 1):
            row = slice(page * WIDTH + each.left, page * WIDTH + each.right + 1)
            memory[row] = b"\xff" * (each.right + 1 - each.left)
    return bytes(memory)


def test_the_same_picture_needs_nothing() -> None:
    assert changes(BLANK, BLANK, cost=10, windowed=True) == []


def test_an_unknown_memory_is_sent_whole_in_windows_or_page_by_page() -> None:
    assert changes(None, BLANK, cost=10, windowed=True) == [WHOLE]
    assert changes(None, BLANK, cost=7, windowed=False) == [
        Rectangle(page, page, 0, 127) for page in range(8)
    ]


def test_a_letter_is_one_window_over_its_two_pages_or_two_pieces_without_windows() -> None:
    letter = Rectangle(2, 3, 31, 36)
    assert changes(BLANK, lit(letter), cost=10, windowed=True) == [letter]
    assert changes(BLANK, lit(letter), cost=7, windowed=False) == [
        Rectangle(2, 2, 31, 36),
        Rectangle(3, 3, 31, 36),
    ]


def test_a_hole_is_sent_along_where_a_piece_of_its_own_would_cost_more() -> None:
    one = Rectangle(0, 0, 0, 4)
    near, far = Rectangle(0, 0, 12, 12), Rectangle(0, 0, 13, 13)
    assert changes(BLANK, lit(one, near), cost=7, windowed=False) == [Rectangle(0, 0, 0, 12)]
    assert changes(BLANK, lit(one, far), cost=7, windowed=False) == [one, far]


def test_pages_are_joined_only_where_that_is_cheaper() -> None:
    wide, narrow = Rectangle(0, 0, 0, 60), Rectangle(1, 1, 0, 3)
    assert changes(BLANK, lit(wide, narrow), cost=10, windowed=True) == [wide, narrow]
    assert changes(BLANK, lit(wide, Rectangle(1, 1, 0, 55)), cost=10, windowed=True) == [
        Rectangle(0, 1, 0, 60)
    ]


def test_dots_all_over_are_sent_as_one_picture() -> None:
    dots = bytes(0xFF if at % 12 == 0 else 0 for at in range(1024))
    pieces = changes(BLANK, dots, cost=40, windowed=True)
    assert sum(piece.size + 40 for piece in pieces) <= 1024 + 40


@given(st.binary(min_size=1024, max_size=1024))
@settings(max_examples=20)
def test_a_picture_packed_and_unpacked_is_the_same(memory: bytes) -> None:
    assert pack(unpack(memory)) == memory


@given(
    st.binary(min_size=1024, max_size=1024),
    st.lists(st.tuples(st.integers(0, 1023), st.integers(0, 255)), max_size=80),
    st.integers(0, 40),
    st.booleans(),
)
@settings(max_examples=50)
def test_what_is_sent_over_the_old_picture_makes_the_new_one(
    before: bytes, edits: list[tuple[int, int]], cost: int, windowed: bool
) -> None:
    after = bytearray(before)
    for at, byte in edits:
        after[at] = byte
    memory = bytearray(before)
    pieces = changes(before, bytes(after), cost=cost, windowed=windowed)
    for piece in pieces:
        sent = piece.of(bytes(after))
        assert len(sent) == piece.size
        width = piece.right - piece.left + 1
        for page in range(piece.top, piece.bottom + 1):
            start = (page - piece.top) * width
            memory[page * WIDTH + piece.left : page * WIDTH + piece.right + 1] = sent[start : start + width]
        assert windowed or piece.top == piece.bottom
    assert memory == after
    assert sum(piece.size + cost for piece in pieces) <= 1024 + cost * (1 if windowed else 8)
