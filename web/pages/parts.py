"""The parts of pages that are sent: drawn once for all who see the same, and no oftener than they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from web.pages.me import Me, Noted

_PLAIN = (
    "t", "say", "word", "Word", "worded", "letter", "named", "people", "names", "place", "page", "query",
    "fresh", "pairs", "typed", "wrong", "typed_form", "version", "capital", "ago", "folder",
)  # fmt: skip
"""What a page gives to a part that is drawn of what it is given alone."""

_MOST = 128
"""How many parts of a page are kept: all of a table of six, or three times those of a page of the log."""


class Kept:
    """Texts of parts that are drawn of what they are given alone, from one moment to the next: one for each
    seat of each part, with no colour for what all seats have in common. Each is drawn again when it is given
    something else, all when `common` is another: what they depend on beside. Of many those go that were asked
    for the longest ago.
    """

    def __init__(self) -> None:
        self._common: Any = None
        self._plain: Mapping[str, Any] | None = None
        self._texts: dict[tuple[str, str], tuple[Mapping[str, Any], Markup]] = {}

    def plain(self, common: Any, make: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        """What every such part has beside what it is given: it depends on what they have in common alone."""
        self._begin(common)
        if self._plain is None:
            self._plain = make()
        return self._plain

    def _begin(self, common: Any) -> None:
        if common != self._common:
            self._common, self._plain, self._texts = common, None, {}

    def text(
        self, name: str, colour: str, given: Mapping[str, Any], common: Any, draw: Callable[[], Markup]
    ) -> Markup:
        """What there is of this part for a seat, if it was given the same; else what `draw` makes of it."""
        self._begin(common)
        before, text = self._texts.pop((name, colour), (None, Markup()))
        if before != given:
            text = draw()
        self._texts[name, colour] = given, text
        if len(self._texts) > _MOST:
            del self._texts[next(iter(self._texts))]
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


class Apart:
    """Draws templates of what they are given alone, besides the players' names and what depends on the page's
    address, the game and the languages: for pages that are sent each is drawn only when one of these has
    become something else. What such a template is made of may be drawn apart again.

    drawn: what the page is drawn of. system: the game on the table. drawing: None for a page that is fetched.
    """

    def __init__(
        self, env: Environment, drawn: Mapping[str, Any], system: str | None, drawing: Drawing | None
    ) -> None:
        self._env = env
        self._drawn = drawn
        self._common = (system, drawn["names"])
        self._keeps = drawing is not None
        self._kept = drawing.kept if drawing else Kept()

    def __call__(self, name: str, colour: str, **given: Any) -> Markup:
        """name: the template. colour: whose part it is, or another word that tells it from those drawn by
        the same template; the template is given it too.
        """

        def draw() -> Markup:
            plain = self._kept.plain(self._common, self._plain)
            every = {**plain, **given, "apart": self, "colour": colour}
            return self._env.get_template(name).make_module(every).__html__()

        return self._kept.text(name, colour, given, self._common, draw) if self._keeps else draw()

    def _plain(self) -> Mapping[str, Any]:
        """What every such template has, the pieces `ui` among it."""
        plain = {each: self._drawn[each] for each in _PLAIN if each in self._drawn}
        return {**plain, "ui": self._env.get_template("ui.html").make_module(plain)}
