"""The search finds documents by people's own words."""

from __future__ import annotations

import sqlite3
import threading

import pytest

from companion.language.messages import Messages, catalogues
from companion.language.search import Document, SearchIndex, SearchLanguage, SearchResult

LANGUAGE = SearchLanguage(Messages(catalogues({})).language("en"), {"cab": "taxi", "children": "child"})
TEXTS = (
    Document("fare", "What a taxi costs", "A taxi costs 3 tickets in the café zone.", ("price of a taxi",)),
    Document("child", "Children", "A child travels with one adult. Taxis wait.", context="On trams as well."),
    Document("tram", "Trams", "The tram stops at the harbour, and costs 1 ticket.", ("how do I get home",)),
)
INDEX = SearchIndex(TEXTS, LANGUAGE)


def find(search: str) -> list[str]:
    return list(INDEX.find(search).names)


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
    assert find(search)[:1] == [first]


@pytest.mark.parametrize("search", ["", "   ", "xylophone", "\x00", '"', "NEAR(", "-"])
def test_words_that_no_document_has_find_nothing(search: str) -> None:
    assert find(search) == []


@pytest.mark.parametrize("search", ['taxi"', "taxi*", "title:taxi", "taxi AND", "^taxi", "ta\x00xi taxi"])
def test_operators_of_fts5_are_plain_text(search: str) -> None:
    assert "fare" in find(search)


def test_a_last_word_with_a_blank_behind_it_is_no_prefix() -> None:
    assert find("harb") == ["tram"]
    assert INDEX.find("tra ").prefix == ""


def highlight(found: SearchResult, text: str) -> str:
    return "".join(f"[{piece}]" if met else piece for piece, met in found.pieces(text))


@pytest.mark.parametrize(
    ("search", "highlighted"),
    [
        ("cab", "A [Taxi], two [taxis] <and> a café."),
        ("tax", "A [Taxi], two [taxis] <and> a café."),
        ("CAFE", "A Taxi, two taxis <and> a [café]."),
        ("cafes taxi", "A [Taxi], two [taxis] <and> a [café]."),
    ],
)
def test_matched_words_are_highlighted_as_they_are_written(search: str, highlighted: str) -> None:
    assert highlight(INDEX.find(search), "A Taxi, two taxis <and> a café.") == highlighted


def test_documents_found_another_way_have_no_highlights() -> None:
    found = INDEX.without_highlights(["tram"])
    assert found.names == ("tram",)
    assert highlight(found, "A tram.") == "A tram."


def test_many_threads_search_at_once() -> None:
    found: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda: found.extend(find("taxi cost") for _ in range(20))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 80
    assert {tuple(each) for each in found} == {tuple(find("taxi cost"))}


def test_this_sqlite_has_trigrams() -> None:
    with sqlite3.connect(":memory:") as base:
        base.execute("CREATE VIRTUAL TABLE t USING fts5(word, tokenize='trigram')")
    base.close()
