"""Which language a reader gets: the one chosen on a page, else the one that the browser asks for."""

from __future__ import annotations

from flask import Request

from companion.language.messages import FALLBACK, Language, Messages

COOKIE = "language"


def language_of(request: Request, messages: Messages, system: str | None) -> Language:
    """The best language for this request: its cookie `language`, then `Accept-Language`, then English.

    system: the game in whose words it is, or None.
    """
    chosen = request.cookies.get(COOKIE)
    code = chosen if chosen in messages.codes else _asked(request, messages)
    return messages.language(code or FALLBACK, system)


def _asked(request: Request, messages: Messages) -> str | None:
    """The first language that the browser would like and that is there, whatever the country."""
    wishes = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality > 0)
    return next((wish for wish in wishes if wish in messages.codes), None)
