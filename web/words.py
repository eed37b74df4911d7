"""How pages say things: single words, sentences with the players' names in them, ages and lengths of time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.language.messages import Language
from companion.language.text import Text

Seconds = int


def word(language: Language, kind: str, each: Any) -> str:
    """A single word, for instance of the kind `colour`."""
    return language.phrase(f"{kind}.{each}")


def capital(sentence: str) -> str:
    """The sentence with a capital at its start."""
    return sentence[:1].upper() + sentence[1:]


def sayers(language: Language) -> dict[str, Any]:
    """What the templates call to say something in this language."""
    return {
        "t": lambda code, **params: language.phrase(code, params),
        "say": language.say,
        "word": lambda kind, each: word(language, kind, each),
        "Word": lambda kind, each: capital(word(language, kind, each)),
        "worded": lambda kind, every: [(each, capital(word(language, kind, each))) for each in every],
    }


def by_name(said: Text, names: Mapping[str, str]) -> Text:
    """A sentence with the players' names in the place of their colours."""
    return Text(said.code, with_names(said.params, names), said.system)


def with_names(params: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Parameters of a sentence with the players' names in the place of their colours."""
    said: dict[str, Any] = {name: _within(each, names) for name, each in params.items()}
    if isinstance(said.get("colour"), str):
        said["colour"] = names.get(said["colour"], said["colour"])
    if isinstance(said.get("players"), list | tuple):
        said["players"] = [names.get(each, each) for each in said["players"]]
    return said


def _within(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return tuple(_within(each, names) for each in value)
    return by_name(value, names) if isinstance(value, Text) else value


def seconds(at: datetime) -> Seconds:
    """A moment as pages count it."""
    return int(at.timestamp())


def ago(language: Language, at: Seconds, now: Seconds) -> str:
    """How long ago a moment was, in the largest unit that it fills; as just now when it is still to come."""
    age = max(0, now - at)
    if age < 60:
        return language.phrase("page.age-seconds", {"n": age})
    if age < 3600:
        return language.phrase("page.age-minutes", {"n": age // 60})
    return language.phrase("page.age-hours", {"n": age // 3600})


def lasted(language: Language, time: Seconds) -> str:
    """A time in hours and minutes."""
    return language.phrase("page.played", {"hours": time // 3600, "minutes": f"{time // 60 % 60:02}"})
