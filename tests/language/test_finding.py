"""Texts found by the words people use."""

from __future__ import annotations

import sqlite3
import threading

import pytest

from companion.language.finding import Findable, Finder, Found, Habits
from companion.language.messages import Messages, catalogues

LANGUAGE = Messages(catalogues({})).language("en")
HABITS = Habits(LANGUAGE, {"cab": "taxi", "children": "child"})
TEXTS = (
    Findable("fare", "What a taxi costs", "A taxi costs 3 tickets in the café zone.", ("price of a taxi",)),
    Findable("child", "Children", "A child travels with one adult. Taxis wait.", more="On trams as well."),
    Findable("tram", "Trams", "The tram stops at the harbour, and costs 1 ticket.", ("how do I get home",)),
)
FINDER = Finder(TEXTS, HABITS)


def names(search: str) -> list[str]:
    return list(FINDER.find(search).names)


@pytest.mark.parametrize(
    ("search", "first"),
    [
        ("taxi", "fare"),
        ("TAXIS", "fare"),
        ("cab", "fare"),
        ("cabs", "fare"),
        ("tickets for the tram", "tram"),
        ("cafe", "fare"),
        ("children travelling", "child"),
        ("harbuor", "tram"),
        ("chidren", "child"),
        ("how do I get home", "tram"),
        ("what does a tram cost", "tram"),
        ("trav", "child"),
        ("ca", "fare"),
    ],
)
def test_the_best_answer_comes_first(search: str, first: str) -> None:
    assert names(search)[:1] == [first]


@pytest.mark.parametrize("search", ["", "   ", "xylophone", "\x00", '"', "NEAR(", "-"])
def test_what_nothing_speaks_of_finds_nothing_and_never_breaks(search: str) -> None:
    assert names(search) == []


@pytest.mark.parametrize("search", ['taxi"', "taxi*", "title:taxi", "taxi AND", "^taxi", "ta\x00xi taxi"])
def test_signs_of_the_search_engine_are_no_signs_here(search: str) -> None:
    assert "fare" in names(search)


def test_a_word_that_is_ended_is_not_the_beginning_of_another() -> None:
    assert names("harb") == ["tram"]
    assert FINDER.find("tra ").start == ""


def marked(found: Found, text: str) -> str:
    return "".join(f"[{piece}]" if met else piece for piece, met in found.pieces(text))


@pytest.mark.parametrize(
    ("search", "told"),
    [
        ("cab", "A [Taxi], two [taxis] <and> a café."),
        ("tax", "A [Taxi], two [taxis] <and> a café."),
        ("CAFE", "A Taxi, two taxis <and> a [café]."),
        ("cafes taxi", "A [Taxi], two [taxis] <and> a [café]."),
    ],
)
def test_the_words_that_were_meant_are_marked_as_they_are_written(search: str, told: str) -> None:
    assert marked(FINDER.find(search), "A Taxi, two taxis <and> a café.") == told


def test_texts_found_another_way_are_not_marked() -> None:
    found = FINDER.these(["tram"])
    assert found.names == ("tram",)
    assert marked(found, "A tram.") == "A tram."


def test_many_may_search_at_once() -> None:
    found: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda: found.extend(names("taxi cost") for _ in range(20))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 80
    assert {tuple(each) for each in found} == {tuple(names("taxi cost"))}


def test_the_engine_has_what_the_search_needs() -> None:
    with sqlite3.connect(":memory:") as base:
        base.execute("CREATE VIRTUAL TABLE t USING fts5(word, tokenize='trigram')")
    base.close()
