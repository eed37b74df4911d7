"""Words of pages: single words, sentences with players' names, ages and durations."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.language.messages import Language
from companion.language.text import Text

Seconds = int


def word(language: Language, kind: str, each: Any) -> str:
    """The catalogue's word `<kind>.<each>`, for example `colour.red`."""
    return language.phrase(f"{kind}.{each}")


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def template_functions(language: Language) -> dict[str, Any]:
    """The functions with which templates speak this language."""
    return {
        "t": lambda code, **params: language.phrase(code, params),
        "say": language.say,
        "word": lambda kind, each: word(language, kind, each),
        "Word": lambda kind, each: capital(word(language, kind, each)),
        "worded": lambda kind, every: [(each, capital(word(language, kind, each))) for each in every],
    }


def with_names(said: Text, names: Mapping[str, str]) -> Text:
    """A sentence with names in place of colours. names: by colour."""
    return Text(said.code, params_with_names(said.params, names), said.system)


def params_with_names(params: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A sentence's parameters with names in place of colours."""
    said: dict[str, Any] = {name: _within(each, names) for name, each in params.items()}
    if isinstance(said.get("colour"), str):
        said["colour"] = names.get(said["colour"], said["colour"])
    if isinstance(said.get("players"), list | tuple):
        said["players"] = [names.get(each, each) for each in said["players"]]
    return said


def _within(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return tuple(_within(each, names) for each in value)
    return with_names(value, names) if isinstance(value, Text) else value


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
