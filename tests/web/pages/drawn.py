"""What a drawn page says, without a browser."""

from __future__ import annotations

import html
import re

TAGS = re.compile(r"<[^>]*>")
BRACES = re.compile(r"\{\w*\}")


def words(page: str) -> str:
    return html.unescape(TAGS.sub(" ", page))
