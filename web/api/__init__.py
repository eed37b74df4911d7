"""The JSON API, version 1: what it takes and gives is a contract with programs that nobody here knows."""

from __future__ import annotations

from flask import Blueprint

from web.api import box, commands, reading
from web.site import Site

PREFIX = "/api/v1"


def blueprint(site: Site) -> Blueprint:
    """Build every route under `PREFIX` but the live stream."""
    api = Blueprint("api", __name__, url_prefix=PREFIX)
    for routes in (
        commands.joining_routes,
        commands.routes,
        reading.routes,
        reading.aid_routes,
        box.routes,
    ):
        routes(api, site)
    return api
