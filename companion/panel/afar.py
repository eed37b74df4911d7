"""What of the display is shown to those who do not stand before it. Pure.

Nobody is let in by it: a screen with a code to scan or to type stays here. And nobody is named, unless the
owner wishes it: then a player is his shape, his letter or his colour.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.picture import Picture
from companion.games.screen import Screen
from companion.language.picture import Words
from companion.language.text import Param, Text
from companion.panel.keeper import Known

NAME = "display.name"
"""How a screen says a name that somebody has typed; `instead` is what is said where nobody is named."""
CORRECTED = "did.correct"
"""What was set right, and `why`, as somebody has typed it: people may be named in it."""
UNREAD = "panel.unread.written"
"""What a reader, or another keyboard in its place, has `written`."""
UNSAID = "–"
NAMED = "display.named"
"""A player's token with his name; `display.coloured` has his colour instead."""


def from_afar(screen: Screen, known: Known, *, names: bool) -> Screen | None:
    """The screen as others may see it; None for one that they may not. names: those of the players, too."""
    if screen.qr is not None or _has(_texts(screen), _secrets(known)):
        return None
    return screen if names else _nameless(screen)


def _secrets(known: Known) -> frozenset[str]:
    """What lets in whoever types it."""
    wifi = () if known.wifi is None else (known.wifi.password, known.wifi.code)
    return frozenset((known.code, *known.shown, *wifi)) - {"", None}


def _texts(screen: Screen) -> tuple[Text, ...]:
    hint = () if screen.hint is None else (screen.hint,)
    return (screen.title, *screen.lines, *hint, *_words(screen.picture))


def _words(picture: Picture | None) -> tuple[Text, ...]:
    bands = () if picture is None else picture.bands
    marks = (mark for band in bands for mark in (*band.left, *band.right))
    return tuple(each for mark in marks if isinstance(mark, Words) for each in mark.said)


def _has(said: Param, secrets: frozenset[str]) -> bool:
    match said:
        case Text():
            return any(_has(each, secrets) for each in said.params.values())
        case tuple():
            return any(_has(each, secrets) for each in said)
        case str():
            return said in secrets
        case _:
            return False


def _nameless(screen: Screen) -> Screen:
    return replace(
        screen,
        title=_unnamed(screen.title),
        lines=tuple(_unnamed(each) for each in screen.lines),
        hint=None if screen.hint is None else _unnamed(screen.hint),
        picture=None if screen.picture is None else _unnamed_picture(screen.picture),
    )


def _unnamed(what: Text) -> Text:
    if what.code == NAME:
        instead = what.params.get("instead")
        return instead if isinstance(instead, Text) else Text(NAME, {**what.params, "name": ""}, what.system)
    params = {name: _unnamed_param(value) for name, value in what.params.items()}
    if what.code == CORRECTED:
        params["why"] = UNSAID
    if what.code == UNREAD:
        params["written"] = UNSAID
    token = params.get("token")
    if what.code == NAMED and isinstance(token, Text):
        return Text("display.coloured", {"token": token, "colour": token.params["letter"]}, what.system)
    return Text(what.code, params, what.system)


def _unnamed_param(value: Param) -> Param:
    match value:
        case Text():
            return _unnamed(value)
        case tuple():
            return tuple([_unnamed_param(each) for each in value])
        case _:
            return value


def _unnamed_picture(picture: Picture) -> Picture:
    bands = tuple(
        replace(band, left=_unnamed_marks(band.left), right=_unnamed_marks(band.right))
        for band in picture.bands
    )
    return replace(picture, bands=bands)


def _unnamed_marks(marks: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        replace(mark, said=_without_names(mark.said)) if isinstance(mark, Words) else mark for mark in marks
    )


def _without_names(said: tuple[Text, ...]) -> tuple[Text, ...]:
    """The same in ever fewer words, of which the first may be a name alone."""
    others = tuple(each for each in said if each.code != NAME)
    return tuple(_unnamed(each) for each in others or said)
