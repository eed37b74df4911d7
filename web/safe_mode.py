"""Safe mode: the page of a box that cannot start. With the code on the display it restores or restarts.

An application without table and journal, which may be broken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

import msgspec
from flask import Flask, Response, request

from companion.language.messages import Messages
from companion.language.text import Text, text
from companion.parts import PartName, PartState
from companion.storage.backup import BackupInfo
from web.join_code import codes_match
from web.one_page import OnePage, OnePageRenderer, create_one_page

_AGAIN = "again"
_LONGEST_CODE = 40


class SafePage(msgspec.Struct, frozen=True):
    """The collaborators of the page.

    said: why the box does not start. offers: backups that can be restored. code: required for any action.
    states: of the box's parts. choose: restores a backup, or restarts for None; returns at once. names: of
    the box, as of `web.hosts.names_of`.
    """

    messages: Messages
    said: Text
    offers: tuple[BackupInfo, ...]
    code: str
    states: Callable[[], Mapping[PartName, PartState]]
    choose: Callable[[BackupInfo | None], object]
    names: Collection[str] = frozenset()


def create_safe_page(box: SafePage) -> Flask:
    """Build the application: the page at every address, errors for programs."""
    drawing = OnePageRenderer(box.messages)

    def draw(status: int, wrong: Text | None = None, *, code: str = "", started: bool = False) -> Response:
        """wrong: the form's error. code: fills the form. started: whether the action has begun."""
        say = drawing.language().say
        return drawing.draw(
            "safe_mode.html",
            status,
            said=say(box.said),
            wrong=wrong and say(wrong),
            code=code,
            started=started,
            offers=[(each.name, say(each.said)) for each in box.offers],
        )

    refused = text("refused.safe-mode", why=box.said)
    one = OnePage(box.messages, "safe-mode", refused, box.states, draw, box.names)
    app = create_one_page(one, drawing)

    @app.post("/safe-mode")
    def chosen() -> Response:
        if not codes_match(request.form.get("code", ""), box.code):
            return draw(403, text("safe-mode.wrong-code"))
        wanted = request.form.get("do", "")
        offer = next((each for each in box.offers if each.name == wanted), None)
        if offer is None and wanted != _AGAIN:
            return draw(400, text("safe-mode.choose"))
        done = draw(200, started=True)
        done.call_on_close(partial(box.choose, offer))  # ends this server: the response is sent before
        return done

    @app.get("/r/<code>")
    @app.get("/R/<code>")
    def by_code(code: str) -> Response:
        return draw(503, code=code[:_LONGEST_CODE])

    return app
