"""Which language a reader gets: the one chosen on a page, else the one that the browser asks for."""

from __future__ import annotations

from flask import Request

from companion.messages import FALLBACK, Language, Messages

COOKIE = "language"


def language_of(request: Request, messages: Messages) -> Language:
    """The best language for this request: its cookie `language`, then `Accept-Language`, then English."""
    chosen = request.cookies.get(COOKIE)
    if chosen not in messages.codes:
        chosen = request.accept_languages.best_match(messages.codes, FALLBACK)
    return messages.language(chosen or FALLBACK)
