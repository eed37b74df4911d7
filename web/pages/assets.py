"""Styles, scripts and pictures, common ones and each game's own, under a path that names their content."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Any
from zlib import crc32

from flask import Blueprint, Response, abort, request

from companion.games import Game
from web.responses import accepts_gzip, gzip

ICONS = (192, 512)
"""Pixels of the icon's pictures, `icon-<size>.png`: `make icons` draws them from `icon.svg`."""
KEPT = 365 * 24 * 3600
"""Seconds that a phone keeps what it has: changed content has another path."""
PICTURE = "image/png"
"""Packed by its own makers."""
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": PICTURE}
"""Of the files. To read the list of all kinds that the system has would delay every start."""


class Assets:
    """Every file that pages ask for. A phone asks for each once, and it is read then.

    The common files are those of `web/static`; a game's are the `.css`, `.js`, `.svg` and `.png` among its
    templates.
    """

    def __init__(self, games: Mapping[str, Game]) -> None:
        common = files("web").joinpath("static")
        self._files = {each.name: each for each in common.iterdir() if _shown(each)}
        for game in games.values():
            own = game_folder(game)
            if own.is_dir():
                self._files |= {f"{own.name}/{each.name}": each for each in own.iterdir() if _shown(each)}
        self._small: dict[str, bytes] = {}
        self._sums: dict[str, int] = {}
        every = hashlib.sha256()
        for name, file in sorted(self._files.items()):
            content = file.read_bytes()
            every.update(name.encode())
            every.update(content)
            self._sums[name] = crc32(content)
        self._print = every.hexdigest()[:10]

    def path(self, name: str) -> str:
        """The address of a file, for instance of `companion.css`."""
        return f"/look/{self._print}/{name}"

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return name in self._files

    def text(self, name: str) -> str:
        """What stands in a file, for what holds it itself."""
        return self._files[name].read_text("utf-8")

    def _packed(self, name: str, content: bytes) -> bytes:
        """A file's content, packed the first time and remembered while it is that file's."""
        if crc32(content) != self._sums[name]:
            return gzip(content)
        if name not in self._small:
            self._small[name] = gzip(content)
        return self._small[name]

    def routes(self, blueprint: Blueprint) -> None:
        """Serve the files; an old address gives the new file, but is not kept."""

        @blueprint.get("/look/<mark>/<path:name>")
        def look(mark: str, name: str) -> Response:
            try:
                content = self._files[name].read_bytes()
            except (KeyError, FileNotFoundError):  # there is none, or an update has taken it away
                abort(404)
            response = Response(content, mimetype=_KINDS[PurePosixPath(name).suffix])
            if response.mimetype != PICTURE:
                response.vary.add("Accept-Encoding")
                if accepts_gzip(request):
                    response.set_data(self._packed(name, content))
                    response.headers["Content-Encoding"] = "gzip"
            # an update may have put another file there, of which this path does not speak
            fresh = mark == self._print and crc32(content) == self._sums[name]
            response.headers["Cache-Control"] = f"public, max-age={KEPT}, immutable" if fresh else "no-cache"
            return response


def home_screen(name: str, assets: Assets) -> dict[str, Any]:
    """The web app manifest, for phones that install the pages."""
    icons = [
        {
            "src": assets.path(f"icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": PICTURE,
            "purpose": purpose,
        }
        for size in ICONS
        for purpose in ("any", "maskable")
    ]
    icons.append({"src": assets.path("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"})
    return {
        "name": name,
        "short_name": name,
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f3e9d6",
        "theme_color": "#5b3a1e",
        "icons": icons,
    }


def _shown(file: Traversable) -> bool:
    return PurePosixPath(file.name).suffix in _KINDS


def game_folder(game: Game) -> Traversable:
    """The folder of a game's own templates."""
    return game.folder.joinpath("templates", folder_name(game.system))


def folder_name(system: str) -> str:
    """A game's name as its folder of templates spells it."""
    return system.replace("-", "_")
