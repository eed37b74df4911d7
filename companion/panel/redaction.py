"""The display for others than those before it: no codes to join, no players' names, no typed text. Pure."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.picture import Picture
from companion.games.screen import Screen
from companion.language.picture import Words
from companion.language.text import Param, Text
from companion.panel.box_status import BoxStatus

NAME = "display.name"
"""Code of a typed name; its parameter `instead` replaces it."""
CORRECTED = "did.correct"
"""Code of a correction; its parameter `why` is typed text."""
UNREAD = "panel.unread.written"
"""Code of a text that is no tag; its parameter `written` is typed text."""
REDACTED = "–"
NAMED = "display.named"
"""Code of a player's token with the name; `display.coloured` has the colour instead."""


def redact_for_broadcast(screen: Screen, status: BoxStatus, *, names: bool) -> Screen | None:
    """The screen without secrets; None where it consists of one. names: keep the players' names."""
    if screen.qr is not None or _contains(_texts(screen), _secrets(status)):
        return None
    return screen if names else _without_names(screen)


def _secrets(status: BoxStatus) -> frozenset[str]:
    """Join code, admin codes and the own Wi-Fi's password."""
    wifi = () if status.wifi is None else (status.wifi.password, status.wifi.code)
    return frozenset((status.code, *status.admin_codes, *wifi)) - {"", None}


def _texts(screen: Screen) -> tuple[Text, ...]:
    hint = () if screen.hint is None else (screen.hint,)
    return (screen.title, *screen.lines, *hint, *_words(screen.picture))


def _words(picture: Picture | None) -> tuple[Text, ...]:
    bands = () if picture is None else picture.bands
    marks = (mark for band in bands for mark in (*band.left, *band.right))
    return tuple(each for mark in marks if isinstance(mark, Words) for each in mark.variants)


def _contains(value: Param, secrets: frozenset[str]) -> bool:
    match value:
        case Text():
            return any(_contains(each, secrets) for each in value.params.values())
        case tuple():
            return any(_contains(each, secrets) for each in value)
        case str():
            return value in secrets
        case _:
            return False


def _without_names(screen: Screen) -> Screen:
    return replace(
        screen,
        title=_redact(screen.title),
        lines=tuple(_redact(each) for each in screen.lines),
        hint=None if screen.hint is None else _redact(screen.hint),
        picture=None if screen.picture is None else _redact_picture(screen.picture),
    )


def _redact(what: Text) -> Text:
    if what.code == NAME:
        instead = what.params.get("instead")
        return instead if isinstance(instead, Text) else Text(NAME, {**what.params, "name": ""}, what.system)
    params = {name: _redact_param(value) for name, value in what.params.items()}
    if what.code == CORRECTED:
        params["why"] = REDACTED
    if what.code == UNREAD:
        params["written"] = REDACTED
    token = params.get("token")
    if what.code == NAMED and isinstance(token, Text):
        return Text("display.coloured", {"token": token, "colour": token.params["letter"]}, what.system)
    return Text(what.code, params, what.system)


def _redact_param(value: Param) -> Param:
    match value:
        case Text():
            return _redact(value)
        case tuple():
            return tuple([_redact_param(each) for each in value])
        case _:
            return value


def _redact_picture(picture: Picture) -> Picture:
    bands = tuple(
        replace(band, left=_redact_marks(band.left), right=_redact_marks(band.right))
        for band in picture.bands
    )
    return replace(picture, bands=bands)


def _redact_marks(marks: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        replace(mark, variants=_redact_variants(mark.variants)) if isinstance(mark, Words) else mark
        for mark in marks
    )


def _redact_variants(texts: tuple[Text, ...]) -> tuple[Text, ...]:
    """The texts without names; the first may be a name alone and is dropped."""
    others = tuple(each for each in texts if each.code != NAME)
    return tuple(_redact(each) for each in others or texts)
