"""Catalogues measured as the display lays texts out: what is too long for its rows, which letters it lacks.

What is one row in English, as titles, hints and choices are, is one row in every language. A sentence with a
full stop, and what is longer in English, may take every row under a title. A parameter counts as the longest
word that the language has for it. What a whole screen comes to is seen only when it is laid out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.games.screen import COLUMNS, ROWS
from companion.language.comparison import PARAMETER, CatalogueFault, CataloguePair
from companion.language.letters import REPLACEMENT, fold
from companion.language.messages import LANGUAGE_NAME
from companion.language.text import Text, text
from companion.panel.layout import BRIEF, LARGE_COLUMNS, QR_COLUMNS, wrap

_IN_ROWS = ("display.", "panel.", "splash.", "first-start.", LANGUAGE_NAME)
"""Prefixes of the codes of texts that fill whole rows of the display."""
_RUNNING = ("refused.", "did.", "moment.", "warning.", "safe-mode.")
"""Prefixes of the codes of texts that run over as many screens as they take."""
_NUMBER = "88"
"""Stands for a parameter that is no word of the language."""
_MAY_TAKE = re.compile(r"May take (\d) rows")
"""A comment in the English catalogue, for a text that is neither title, hint nor choice."""
_BESIDE_CODE = "Beside a code"
"""A comment there, for a title that has the columns beside a QR code."""

Words = Mapping[str, str]
"""The longest word for each parameter."""


def display_faults(pairs: Sequence[CataloguePair]) -> Iterator[CatalogueFault]:
    """What the display cannot show as it should. pairs: those of the common catalogues and of every game."""
    for system in dict.fromkeys(pair.system for pair in pairs):
        scope = [pair for pair in pairs if pair.system in {None, system}]
        brief = {code for pair in scope for code in pair.english if code.startswith(BRIEF)}
        english, own = _longest_words(scope, own=False), _longest_words(scope, own=True)
        kinds = _kinds(scope)
        for pair in scope:
            if pair.system == system:
                for what in _faults(pair, brief, kinds, english, own):
                    yield CatalogueFault(pair.path, what)


def _faults(
    pair: CataloguePair, brief: set[str], kinds: set[str], english_words: Words, words: Words
) -> Iterator[Text]:
    for code, message in pair.own.items():
        english = pair.english.get(code)
        if english is None:
            continue
        columns = QR_COLUMNS if _BESIDE_CODE in english.comment else COLUMNS
        in_rows = code.startswith(_IN_ROWS) or columns == QR_COLUMNS
        running = code.startswith(_RUNNING) and BRIEF + code not in brief
        if not (in_rows or running or code.partition(".")[0] in kinds):
            continue
        lacking = {letter for form in message.forms for letter in form if REPLACEMENT in fold(letter)}
        if lacking:
            yield text("catalogues.letters", code=code, letters=" ".join(sorted(lacking)))
        if not (in_rows or running):
            continue
        allowed = _allowed_rows(english.forms, english_words, english.comment) if in_rows else 0
        said = max((_filled(form, words) for form in message.forms), key=len, default="")
        yield from _too_long(code, said, allowed, columns)


def _too_long(code: str, said: str, allowed: int, columns: int) -> Iterator[Text]:
    """allowed: rows, or 0 where there may be any number."""
    for word in said.split():
        if len(word) > columns:
            yield text("catalogues.long-word", code=code, word=word, most=columns, count=len(word) - columns)
            return
    rows = wrap(said, columns)
    if allowed == 1 and len(said) > columns:
        yield text("catalogues.long-row", code=code, said=said, most=columns, count=len(said) - columns)
    elif allowed and len(rows) > allowed:
        over = len(" ".join(rows[allowed:]))
        yield text("catalogues.rows", code=code, said=said, rows=len(rows), most=allowed, count=over)


def _allowed_rows(forms: Iterable[str], words: Words, comment: str) -> int:
    """The rows that a text may take, by the English one."""
    every = [_filled(form, words) for form in forms]
    taken = max((len(wrap(said, COLUMNS)) for said in every), default=0)
    is_one_row = taken <= 1 and not any(said.endswith(".") for said in every)
    told = _MAY_TAKE.search(comment)
    return int(told[1]) if told else 1 if is_one_row else max(taken, ROWS - 1)


def _filled(form: str, words: Words) -> str:
    filled = PARAMETER.sub(lambda found: words.get(found[1], _NUMBER), form)
    return " ".join(fold(filled).split())


def _kinds(pairs: Iterable[CataloguePair]) -> set[str]:
    """The parameters of what the display shows: `<parameter>.<value>` is a word on it."""
    return {
        name
        for pair in pairs
        for code, message in pair.english.items()
        if code.startswith((*_IN_ROWS, *_RUNNING))
        for form in message.forms
        for name in PARAMETER.findall(form)
    }


def _longest_words(pairs: Iterable[CataloguePair], *, own: bool) -> Words:
    """The longest word of each parameter, English where the language has none; not sentences."""
    longest: dict[str, str] = {}
    for pair in pairs:
        for code, english in pair.english.items():
            kind, _, value = code.partition(".")
            message = pair.own.get(code, english) if own else english
            for form in message.forms or english.forms:
                is_word = "." not in value and "{" not in form and len(form) <= LARGE_COLUMNS
                if is_word and len(form) > len(longest.get(kind, "")):
                    longest[kind] = form
    return longest
