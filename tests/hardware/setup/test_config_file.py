"""The configuration's file: what was asked for is changed, and not a letter more, whole or not at all."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.config import BoxConfig, ButtonsConfig, Config, OledConfig, RfidConfig, load
from companion.language.text import text
from hardware.setup import config_file
from hardware.setup.config_file import CannotEdit, Key, Unwritten, edited
from tests.tree import ROOT

TEMPLATE = config_file.template()

CHANGED = Config(
    box=BoxConfig(language="it"),
    oled=OledConfig(driver="sh1106", address=0x3D, rotate=180, dim_after=2.5),
    buttons=ButtonsConfig(advance="J8:7", colours={"red": 5, "blue": "GPIO6"}),
    rfid=RfidConfig(driver="pn532", port='/dev/serial/by-id/a "b"'),
)


def test_without_a_name_the_system_s_file_is_taken_where_there_is_one(tmp_path: Path) -> None:
    system, here = tmp_path / "etc" / "companion.toml", tmp_path / "companion.toml"
    assert config_file.chosen(None, system, here) == here
    system.parent.mkdir()
    assert config_file.chosen(None, system, here) == here, "no package has put it there"
    system.touch()
    assert config_file.chosen(None, system, here) == system
    assert config_file.chosen(Path("own.toml"), system, here) == Path("own.toml")


def unwritable(path: Path) -> str:
    """Why the file could not be written."""
    with pytest.raises(Unwritten) as told:
        config_file.check(path)
    why = str(told.value.said.params["why"])
    assert told.value.said == text("setup.unwritable", file=str(path), why=why)
    return why


def test_what_could_not_be_written_in_the_end_is_known_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "companion.toml"
    config_file.check(path)
    assert unwritable(tmp_path / "none" / "companion.toml") == "No such file or directory"
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert unwritable(path) == "Permission denied"


def test_who_forgets_sudo_is_told_and_given_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = tmp_path / "companion.toml"
    system.touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert config_file.chosen(None, system, tmp_path / "here") == system
    assert unwritable(system) == "Permission denied"


def test_a_folder_that_may_not_be_entered_is_said_and_no_crash(locked: Path) -> None:
    system = locked / "etc" / "companion.toml"
    assert config_file.chosen(None, system) == system
    assert unwritable(system) == "Permission denied"


def test_the_template_is_the_documentation_s_with_every_default() -> None:
    assert config_file.template() == (ROOT / "docs" / "companion.toml").read_text()


@pytest.mark.parametrize("before", [Config(), CHANGED])
@pytest.mark.parametrize("after", [Config(), CHANGED])
def test_what_is_written_is_read_again(tmp_path: Path, before: Config, after: Config) -> None:
    path = tmp_path / "companion.toml"
    assert config_file.write(path, config_file.changes(Config(), before)) is None
    assert config_file.write(path, config_file.changes(before, after)) == tmp_path / "companion.toml.old"
    assert load(path) == after
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(TEMPLATE.splitlines())


def test_only_the_keys_that_differ_are_changes() -> None:
    assert config_file.changes(CHANGED, CHANGED) == {}
    assert config_file.changes(Config(), CHANGED) == {
        ("box", "language"): '"it"',
        ("oled", "driver"): '"sh1106"',
        ("oled", "address"): "0x3D",
        ("oled", "rotate"): "180",
        ("oled", "dim_after"): "2.5",
        ("buttons", "advance"): '"J8:7"',
        ("buttons", "colours", "red"): "5",
        ("buttons", "colours", "blue"): '"GPIO6"',
        ("rfid", "driver"): '"pn532"',
        ("rfid", "port"): '"/dev/serial/by-id/a \\"b\\""',
    }
    fewer = replace(CHANGED, buttons=replace(CHANGED.buttons, colours={"red": 5}))
    assert config_file.changes(CHANGED, fewer) == {("buttons", "colours", "blue"): None}


def test_a_new_file_may_be_read_by_the_companion_s_own_user(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    assert config_file.keep(path, "è\n") is None
    assert path.read_bytes() == "è\n".encode()
    assert path.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.iterdir()) == [path]


def test_the_earlier_file_is_kept_with_its_rights(tmp_path: Path) -> None:
    path, old = tmp_path / "companion.toml", tmp_path / "companion.toml.old"
    for words in ("one", "two", "three"):
        path.write_text(words)
    path.chmod(0o640)
    assert config_file.keep(path, "four") == old
    assert config_file.keep(path, "five") == old
    assert (path.read_text(), old.read_text()) == ("five", "four")
    assert {each.stat().st_mode & 0o777 for each in (path, old)} == {0o640}


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "companion.toml"
    real.write_text("one")
    link.symlink_to(real)
    config_file.keep(link, "two")
    assert link.is_symlink()
    assert real.read_text() == "two"


@pytest.mark.parametrize("fails", ["fdopen", "fsync", "fchmod", "replace"])
@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_writing_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, fault: BaseException
) -> None:
    path = tmp_path / "companion.toml"
    path.write_text("one")

    def broken(*_: object) -> None:
        raise fault

    with monkeypatch.context() as context:
        context.setattr(Path if fails == "replace" else os, fails, broken)
        with pytest.raises(type(fault)):
            config_file.keep(path, "two")
    assert path.read_text() == "one"
    assert {each.name for each in tmp_path.iterdir()} <= {"companion.toml", "companion.toml.old"}


# the text


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
        next(line for line in now if line.startswith("address = 0x3D          # 0x3C or")),
        next(line for line in now if line.startswith('port = "/dev/ttyUSB0"')),
    ]


def test_the_same_key_of_another_table_is_left_alone() -> None:
    words = '[oled]\ndriver = "none"\n[rfid]\ndriver = "none"\n'
    assert (
        edited(words, {("rfid", "driver"): '"pn532"'})
        == '[oled]\ndriver = "none"\n[rfid]\ndriver = "pn532"\n'
    )


def test_a_line_that_shows_how_a_key_is_written_becomes_the_key() -> None:
    now = edited(TEMPLATE, {("buttons", "colours", "green"): "6"})
    assert "\n# yellow = 6\ngreen = 6\n# blue = 19\n" in now


def test_a_comment_of_the_owner_s_that_looks_like_a_key_stays() -> None:
    words = "[buttons.colours]\n# green = 4  # the old box\n"
    assert edited(words, {("buttons", "colours", "green"): "6"}) == (
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
        "[oled]\ndriver = 1\ndriver = 2\n",
        "[oled]\ndriver = 'none' = 3\n",
        "oled = 3\n",
        "oled = [\n1]\n",
    ],
)
def test_what_cannot_be_changed_safely_is_not_changed(words: str) -> None:
    with pytest.raises(CannotEdit):
        edited(words, {("oled", "driver"): '"sh1106"'})


def test_a_text_of_several_lines_is_one_value_whatever_it_looks_like() -> None:
    assert edited('[oled]\ndriver = """\nnone"""\n', {("oled", "driver"): '"sh1106"'}) == (
        '[oled]\ndriver = "sh1106"\n'
    )
    note = 'note = """\n[oled]\ndriver = "none"\n"""\n'
    assert edited(note, {("oled", "driver"): '"sh1106"'}) == f'{note}\n[oled]\ndriver = "sh1106"\n'
    with pytest.raises(CannotEdit):
        edited('[oled]\ndriver = """\nnone"""\n', {("oled", "driver"): None})


def test_an_example_that_the_owner_has_moved_into_another_table_is_none_there() -> None:
    words = "[buttons]\nadvance = 17\n# red = 5\n"
    assert edited(words, {("buttons", "colours", "red"): "5"}) == f"{words}\n[buttons.colours]\nred = 5\n"


def test_a_new_colour_goes_behind_those_that_are_only_shown() -> None:
    assert "\n# grey = 21\npink = 4\n\n[rfid]" in edited(TEMPLATE, {("buttons", "colours", "pink"): "4"})


def test_several_new_keys_stand_in_their_order_behind_those_that_are_only_shown() -> None:
    words = "[buttons.colours]\n# red = 5\n# yellow = 6\n"
    changes: dict[Key, str | None] = {("buttons", "colours", name): "4" for name in ("green", "blue")}
    assert edited(words, changes) == f"{words}green = 4\nblue = 4\n"


@pytest.mark.parametrize(
    "words",
    [
        "[[web]]\nhold = 1\n[oled]\nbus = 1\n[web.colours]\n",
        "[buttons ]\n[[buttons.colours]]\n",
    ],
)
def test_a_file_whose_lines_would_be_moved_is_not_changed(words: str) -> None:
    with pytest.raises(CannotEdit):
        edited(words, {("rfid", "driver"): '"pn532"'})


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
