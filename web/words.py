"""Words of pages: single words, ages and durations."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from companion.language.messages import FALLBACK, Language, Messages, percent

Seconds = int


def word(language: Language, kind: str, each: Any) -> str:
    """The catalogue's word `<kind>.<each>`, for example `colour.red`."""
    return language.phrase(f"{kind}.{each}")


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def partly_translated(messages: Messages, language: Language) -> str:
    """How much of a language there is, for its readers; empty where it is complete."""
    done, of = (1, 1) if language.code == FALLBACK else messages.progress(language.code)
    if done == of:
        return ""
    params = {"percent": percent(done, of), "language": language.code}
    return language.phrase("page.partly", params)


def template_functions(language: Language) -> dict[str, Any]:
    """The functions with which templates speak this language."""
    return {
        "t": lambda code, **params: language.phrase(code, params),
        "say": language.say,
        "word": lambda kind, each: word(language, kind, each),
        "Word": lambda kind, each: capital(word(language, kind, each)),
        "worded": lambda kind, every: [(each, capital(word(language, kind, each))) for each in every],
    }


def seconds(at: datetime) -> Seconds:
    """Seconds since 1970."""
    return int(at.timestamp())


def ago(language: Language, at: Seconds, now: Seconds) -> str:
    """A moment's age in its largest full unit; one in the future is 0 seconds old."""
    age = max(0, now - at)
    if age < 60:
        return language.phrase("page.age-seconds", {"n": age})
    if age < 3600:
        return language.phrase("page.age-minutes", {"n": age // 60})
    return language.phrase("page.age-hours", {"n": age // 3600})


def duration(language: Language, time: Seconds) -> str:
    """A duration in hours and minutes."""
    return language.phrase("page.played", {"hours": time // 3600, "minutes": f"{time // 60 % 60:02}"})
