"""The owner's file changed: what was asked for, and not a letter more."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.setup.toml_text import CannotEdit, Key, edited
from tests.tree import ROOT

TEMPLATE = (ROOT / "docs" / "companion.toml").read_text(encoding="utf-8")
EXAMPLES = TEMPLATE.splitlines()


def test_a_value_is_changed_and_its_comment_keeps_its_column() -> None:
    own = 'driver = "ssd1306"      # the small one\n'
    assert edited(f"[oled]\n{own}", {("oled", "driver"): '"sh1106"'}) == (
        '[oled]\ndriver = "sh1106"       # the small one\n'
    )
    assert edited("[oled]\nbus = 1 # one\n", {("oled", "bus"): "1000"}) == "[oled]\nbus = 1000 # one\n"


def test_only_the_lines_of_the_changes_differ() -> None:
    changes: dict[Key, str | None] = {("oled", "address"): "0x3D", ("rfid", "port"): '"/dev/ttyUSB0"'}
    was, now = TEMPLATE.splitlines(), edited(TEMPLATE, changes).splitlines()
    assert [line for line in now if line not in was] == [
        "address = 0x3D          # 0x3C or, on some displays, 0x3D",
        next(line for line in now if line.startswith('port = "/dev/ttyUSB0"')),
    ]


def test_the_same_key_of_another_table_is_left_alone() -> None:
    words = '[oled]\ndriver = "none"\n[rfid]\ndriver = "none"\n'
    assert (
        edited(words, {("rfid", "driver"): '"pn532"'})
        == '[oled]\ndriver = "none"\n[rfid]\ndriver = "pn532"\n'
    )


def test_a_line_that_shows_how_a_key_is_written_becomes_the_key() -> None:
    now = edited(TEMPLATE, {("buttons", "colours", "green"): "6"}, EXAMPLES)
    assert "\n# yellow = 6\ngreen = 6\n# blue = 19\n" in now


def test_a_comment_of_the_owner_s_that_looks_like_a_key_stays() -> None:
    words = "[buttons.colours]\n# green = 4  # the old box\n"
    assert edited(words, {("buttons", "colours", "green"): "6"}, EXAMPLES) == (
        "[buttons.colours]\ngreen = 6\n# green = 4  # the old box\n"
    )


def test_a_key_that_is_taken_out_is_commented_out() -> None:
    words = "[buttons.colours]\nred = 5 # mine\nblue = 6\n"
    assert edited(words, {("buttons", "colours", "red"): None}) == (
        "[buttons.colours]\n# red = 5 # mine\nblue = 6\n"
    )
    assert edited(words, {("buttons", "colours", "green"): None}) == words


def test_a_missing_key_goes_behind_the_last_one_of_its_table() -> None:
    words = "[oled]\nbus = 1\n\n# about the reader\n[rfid]\n"
    now = edited(words, {("oled", "address"): "0x3D", ("rfid", "port"): '"x"'})
    assert now == '[oled]\nbus = 1\naddress = 0x3D\n\n# about the reader\n[rfid]\nport = "x"\n'


def test_a_missing_table_goes_to_the_end() -> None:
    assert edited("[web]\nport = 1", {("rfid", "port"): '"x"'}) == '[web]\nport = 1\n\n[rfid]\nport = "x"\n'
    assert edited("", {("buttons", "colours", "red"): "5"}) == "[buttons.colours]\nred = 5\n"


def test_keys_may_be_dotted_and_quoted() -> None:
    words = 'oled.driver = "none"\n[buttons]\ncolours."red" = 5\n'
    now = edited(
        words, {("oled", "driver"): '"sh1106"', ("oled", "bus"): "0", ("buttons", "colours", "red"): "6"}
    )
    assert now == 'oled.driver = "sh1106"\noled.bus = 0\n[buttons]\ncolours."red" = 6\n'
    assert edited(now, {("buttons", "colours", "red"): None}).endswith('[buttons]\n# colours."red" = 6\n')


def test_the_ends_of_lines_stay_what_they_are() -> None:
    words = "[oled]\r\nbus = 1 # one\r\nrotate = 0\r\n"
    now = edited(
        words, {("oled", "bus"): "2", ("oled", "rotate"): "180", ("oled", "address"): "60", ("a", "b"): "1"}
    )
    assert now == ("[oled]\r\nbus = 2 # one\r\nrotate = 180\r\naddress = 60\r\n\r\n[a]\r\nb = 1\r\n")


@pytest.mark.parametrize(
    "words",
    [
        'oled = { driver = "none" }\n',
        '[oled]\ndriver = """none"""\n',
        'note = """\n[oled]\ndriver = "none"\n"""\n',
        "[oled]\ndriver = 'none' = 3\n",
        "oled = 3\n",
        "oled = [\n1]\n",
    ],
)
def test_what_cannot_be_changed_safely_is_not_changed(words: str) -> None:
    with pytest.raises(CannotEdit):
        edited(words, {("oled", "driver"): '"sh1106"'})


SIMPLE = st.one_of(st.integers(0, 300), st.booleans(), st.text("ab/# \"'=[]é", max_size=6))
NAMES = st.sampled_from(["driver", "port", "bus", "red", "blue"])
TABLES = st.sampled_from([("oled",), ("rfid",), ("buttons",), ("buttons", "colours")])
COMMENTS = st.text("ab =\"'#[]5", max_size=12).map(lambda words: f"#{words}")


def written(value: Any) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value).lower()


@st.composite
def files(draw: st.DrawFn) -> str:
    """A file that somebody has written by hand."""
    lines = [draw(COMMENTS)]
    for table in draw(st.permutations([("oled",), ("rfid",), ("buttons",), ("buttons", "colours")])):
        names = draw(st.lists(NAMES, unique=True, max_size=4))
        if draw(st.booleans()) or names:
            lines += ["", f"[{'.'.join(table)}]{draw(st.sampled_from(['', '  # [here]']))}"]
        for name in names:
            space = draw(st.sampled_from(["", " ", "   "]))
            comment = draw(st.one_of(st.just(""), COMMENTS))
            lines.append(f"{space}{name}{space}= {written(draw(SIMPLE))}{space}{comment}")
            lines += draw(st.lists(COMMENTS, max_size=1))
    return "\n".join(lines) + draw(st.sampled_from(["", "\n"]))


@given(
    files(),
    st.dictionaries(
        st.tuples(TABLES, NAMES).map(lambda key: (*key[0], key[1])), st.one_of(st.none(), SIMPLE)
    ),
)
def test_any_file_then_says_the_changes_and_what_it_said_and_keeps_every_comment(
    words: str, wanted: dict[Key, Any]
) -> None:
    changes = {key: None if value is None else written(value) for key, value in wanted.items()}
    now = edited(words, changes)
    assert flat(tomllib.loads(now)) == {
        key: value for key, value in {**flat(tomllib.loads(words)), **wanted}.items() if value is not None
    }
    kept = iter(now.splitlines())
    assert all(
        any(comment in line for line in kept) for comment in re.findall(r"^#.*$", words, re.MULTILINE)
    ), "every line of comment is still there, in its order"


def flat(table: dict[str, Any], above: Key = ()) -> dict[Key, Any]:
    found: dict[Key, Any] = {}
    for name, value in table.items():
        key = (*above, name)
        found |= flat(value, key) if isinstance(value, dict) else {key: value}
    return found
