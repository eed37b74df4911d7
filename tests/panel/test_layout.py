"""Screens in rows: nothing is cut, nothing is lost, four rows are never five."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.picture import Picture
from companion.games.picture import words as words_of
from companion.games.screen import COLUMNS, ROWS, Screen
from companion.language.letters import fold
from companion.language.messages import CatalogueFolders, Language, Messages
from companion.language.picture import Band, Shape, Words
from companion.language.text import Text, text
from companion.panel.layout import LARGE_COLUMNS, QR_COLUMNS, lay_out, wrap
from companion.parts import Frame

PLAIN = Language("xx", ())
"""A language in which a text is said by its code."""

LETTERS = st.characters(exclude_categories=("Cs", "Cc", "Z"), exclude_characters="{}", max_codepoint=0x24FF)
WORDS = st.text(LETTERS, min_size=1, max_size=12).filter(lambda word: fold(word).strip() != "")
SENTENCES = st.lists(WORDS, min_size=1, max_size=25).map(" ".join)


def leaves(
    title: str, *lines: str, hint: str | None = None, large: bool = False, qr: str | None = None
) -> tuple[Frame, ...]:
    screen = Screen(text(title), tuple(map(text, lines)), text(hint) if hint else None, large, qr)
    return lay_out(screen, PLAIN)


def words(*texts: str) -> list[str]:
    return [word for each in texts for word in fold(each).split()]


@given(SENTENCES, st.sampled_from([QR_COLUMNS, COLUMNS]))
def test_wrapping_keeps_every_letter_and_breaks_between_words(sentence: str, columns: int) -> None:
    folded = fold(sentence)
    rows = wrap(folded, columns)
    assert all(0 < len(row) <= columns for row in rows)
    assert "".join(rows).replace(" ", "") == folded.replace(" ", "")
    if all(len(word) <= columns for word in folded.split()):
        assert [word for row in rows for word in row.split()] == folded.split()


@given(SENTENCES, st.lists(SENTENCES, max_size=5), st.none() | SENTENCES)
@settings(max_examples=30)
def test_every_word_of_a_screen_is_on_one_of_its_leaves(
    title: str, lines: list[str], hint: str | None
) -> None:
    frames = leaves(title, *lines, hint=hint)
    for frame in frames:
        assert 1 + len(frame.lines) + bool(frame.hint) <= ROWS
        assert all(len(row) <= COLUMNS for row in (frame.title, *frame.lines, frame.hint))
    shown = [
        word for frame in frames for row in (frame.title, *frame.lines, frame.hint) for word in row.split()
    ]
    for word in {word for word in words(title, *lines, hint or "") if len(word) <= COLUMNS}:
        assert shown.count(word) >= words(title, *lines, hint or "").count(word)


def test_a_line_is_not_torn_over_two_leaves() -> None:
    first, second = leaves("Title", "one", "two two two two two two two two", "three three three three three")
    assert first.lines == ("one", "two two two two two", "two two two")
    assert second.lines == ("three three three", "three three")


def test_leaves_are_numbered_in_the_title_and_a_question_still_ends_in_its_mark() -> None:
    lines = ("one", "two", "three", "four")
    assert [frame.title for frame in leaves("Title", *lines)] == ["Title 1/2", "Title 2/2"]
    assert [frame.title for frame in leaves("Undo?", *lines)] == ["1/2 Undo?", "2/2 Undo?"]


def test_a_number_that_has_no_room_in_the_title_is_left_out() -> None:
    full = "x" * COLUMNS
    assert {frame.title for frame in leaves(full, "1", "2", "3", "4")} == {full}


def test_the_hint_is_on_every_leaf() -> None:
    assert {frame.hint for frame in leaves("Title", "one", "two", "three", hint="Press")} == {"Press"}


def test_beside_a_code_rows_have_ten_letters_and_an_address_breaks_at_its_signs() -> None:
    (frame,) = leaves("Code 4821", "192.168.178.123:8080", qr="http://192.168.178.123:8080/J/4821")
    assert frame.lines == ("192.168.", "178.123:", "8080")
    assert frame.qr == "http://192.168.178.123:8080/J/4821"


@pytest.mark.parametrize(
    ("address", "rows"),
    [
        ("10.0.0.7:80", ("10.0.0.7:", "80")),
        ("255.255.255.255:65535", ("255.255.", "255.255:", "65535")),
        ("[fd00::1]:8080", ("[fd00::1]:", "8080")),
    ],
)
def test_no_number_of_an_address_is_ever_torn(address: str, rows: tuple[str, ...]) -> None:
    assert tuple(wrap(address, QR_COLUMNS)) == rows


def test_the_sign_that_a_path_or_one_of_its_names_begins_with_is_not_left_behind() -> None:
    assert wrap("in /home/pi/.local/share/x", 12) == ["in /home/pi/", ".local/", "share/x"]
    assert wrap("collega /dev/serial/by-id/usb-1a86", 21) == ["collega /dev/serial/", "by-id/usb-1a86"]


def test_a_large_title_takes_two_rows_of_the_four() -> None:
    frame, *_ = leaves("GOLD", "one", "two", "three", hint="hint", large=True)
    assert frame.large
    assert (frame.title, frame.lines, frame.hint) == ("GOLD", ("one",), "hint")


def test_a_title_too_long_to_be_large_is_written_small() -> None:
    (frame,) = leaves("x" * (LARGE_COLUMNS + 1), large=True)
    assert not frame.large


def test_letters_that_the_font_lacks_are_folded_before_they_are_counted() -> None:
    (frame,) = leaves("Straẞe")
    assert frame.title == "StraSSe"


def test_a_title_of_several_rows_goes_on_in_the_next_row() -> None:
    (frame,) = leaves("A title that is longer than a row", "line")
    assert (frame.title, *frame.lines) == ("A title that is", "longer than a row", "line")


@given(st.recursive(st.just(text("x")), lambda inner: st.builds(lambda a: Text("y {a}", {"a": a}), inner)))
def test_texts_within_texts_are_laid_out_like_any_other(nested: Text) -> None:
    (frame,) = lay_out(Screen(nested), PLAIN)
    assert frame.title.replace("y", "").strip() == "x"


def test_short_display_texts_are_used_within_other_texts_too(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    said = {
        "step": "A long sentence",
        "display.step": "Short",
        "to": "{step} in {each}",
        "list.last": "{0}, {1}",
    }
    entries = (f'msgid "{code}"\nmsgstr "{words}"\n' for code, words in said.items())
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    (tmp_path / "en" / "all.po").write_text("\n".join((header, *entries)))
    language = Messages(CatalogueFolders((tmp_path,))).language("en")
    step = text("step")
    (frame,) = lay_out(Screen(step, (text("to", step=step, each=(step, 3)),)), language)
    assert (frame.title, *frame.lines) == ("Short", "Short in Short, 3")
    assert language.say(step) == "A long sentence"


def test_a_picture_comes_before_the_words_and_hands_them_on_in_every_length(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    said = {"who": "Somebody with a name", "display.who": "Somebody", "title": "Title", "hint": "Advance: go"}
    entries = (f'msgid "{code}"\nmsgstr "{words}"\n' for code, words in said.items())
    (tmp_path / "en" / "all.po").write_text("\n".join((header, *entries)))
    language = Messages(CatalogueFolders((tmp_path,))).language("en")
    picture = Picture((Band((Shape("red"), words_of(text("who"))), (words_of(text("title")),), "middle"),))
    shown, *leaves = lay_out(Screen(text("title"), (text("who"),), text("hint"), picture=picture), language)
    (band,) = shown.picture.bands if shown.picture else ()
    assert band.left == (Shape("red"), Words(("Somebody with a name", "Somebody")))
    assert band.right == (Words(("Title",)),)
    assert leaves == list(lay_out(Screen(text("title"), (text("who"),), text("hint")), language))
    assert (shown.title, shown.lines, shown.hint) == ("Title", ("Somebody",), "Advance: go")
