"""The simulated box: its buttons, reader, display, lamps and buzzer."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta

from companion.language.decoding import prepare_decoders
from companion.parts import PartName
from companion.storage.entry import stamp
from companion.table.commands import Tag
from companion.table.parsing import convert
from web.api.body import json_body
from web.api.responses import json_response
from web.auth import require_member
from web.errors import Problem, WrongField
from web.site import BoxControls, Site


class Press(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A press. held: until the hold has fired."""

    button: Annotated[str, Meta(max_length=40)]
    held: bool = False


class Scan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tag at the reader. tag: hexadecimal, in any case."""

    tag: Tag


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A simulated part to pull out or to plug in."""

    part: PartName


def routes(api: Blueprint, site: Site) -> None:
    """Let members operate the box, and every client see its display, lamps and buzzer."""
    prepare_decoders(Press, Scan, Part)
    _buttons_and_reader(api, site)
    _sockets(api, site)
    _display(api, site)
    _lamps_and_buzzer(api, site)


def _buttons_and_reader(api: Blueprint, site: Site) -> None:
    @api.post("/box/press")
    def press() -> Response:
        box = _simulated(site, "buttons")
        require_member(request, site.membership)
        wanted = convert(json_body(request.environ), Press)
        if wanted.button not in box.buttons():
            raise WrongField("button", "button")
        box.press(wanted.button, wanted.held)
        return _done(site)

    @api.post("/box/scan")
    def scan() -> Response:
        box = _simulated(site, "reader")
        require_member(request, site.membership)
        tag = convert(json_body(request.environ), Scan).tag.upper()
        try:
            box.scan(tag)
        except ValueError:
            raise WrongField("tag", "tag") from None
        return _done(site)


def _sockets(api: Blueprint, site: Site) -> None:
    def move(how: Callable[[BoxControls, PartName], None]) -> Response:
        require_member(request, site.membership)
        part = convert(json_body(request.environ), Part).part
        try:
            how(_simulated(site, part), part)
        except ValueError:
            raise WrongField("part", "part") from None
        return _done(site)

    @api.post("/box/pull")
    def pull() -> Response:
        return move(lambda box, part: box.pull(part))

    @api.post("/box/plug")
    def plug() -> Response:
        return move(lambda box, part: box.plug(part))


def _display(api: Blueprint, site: Site) -> None:
    @api.get("/box/screen.png")
    def screen_png() -> Response:
        response = Response(_simulated(site, "display").screen_png(), mimetype="image/png")
        response.headers["Cache-Control"] = "no-store"
        return response

    @api.get("/box/screen.json")
    def screen_json() -> Response:
        return json_response(_simulated(site, "display").screen_json())


def _lamps_and_buzzer(api: Blueprint, site: Site) -> None:
    @api.get("/box/lamps.json")
    def lamps_json() -> Response:
        return json_response(_simulated(site, "lamps").lamps_json())

    @api.get("/box/sounds.json")
    def sounds_json() -> Response:
        words = _simulated(site, "buzzer").words()
        return json_response([{"word": word, "at": stamp(at)} for word, at in words])


def _simulated(site: Site, part: PartName) -> BoxControls:
    """The box's controls. Raises `Problem` 404 unless this part is simulated."""
    if site.box is None or part not in site.box.simulated:
        raise Problem(404, "not-simulated", {"part": part})
    return site.box


def _done(site: Site) -> Response:
    return json_response({"version": site.table.snapshot.version})
