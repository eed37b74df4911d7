"""The JSON API, version 1: what it takes and gives is a contract with programs that nobody here knows."""

from __future__ import annotations

from flask import Blueprint

from web.api import aids, box, commands, joining, reading
from web.site import Site

PREFIX = "/api/v1"


def blueprint(site: Site) -> Blueprint:
    """Build every route under `PREFIX` but the live stream."""
    api = Blueprint("api", __name__, url_prefix=PREFIX)
    for part in (joining, commands, reading, aids, box):
        part.routes(api, site)
    return api
