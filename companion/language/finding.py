"""Finding texts by the words people use: plurals, words of their own, spelling slips, the best answer first.

SQLite's full-text search does it, in memory. What it is given are words without accents and endings, since it
knows endings of English only; how a language cuts them, and which words say nothing, its catalogue tells.
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

from companion.language.letters import folded
from companion.language.messages import Language

_WORD = re.compile(r"[^\W_]+")
_HITS = "SELECT rowid, -bm25(texts, 10.0, 8.0, 2.0, 0.5) FROM texts WHERE texts MATCH ?"
"""What a hit counts in the title, in what people ask, in the text and in what stands beside it."""
_FAINT = 0.3
"""Of the answers that lack a word those are told that have at least this part of what the best one has."""
_MOST = 40
_PHRASE = 3.0
"""How many times more an answer counts to whose phrase the search is alike in every word."""
_LIKE = 0.72
"""How like two words are, from 0 to 1, of which one may be a slip for the other."""
_SHORTEST_SLIP = 4
_SHORTEST_OTHER = 3
"""Letters of a slip, and of a beginning from which a word of people's own is guessed."""
_KEPT = 8192


class Findable(msgspec.Struct, frozen=True):
    """A text to be found. name: what it is found as. asked: phrases by which people ask for it. more: what
    stands beside it and counts least."""

    name: str
    title: str
    text: str = ""
    asked: tuple[str, ...] = ()
    more: str = ""


class Habits:
    """How a language is asked in. language: has `search.idle` and `search.endings`. instead: for words that
    people use those of the texts."""

    def __init__(self, language: Language, instead: Mapping[str, str]) -> None:
        self._idle = frozenset(folded(language.phrase("search.idle")).split())
        self._ending = re.compile(language.phrase("search.endings"))
        self.root = lru_cache(_KEPT)(self._root)
        self.instead = {folded(word): tuple(folded(own).split()) for word, own in instead.items()}

    def _root(self, word: str) -> str:
        """A folded word without its ending."""
        return self._ending.sub("", word, count=1)

    def roots(self, words: str) -> str:
        """All words of a text without their endings."""
        return " ".join(self.root(word) for word in _WORD.findall(folded(words)))

    def telling(self, search: str) -> list[str]:
        """The folded words of a search that say something; all of them when none does."""
        words = list(dict.fromkeys(_WORD.findall(folded(search))))
        return [
            word for word in words if word not in self._idle and (len(word) > 1 or word.isdigit())
        ] or words


class Found(msgspec.Struct, frozen=True):
    """What a search finds. names: of the texts, the best first. roots, start: what is marked in them. met:
    the most words of the search that one text has."""

    names: tuple[str, ...]
    habits: Habits
    roots: frozenset[str] = frozenset()
    start: str = ""
    met: int = 0

    def pieces(self, text: str) -> Iterator[tuple[str, bool]]:
        """A text in pieces, and of each whether it is a word that was looked for."""
        at = 0
        for word in _WORD.finditer(text):
            plain = folded(word[0])
            if self.habits.root(plain) in self.roots or (self.start and plain.startswith(self.start)):
                if at < word.start():
                    yield text[at : word.start()], False
                yield word[0], True
                at = word.end()
        if at < len(text):
            yield text[at:], False


class Finder:
    """Texts laid out so that they are found at once. Safe for any thread."""

    def __init__(self, texts: Iterable[Findable], habits: Habits) -> None:
        self._habits = habits
        self._lock = threading.Lock()
        self._base = sqlite3.connect(":memory:", check_same_thread=False)
        finalize(self, self._base.close)
        self._base.execute("CREATE VIRTUAL TABLE texts USING fts5(title, asked, text, more, detail=full)")
        self._base.execute("CREATE VIRTUAL TABLE words USING fts5(word, tokenize='trigram')")
        every = tuple(texts)
        self._names = tuple(each.name for each in every)
        self._phrases = tuple(
            [self._phrase(phrase) for phrase in (each.title, *each.asked) if phrase] for each in every
        )
        self._base.executemany(
            "INSERT INTO texts (title, asked, text, more) VALUES (?, ?, ?, ?)",
            (
                [habits.roots(part) for part in (each.title, " ".join(each.asked), each.text, each.more)]
                for each in every
            ),
        )
        said = " ".join(f"{each.title} {' '.join(each.asked)} {each.text}" for each in every)
        known = {*_WORD.findall(folded(said)), *habits.instead}
        self._base.executemany(
            "INSERT INTO words VALUES (?)", ([word] for word in sorted(known) if len(word) >= _SHORTEST_SLIP)
        )

    def find(self, search: str) -> Found:
        """What the words of a search are about; the last may still be under way. No words find nothing."""
        words = self._habits.telling(search)
        with self._lock:
            return self._found(words, self._habits.roots(search).split(), search[-1:].isspace())

    def these(self, names: Iterable[str]) -> Found:
        """Texts that were found another way; nothing in them is marked."""
        return Found(tuple(names), self._habits)

    def _phrase(self, phrase: str) -> tuple[frozenset[str], frozenset[str]]:
        """The roots of the words of a phrase that say something, and of all."""
        telling = self._habits.telling(phrase)
        return frozenset(map(self._habits.root, telling)), frozenset(self._habits.roots(phrase).split())

    def _found(self, words: list[str], said: list[str], ended: bool) -> Found:
        """said: the roots of all words, also of those that say nothing. ended: whether the last one has."""
        last = "" if ended or not words else words[-1]
        points: dict[int, float] = {}
        met: dict[int, int] = {}
        meant: list[tuple[set[str], str]] = []
        for word in words:
            start = word if word == last else ""
            roots = self._meant(word, start)
            hits = self._hits(roots, start)
            if not hits and len(word) >= _SHORTEST_SLIP:
                roots = {root for other in self._slips(word) for root in self._meant(other, "")}
                hits = self._hits(roots, "")
            meant.append((roots, start))
            for row, of_word in hits:
                points[row] = points.get(row, 0.0) + of_word
                met[row] = met.get(row, 0) + 1
        worth = {
            row: points[row] * met[row] ** 2 * (1 + _PHRASE * self._like(row, meant, said)) for row in points
        }
        enough = max(worth.values(), default=0.0) * _FAINT
        told = (row for row in worth if met[row] == len(words) or worth[row] >= enough)
        rows = sorted(told, key=lambda row: (-worth[row], row))
        names = tuple(self._names[row - 1] for row in rows[:_MOST])
        marked = frozenset(root for roots, _ in meant for root in roots)
        return Found(names, self._habits, marked, last, max(met.values(), default=0))

    def _like(self, row: int, meant: list[tuple[set[str], str]], said: list[str]) -> float:
        """How like the search is to the phrase that is most like it, from 0 to 1."""
        return max((self._alikeness(phrase, meant, said) for phrase in self._phrases[row - 1]), default=0.0)

    @staticmethod
    def _alikeness(
        phrase: tuple[frozenset[str], frozenset[str]], meant: list[tuple[set[str], str]], said: list[str]
    ) -> float:
        telling, every = phrase
        both = sum(
            not roots.isdisjoint(telling) or (start != "" and any(each.startswith(start) for each in telling))
            for roots, start in meant
        )
        same = len(every.intersection(said))
        return (min(both / (len(meant) + len(telling) - both), 1.0) + same / len(every.union(said))) / 2

    def _meant(self, word: str, start: str) -> set[str]:
        """The roots of a word and of those that the texts use for it."""
        instead = self._habits.instead
        own = set(instead.get(word, ()))
        for other, others in instead.items():
            if self._habits.root(other) == self._habits.root(word) or (
                len(start) >= _SHORTEST_OTHER and other.startswith(start)
            ):
                own.update(others)
        return {self._habits.root(each) for each in (word, *own)}

    def _hits(self, roots: Iterable[str], start: str) -> list[tuple[int, float]]:
        """The rows that have one of these, or a word that starts so, and what that is worth."""
        wanted = [f'"{root}"' for root in sorted(roots)] + ([f'"{start}"*'] if start else [])
        if not wanted:
            return []
        return self._base.execute(_HITS, (" OR ".join(wanted),)).fetchall()

    def _slips(self, word: str) -> list[str]:
        """The known words for which this may be a slip."""
        threes = " OR ".join(f'"{word[at : at + 3]}"' for at in range(len(word) - 2))
        near = self._base.execute(
            "SELECT word FROM words WHERE words MATCH ? ORDER BY rank LIMIT 60", (threes,)
        )
        return get_close_matches(word, [row[0] for row in near], n=2, cutoff=_LIKE)
