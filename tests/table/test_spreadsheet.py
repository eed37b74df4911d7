"""The CSV files open in every spreadsheet, with any names, and hold no formula."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.results import PlayerResult, Result
from companion.table.spreadsheet import BOM, scores, turns
from tests.table.ended import ended, heads, recorded, words


def read(table: bytes, between: str = ",") -> list[dict[str, str]]:
    """The table as a program reads it that knows nothing of ours."""
    assert table.startswith(BOM)
    text = table.decode("utf-8-sig")
    assert text.count("\r\n") == text.count("\n")
    return list(csv.DictReader(text.splitlines(), delimiter=between, strict=True))


def test_the_scores_are_read_back_as_they_were(tmp_path: Path) -> None:
    given = recorded("whole-rulebook", tmp_path)
    lines = read(scores(given, words(given, "Roads & Boats"), heads()))
    assert [(each["rank"], each["player"], each["points"], each["won"]) for each in lines] == [
        ("1", "Gianni", "597", "yes"),
        ("2", "Björn", "597", "no"),
        ("3", "Ylva", "215", "no"),
        ("4", "Rosa", "214", "no"),
    ]
    assert (lines[0]["wonder"], lines[0]["gold"], lines[0]["coins"], lines[0]["stock"]) == (
        "37",
        "40",
        "1",
        "1",
    )
    assert {each["id"] for each in lines} == {given.id}
    assert {each["title"] for each in lines} == {"Roads & Boats"}


def test_turns_are_read_back_with_every_player_in_his_seat(tmp_path: Path) -> None:
    given = recorded("strada-four-players", tmp_path)
    lines = read(turns(given, words(given), heads(";")), ";")
    assert len(lines) == 8 * 4
    assert [(each["turn"], each["player"], each["points"]) for each in lines[:4]] == [
        ("1", "Ylva", "8"),
        ("1", "Bruno", "4"),
        ("1", "Rosa", "5"),
        ("1", "Greta", "4"),
    ]
    assert lines[-3]["points"] == "25"
    assert {each["turn"] for each in lines} == {str(each) for each in range(1, 9)}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "\n=1", "\uff1d1+1"])
def test_a_name_that_would_be_worked_out_stays_a_name(name: str) -> None:
    given = ended({"red": name})
    for made in (scores, turns):
        text = made(given, words(given), heads()).decode("utf-8-sig")
        (line,) = list(csv.DictReader(text.splitlines(keepends=True)))
        assert line["player"] == f"'{name}"


@pytest.mark.parametrize("name", ['An"na', "An,na", "An;na", "Zoë", "\U0001f3b2", "\ud83c", "O'Neil"])
def test_any_other_name_stays_as_it_was_typed(name: str) -> None:
    given = ended({"red": name})
    for between in (",", ";"):
        (line,) = read(scores(given, words(given), heads(between)), between)
        assert line["player"] == name.encode("utf-8", "replace").decode()


def test_what_is_not_decided_yet_stays_empty() -> None:
    given = ended({"red": "Anna"})
    place = PlayerResult("red", 3)
    unsure = replace(given, result=Result((place,)))
    (line,) = read(scores(unsure, words(unsure), heads()))
    assert (line["rank"], line["won"], line["first"], line["points"]) == ("", "no", "no", "3")
