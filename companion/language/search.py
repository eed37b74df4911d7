"""Full-text search in memory (SQLite FTS5) that allows for inflection, synonyms and typing errors.

Words are indexed without case, accents and endings: SQLite knows the endings of English only. A language's
catalogue has its endings (`search.endings`) and stop words (`search.idle`).
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from weakref import finalize

import msgspec

from companion.language.letters import search_key
from companion.language.messages import Language

_WORD = re.compile(r"[^\W_]+")
_HITS = "SELECT rowid, -bm25(texts, 10.0, 8.0, 2.0, 0.5) FROM texts WHERE texts MATCH ?"
"""With the weights of title, questions, text and context."""
_MIN_SCORE = 0.3
"""Least score of a document that lacks a keyword, as a part of the best score."""
_MAX_RESULTS = 40
_PHRASE_WEIGHT = 3.0
"""A document whose question equals the search scores `1 + _PHRASE_WEIGHT` times as much."""
_SIMILARITY = 0.72
"""How similar a known word must be to a misspelled one, from 0 to 1."""
_MIN_MISSPELLED = 4
_MIN_PREFIX = 3
"""Least letters of a misspelled word, and of a prefix that may be completed to a synonym."""
_CACHE_SIZE = 8192


class Document(msgspec.Struct, frozen=True):
    """A text in the index."""

    name: str
    title: str
    text: str = ""
    questions: tuple[str, ...] = ()
    """Phrases by which people ask for it."""
    context: str = ""
    """Searched too, with the least weight."""


class SearchLanguage:
    """Stemming, stop words and synonyms of a language.

    synonyms: for words that people use, the words that the texts have.
    """

    def __init__(self, language: Language, synonyms: Mapping[str, str]) -> None:
        self._stop_words = frozenset(search_key(language.phrase("search.idle")).split())
        self._ending = re.compile(language.phrase("search.endings"))
        self.stem = lru_cache(_CACHE_SIZE)(self._stem)
        self.synonyms = {
            search_key(word): tuple(search_key(other).split()) for word, other in synonyms.items()
        }

    def _stem(self, word: str) -> str:
        return self._ending.sub("", word, count=1)

    def stems(self, text: str) -> str:
        """The text's words as stems."""
        return " ".join(self.stem(word) for word in _WORD.findall(search_key(text)))

    def keywords(self, search: str) -> list[str]:
        """The words of a search that are no stop words; all of them if there are only stop words."""
        words = list(dict.fromkeys(_WORD.findall(search_key(search))))
        return [
            word for word in words if word not in self._stop_words and (len(word) > 1 or word.isdigit())
        ] or words


class SearchResult(msgspec.Struct, frozen=True):
    """The documents of a search, best first, and the words to highlight in them."""

    names: tuple[str, ...]
    language: SearchLanguage
    stems: frozenset[str] = frozenset()
    prefix: str = ""
    matched: int = 0
    """The most keywords that one document has."""

    def pieces(self, text: str) -> Iterator[tuple[str, bool]]:
        """Split a text into pieces, each with whether to highlight it."""
        at = 0
        for word in _WORD.finditer(text):
            plain = search_key(word[0])
            if self.language.stem(plain) in self.stems or (self.prefix and plain.startswith(self.prefix)):
                if at < word.start():
                    yield text[at : word.start()], False
                yield word[0], True
                at = word.end()
        if at < len(text):
            yield text[at:], False


class SearchIndex:
    """An index of documents. Safe for any thread."""

    def __init__(self, documents: Iterable[Document], language: SearchLanguage) -> None:
        self._language = language
        self._lock = threading.Lock()
        self._base = sqlite3.connect(":memory:", check_same_thread=False)
        finalize(self, self._base.close)
        self._base.execute("CREATE VIRTUAL TABLE texts USING fts5(title, questions, text, context)")
        self._base.execute("CREATE VIRTUAL TABLE words USING fts5(word, tokenize='trigram')")
        every = tuple(documents)
        self._names = tuple(each.name for each in every)
        self._phrases = tuple(
            [self._phrase(phrase) for phrase in (each.title, *each.questions) if phrase] for each in every
        )
        self._base.executemany(
            "INSERT INTO texts (title, questions, text, context) VALUES (?, ?, ?, ?)",
            (
                [
                    language.stems(part)
                    for part in (each.title, " ".join(each.questions), each.text, each.context)
                ]
                for each in every
            ),
        )
        texts = " ".join(f"{each.title} {' '.join(each.questions)} {each.text}" for each in every)
        known = {*_WORD.findall(search_key(texts)), *language.synonyms}
        self._base.executemany(
            "INSERT INTO words VALUES (?)", ([word] for word in sorted(known) if len(word) >= _MIN_MISSPELLED)
        )

    def find(self, search: str) -> SearchResult:
        """Search; a last word without a blank behind it is a prefix too. Without words nothing is found."""
        keywords = self._language.keywords(search)
        prefix = "" if search[-1:].isspace() or not keywords else keywords[-1]
        with self._lock:
            return self._find(keywords, self._language.stems(search).split(), prefix)

    def without_highlights(self, names: Iterable[str]) -> SearchResult:
        """Documents that were found another way, as a result."""
        return SearchResult(tuple(names), self._language)

    def _phrase(self, phrase: str) -> tuple[frozenset[str], frozenset[str]]:
        """The stems of a phrase's keywords, and of all its words."""
        keywords = self._language.keywords(phrase)
        return frozenset(map(self._language.stem, keywords)), frozenset(self._language.stems(phrase).split())

    def _find(self, keywords: list[str], all_stems: list[str], prefix: str) -> SearchResult:
        points: dict[int, float] = {}
        matched: dict[int, int] = {}
        terms: list[tuple[set[str], str]] = []
        for word in keywords:
            start = word if word == prefix else ""
            stems = self._with_synonyms(word, start)
            hits = self._hits(stems, start)
            if not hits and len(word) >= _MIN_MISSPELLED:
                stems = {stem for other in self._similar(word) for stem in self._with_synonyms(other, "")}
                hits = self._hits(stems, "")
            terms.append((stems, start))
            for row, points_of_word in hits:
                points[row] = points.get(row, 0.0) + points_of_word
                matched[row] = matched.get(row, 0) + 1
        scores = {
            row: points[row]
            * matched[row] ** 2
            * (1 + _PHRASE_WEIGHT * self._best_phrase(row, terms, all_stems))
            for row in points
        }
        least = max(scores.values(), default=0.0) * _MIN_SCORE
        good = (row for row in scores if matched[row] == len(keywords) or scores[row] >= least)
        rows = sorted(good, key=lambda row: (-scores[row], row))
        names = tuple(self._names[row - 1] for row in rows[:_MAX_RESULTS])
        highlighted = frozenset(stem for stems, _ in terms for stem in stems)
        return SearchResult(names, self._language, highlighted, prefix, max(matched.values(), default=0))

    def _best_phrase(self, row: int, terms: list[tuple[set[str], str]], all_stems: list[str]) -> float:
        """How similar the search is to the document's most similar phrase, from 0 to 1."""
        return max((_similarity(phrase, terms, all_stems) for phrase in self._phrases[row - 1]), default=0.0)

    def _with_synonyms(self, word: str, prefix: str) -> set[str]:
        """The stems of a word and of its synonyms."""
        found = {word}
        for other, synonyms in self._language.synonyms.items():
            if self._language.stem(other) == self._language.stem(word) or (
                len(prefix) >= _MIN_PREFIX and other.startswith(prefix)
            ):
                found.update(synonyms)
        return {self._language.stem(each) for each in found}

    def _hits(self, stems: Iterable[str], prefix: str) -> list[tuple[int, float]]:
        """The rows that have one of the stems, or a word with this prefix, each with its points."""
        terms = [f'"{stem}"' for stem in sorted(stems)] + ([f'"{prefix}"*'] if prefix else [])
        if not terms:
            return []
        return self._base.execute(_HITS, (" OR ".join(terms),)).fetchall()

    def _similar(self, word: str) -> list[str]:
        """Known words of which this may be a misspelling."""
        trigrams = " OR ".join(f'"{word[at : at + 3]}"' for at in range(len(word) - 2))
        near = self._base.execute(
            "SELECT word FROM words WHERE words MATCH ? ORDER BY rank LIMIT 60", (trigrams,)
        )
        return get_close_matches(word, [row[0] for row in near], n=2, cutoff=_SIMILARITY)


def _similarity(
    phrase: tuple[frozenset[str], frozenset[str]], terms: list[tuple[set[str], str]], all_stems: list[str]
) -> float:
    """How similar a search is to a phrase, from 0 to 1: the mean over keywords and over all words."""
    keywords, every = phrase
    both = sum(
        not stems.isdisjoint(keywords) or (prefix != "" and any(each.startswith(prefix) for each in keywords))
        for stems, prefix in terms
    )
    same = len(every.intersection(all_stems))
    return (min(both / (len(terms) + len(keywords) - both), 1.0) + same / len(every.union(all_stems))) / 2
