"""The simulated box on a page: display, lamps, buttons and a tray of bags, with and without a script."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any, get_args
from urllib.parse import urlencode

import msgspec
from flask import Response, abort, request

from companion.games.registry import every_colour
from companion.language.signals import LampState, Sound
from companion.parts import PartName
from companion.table.commands import Tag
from web.pages.forms import TRUE_VALUES, member_or_join, redirect_to
from web.pages.legend import legend
from web.pages.pages import Pages
from web.site import BoxControls, Site

PULLED: Mapping[str, PartName] = {"reader": "reader", "display": "display", "lamps": "lamps"}
"""The parts that can be pulled out, by what a form calls them."""
FORMS = frozenset({"/box/press", "/box/scan", "/box/pull"})
"""Forms that a phone may send before it has joined: it does so first, their fields are in the address."""
_FIELDS = ("button", "held", "tag", "part", "out")
"""All fields of these forms."""
_LONGEST = 40


def routes(pages: Pages) -> None:
    """Show the box where one is simulated, and take its forms."""
    site, box = pages.site, pages.site.box
    if box is None:
        return
    pages.add("/box", lambda _part, _query: {**_contents(site, box), "looks": [pages.assets.path("box.css")]})

    def done(part: PartName, what: Callable[[BoxControls], None]) -> Response:
        """Do it for a member and show the box again; who has not joined does so first, and then this."""
        if part not in box.simulated:
            abort(404)
        fields = {name: request.values[name][:_LONGEST] for name in _FIELDS if name in request.values}
        member_or_join(site, f"/join?{urlencode({'back': f'{request.path}?{urlencode(fields)}'})}")
        what(box)
        return redirect_to("/box")

    @pages.blueprint.post("/box/press")
    def press() -> Response:
        return done("buttons", _press)

    @pages.blueprint.post("/box/scan")
    def scan() -> Response:
        return done("reader", _scan)

    @pages.blueprint.post("/box/pull")
    def pull() -> Response:
        part = PULLED.get(request.values.get("part", ""))
        if part is None:
            abort(400)
        return done(part, lambda box: _pull(box, part))


def _press(box: BoxControls) -> None:
    button = request.values.get("button", "")
    if button not in box.buttons():
        abort(400)
    box.press(button, request.values.get("held") in TRUE_VALUES)


def _scan(box: BoxControls) -> None:
    with contextlib.suppress(ValueError):
        box.scan(msgspec.convert(request.values.get("tag", "").upper(), Tag))


def _pull(box: BoxControls, part: PartName) -> None:
    if request.values.get("out") in TRUE_VALUES:
        box.pull(part)
    else:
        box.plug(part)


def _contents(site: Site, box: BoxControls) -> dict[str, Any]:
    """`bags` is the tray, each tag with its bag's number, 0 for none; `unused`: the game has no bags."""
    snapshot = site.table.snapshot
    buttons = box.buttons() if "buttons" in box.simulated else ()
    colours = every_colour(site.games)
    screen = box.screen_json() if "display" in box.simulated else {}
    tags = sorted(snapshot.tags.items(), key=lambda pair: (pair[1], pair[0]))
    return {
        "box": {
            "display": "display" in box.simulated,
            "reader": "reader" in box.simulated,
            "plain": [each for each in buttons if each not in colours],
            "colours": [each for each in buttons if each in colours],
            "lamps": "lamps" in box.simulated,
            "shows": get_args(LampState),
            "buzzer": "buzzer" in box.simulated,
            "sounds": ("nothing", *get_args(Sound)),
            "pulls": sorted(box.simulated & set(PULLED)),
        },
        "legend": legend(snapshot.play.game.signs) if snapshot.play else (),
        "screen_said": " · ".join([screen.get("title", ""), *screen.get("lines", ())]),
        "lit": box.lamps_json() if "lamps" in box.simulated else {},
        "last_word": _last_word(box) if "buzzer" in box.simulated else "",
        "unused": snapshot.play is not None and not snapshot.play.view.bags,
        "bags": [*tags, *((each, 0) for each in _new_tags(snapshot.tags))],
        "broker": site.link(),
        "box_id": snapshot.box,
        "parts": sorted(site.parts.states().items()),
    }


def _last_word(box: BoxControls) -> str:
    words = box.words()
    return words[-1][0] if words else "nothing"


def _new_tags(known: Mapping[str, int]) -> tuple[str, ...]:
    """Tags that stick on no bag yet: one for the tray, or as many as make it five."""
    made = (f"0A00C0FF{number:02X}" for number in range(1, 100))
    fresh = [each for each in made if each not in known]
    return tuple(fresh[: max(1, 5 - len(known))])
