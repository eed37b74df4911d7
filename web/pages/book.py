"""The book of evenings: who played what on this box, and its records."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.games.report import chance as likely
from companion.language.messages import Language
from companion.language.text import Text
from companion.table.book import Book, BookSummary, PersonSummary, Record, SystemSummary
from web.pages.pages import Pages
from web.pages.report import not_sent
from web.words import duration, word

_MOST = 50
"""People that a table shows: those who played most."""


def routes(pages: Pages) -> None:
    """Show the book."""
    table = pages.site.table
    book = Book(table.inactive_games, table.history)

    def contents() -> dict[str, Any]:
        told: BookSummary = book.update() if not_sent() else book.summary()
        return {
            "tab": "games",
            "looks": [pages.assets.path("report.css")],
            "unread": told.unread,
            "unreadable": told.unreadable,
            "everybody": _people(told.people),
            "kinds": [_kind(pages, each) for each in told.kinds],
        }

    pages.add("/book", lambda _part, _query: contents())


def _kind(pages: Pages, kind: SystemSummary) -> dict[str, Any]:
    language = pages.language(kind.system)
    return {
        "system": kind.system,
        "title": pages.title(kind.system),
        "played": kind.played,
        "spent": duration(language, int(kind.play_time.total_seconds())),
        "people": _people(kind.people),
        "decided": any(each.decided for each in kind.people),
        "points": any(each.best is not None for each in kind.people),
        "records": [_record(language, each) for each in kind.records],
    }


def _people(people: tuple[PersonSummary, ...]) -> dict[str, Any]:
    """more: how many are not shown."""
    shown = [
        {
            "name": each.name,
            "played": each.played,
            "decided": each.decided,
            "won": each.won,
            "best": each.best,
            "game": each.game,
            "last": f"{each.last:%Y-%m-%d}",
        }
        for each in people[:_MOST]
    ]
    return {"shown": shown, "more": max(0, len(people) - _MOST)}


def _likely(chance: Fraction) -> Text:
    return likely(chance)


def _record(language: Language, record: Record) -> dict[str, Any]:
    """A record in words. who: its player, by name or else by colour."""
    feat = record.feat
    if record.name == "longest":
        came = duration(language, record.value)
    elif feat is None:
        came = language.say(Text("page.book-points-came", {"count": record.value}))
    else:
        came = language.phrase(f"feat.{feat.name}-came", {"value": feat.value, "of": feat.of})
    return {
        "title": language.phrase(f"page.book-{record.name}" if feat is None else f"feat.{feat.name}"),
        "came": came,
        "chance": language.say(_likely(feat.chance)) if feat is not None and feat.chance is not None else "",
        "who": language.join(each.name or word(language, "colour", each.colour) for each in record.seats),
        "at": f"{record.at:%Y-%m-%d}",
        "game": record.game,
    }
