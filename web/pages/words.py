"""Sentences on pages: with the players' names in them, and as each game says them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.screen import Text
from companion.language.messages import Language
from web.pages.seat import word


def helpers(language: Language) -> dict[str, Any]:
    """What the templates call to say something in this language."""
    return {
        "t": lambda code, **params: language.phrase(code, params),
        "say": language.say,
        "word": lambda kind, each: word(language, kind, each),
        "Word": lambda kind, each: capital(word(language, kind, each)),
    }


def with_names(params: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Parameters of a sentence with the players' names in the place of their colours."""
    said: dict[str, Any] = {
        name: by_name(each, names) if isinstance(each, Text) else each for name, each in params.items()
    }
    if isinstance(said.get("colour"), str):
        said["colour"] = names.get(said["colour"], said["colour"])
    if isinstance(said.get("players"), list | tuple):
        said["players"] = [names.get(each, each) for each in said["players"]]
    return said


def by_name(said: Text, names: Mapping[str, str]) -> Text:
    """A sentence with the players' names in the place of their colours."""
    return Text(said.code, with_names(said.params, names), said.system)


def capital(sentence: str) -> str:
    """The sentence with a capital at its start."""
    return sentence[:1].upper() + sentence[1:]
