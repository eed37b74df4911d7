"""The parts of pages that are sent: drawn once for all who see the same, and no oftener than they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from web.pages.me import Me, Noted


class Kept:
    """Texts of parts that are drawn of what they are given alone, from one moment to the next: one for each
    seat of each part, with no colour for what all seats have in common. Each is drawn again when it is given
    something else, all when `common` is another: what they depend on beside.
    """

    def __init__(self) -> None:
        self._common: Any = None
        self._texts: dict[tuple[str, str], tuple[Mapping[str, Any], Markup]] = {}

    def text(
        self, name: str, colour: str, given: Mapping[str, Any], common: Any, draw: Callable[[], Markup]
    ) -> Markup:
        """What there is of this part for a seat, if it was given the same; else what `draw` makes of it."""
        if common != self._common:
            self._common, self._texts = common, {}
        before, text = self._texts.get((name, colour), (None, Markup()))
        if before != given:
            text = draw()
            self._texts[name, colour] = given, text
        return text


class Drawing:
    """A page's main part that is drawn to be sent to many: of one moment and in one language, for each who
    reads something else in it. It holds nothing that is one phone's alone or this moment's: for forms' keys
    it has the mark, for version, news and ages nothing.

    me: for whom it is drawn. news: what it does not say itself. kept: what is left of earlier moments.
    """

    def __init__(self, mark: str, kept: Kept) -> None:
        self.mark = mark
        self.kept = kept
        self.me = Noted()
        self.news = ""
        self.again: Callable[[], str] | None = None
        self._parts: dict[str, list[tuple[Mapping[str, Any], Markup]]] = {}

    def drawn_for(self, me: Me, first: Callable[[], str]) -> tuple[str, Mapping[str, Any]]:
        """The main part, and what of him it has read. first: draws it by `Pages.draw`."""
        read = self.me.become(me)
        return (self.again or first)(), read

    def part(self, name: str, draw: Callable[[], Markup]) -> Markup:
        """A part of the page, by its template: what was drawn for another, if it reads the same of him."""
        known = self._parts.setdefault(name, [])
        for read, text in known:
            if self.me.reads(read):
                return text
        with self.me.apart() as read:
            text = draw()
        known.append((read, text))
        return text
