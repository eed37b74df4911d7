"""The text of a rendered page, without a browser."""

from __future__ import annotations

import html
import re
from typing import NoReturn

from flask import Flask
from jinja2 import Undefined

TAGS = re.compile(r"<[^>]*>")


def words(page: str) -> str:
    return html.unescape(TAGS.sub(" ", page))


class _Missing(Undefined):
    """A variable that a template uses and is not given, which would be a gap in the page."""

    def __str__(self) -> NoReturn:
        raise self._undefined_exception(self._undefined_message)


def nothing_is_missing(app: Flask) -> None:
    """Let every page fail that shows a variable its template is not given."""
    app.jinja_env.undefined = _Missing
