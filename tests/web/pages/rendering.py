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


def form_of(page: str, name: str) -> dict[str, str]:
    """The fields of a form that a person would only have to tap."""
    whole = re.search(rf'<form[^>]* id="{name}".*?</form>', page, re.DOTALL)
    assert whole is not None, name
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', whole[0])
    return {field: html.unescape(value) for field, value in fields}


class _Missing(Undefined):
    """A variable that a template uses and is not given, which would be a gap in the page."""

    def __str__(self) -> NoReturn:
        raise self._undefined_exception(self._undefined_message)


def nothing_is_missing(app: Flask) -> None:
    """Let every page fail that shows a variable its template is not given."""
    app.jinja_env.undefined = _Missing
