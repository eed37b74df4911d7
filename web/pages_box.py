"""The simulated box on a page: its display, its buttons and a tray of bags, with and without a script."""

from __future__ import annotations

import contextlib

from flask import Blueprint, Response, abort, request

from companion.parts import PartName
from web.callers import member_of, refuse_foreign
from web.pages_go import onward
from web.pages_show import Pages
from web.site import BoxControls, Site

PULLED: dict[str, PartName] = {"reader": "reader", "display": "display"}
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
        box, button = simulated("buttons"), request.form.get("button", "")
        if box is None:
            return onward("/join?back=/box")
        if button not in box.buttons():
            abort(400)
        box.press(button, held=request.form.get("held") == "1")
        return onward("/box")

    @found.post("/box/scan")
    def scan() -> Response:
        box = simulated("reader")
        if box is None:
            return onward("/join?back=/box")
        with contextlib.suppress(ValueError):
            box.scan(request.form.get("tag", "").upper())
        return onward("/box")

    @found.post("/box/pull")
    def pull() -> Response:
        part = PULLED.get(request.form.get("part", ""))
        if part is None:
            abort(400)
        box = simulated(part)
        if box is None:
            return onward("/join?back=/box")
        if request.form.get("out") == "1":
            box.pull(part)
        else:
            box.plug(part)
        return onward("/box")

    def simulated(part: PartName) -> BoxControls | None:
        """The box, for a member; None for who has not joined. A 404 where there is no such part."""
        if site.box is None or part not in site.box.simulated:
            abort(404)
        refuse_foreign(request)
        return site.box if member_of(request, site.membership) else None
