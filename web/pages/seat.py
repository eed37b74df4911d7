"""Who looks at a page: his seat, and the player for whom he acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request

from companion.language.messages import Language
from companion.table.snapshot import Snapshot
from web.callers import COOKIE
from web.membership import Member


def word(language: Language, kind: str, each: Any) -> str:
    """A single word, for instance of the kind `colour`."""
    return language.phrase(f"{kind}.{each}")


def seat(language: Language, member: Member | None, names: Mapping[str, str]) -> dict[str, Any]:
    """The reader as the pages speak of him. said: his name, else his colour's, else "somebody".

    lapsed: he had joined, and the box has made a new code since.
    """
    if member is None:
        return {"joined": False, "lapsed": COOKIE in request.cookies, "name": "", "colour": None, "said": ""}
    said = member.name or (names.get(member.colour) or word(language, "colour", member.colour)
                           if member.colour else language.phrase("page.somebody"))  # fmt: skip
    return {"joined": True, "name": member.name, "colour": member.colour, "said": said}


def chosen(snapshot: Snapshot, member: Member | None, wish: str | None) -> str | None:
    """The colour for whom the page acts: the one asked for, whose go it is, the reader's own, the first."""
    if snapshot.game is None:
        return None
    playing = [each["colour"] for each in snapshot.body["game"]["players"]]
    wishes = (wish, snapshot.game.acting(snapshot.state), member.colour if member else None)
    return next((each for each in wishes if each in playing), playing[0] if playing else None)
