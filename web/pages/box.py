"""The simulated box on a page: its display, its buttons and a tray of bags, with and without a script."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping

import msgspec
from flask import Blueprint, Response, abort, request

from companion.parts import PartName
from companion.table.commands import Tag
from web.callers import member_of, refuse_foreign
from web.pages.forms import onward
from web.pages.show import Pages
from web.site import BoxControls, Site

PULLED: Mapping[str, PartName] = {"reader": "reader", "display": "display"}
"""The parts that can be pulled out, by what a form calls them."""


def routes(found: Blueprint, site: Site, pages: Pages) -> None:
    """Show the box where one is simulated, and take its forms."""

    @found.get("/box")
    def box() -> Response:
        if site.box is None:
            abort(404)
        return pages.show("/box")

    @found.post("/box/press")
    def press() -> Response:
        return _done(site, "buttons", _press)

    @found.post("/box/scan")
    def scan() -> Response:
        return _done(site, "reader", _scan)

    @found.post("/box/pull")
    def pull() -> Response:
        part = PULLED.get(request.form.get("part", ""))
        if part is None:
            abort(400)
        return _done(site, part, lambda box: _pull(box, part))


def _done(site: Site, part: PartName, what: Callable[[BoxControls], None]) -> Response:
    """Do it for a member and show the box again; who has not joined is sent to do so first."""
    if site.box is None or part not in site.box.simulated:
        abort(404)
    refuse_foreign(request)
    if member_of(request, site.membership) is None:
        return onward("/join?back=/box")
    what(site.box)
    return onward("/box")


def _press(box: BoxControls) -> None:
    button = request.form.get("button", "")
    if button not in box.buttons():
        abort(400)
    box.press(button, request.form.get("held") == "1")


def _scan(box: BoxControls) -> None:
    with contextlib.suppress(ValueError):
        box.scan(msgspec.convert(request.form.get("tag", "").upper(), Tag))


def _pull(box: BoxControls, part: PartName) -> None:
    if request.form.get("out") == "1":
        box.pull(part)
    else:
        box.plug(part)
