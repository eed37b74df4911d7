"""Every page is drawn here: what all show of the table and of who asks, and each page's own contents."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Hashable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, current_app, g, make_response, request
from msgspec.structs import replace

from companion.games import LogText
from companion.games.registry import folders
from companion.games.rulebook import Rulebooks
from companion.language.messages import Language, Messages, rulebook_catalogues
from companion.language.text import Text, params_with_names, with_names
from companion.lru import Lru
from companion.table.archive import LogEntry
from companion.table.report import ReportCache
from companion.table.snapshot import Snapshot, UndoStep
from web.errors import Problem
from web.moment import current_moment, etag
from web.organiser import organiser_view as organiser
from web.pages.addresses import DID, address, place
from web.pages.assets import Assets, folder_name
from web.pages.banner import Banner
from web.pages.damage import in_words
from web.pages.forms import Typed, redirect_to, with_typed, without_typed
from web.pages.fragment import FRAGMENTS, Fragment
from web.pages.typed_values import typed_functions
from web.pages.viewer import Viewer, phone_in
from web.site import Site, language_of, scheme_of
from web.words import Seconds, ago, capital, duration, partly_translated, seconds, template_functions, word

FRAGMENT = "X-Fragment"
"""A request with this header wants the page's main part alone, to put in the place of the one it has."""
MOMENT = "X-Moment"
"""The header with what no fragment holds, as JSON: the moment that it shows, and what this phone has done."""
OF_NOW = ("etag", "version", "now", "news", "did", "moves")
MOVES = frozenset({"undo", "redo", "undo-several", "redo-several"})
"""What the entries are that undo or redo."""
TABS = (("table", "/table"), ("act", "/act"), ("log", "/log"), ("games", "/games"), ("rules", "/rules"))
_OF_A_GAME = frozenset({"table", "about", "act"})
"""Pages that there are with a game on the table only; until then the games stand there."""
_LOBBY = frozenset({"games", "join", "setup"})
"""Pages on which phones wait for a game."""

_DIGITS = 9
"""Of an entry's number at most."""

_LONGEST = 200
"""Longest address of a cached fragment: its forms repeat it."""

_PLACES = 64
"""How many addresses of its own a page remembers while it is drawn: its forms lie in a few sections."""

Contents: TypeAlias = Callable[[str, Mapping[str, str]], dict[str, Any]]
"""What a page draws beside what all do. It is given the rest of the page's path, and its query."""


def key_of(rule: str) -> str:
    """The key of a page: the first word of its path, with the third of a page about one thing."""
    words = rule.split("/")
    return f"{words[1]}/{words[3]}" if words[3:] else words[1]


class Pages:
    """Draws pages, always for the request under way. One for the whole site.

    blueprint: where each page adds its routes. evenings: makes reports. rulebooks: of every game, in words.
    """

    def __init__(self, site: Site) -> None:
        self.site = site
        self.blueprint = Blueprint("pages", __name__)
        self.assets = Assets(site.games)
        self.evenings = ReportCache(site.table.history, monotonic=site.monotonic)
        self.rulebooks = Rulebooks(
            {system: game.rulebook for system, game in site.games.items()},
            Messages(rulebook_catalogues(folders(site.games))),
        )
        self._contents: dict[str, tuple[str, Contents]] = {}
        self._cached: set[str] = set()
        self._fragments: Lru[Hashable, Fragment] = Lru(FRAGMENTS)
        self._sections: Lru[Hashable, str] = Lru(FRAGMENTS)
        self._news: Lru[Hashable, tuple[str, bool]] = Lru(FRAGMENTS)
        self._key = secrets.token_urlsafe(12)  # stands for a form's key where a fragment is cached

    def add(self, rule: str, contents: Contents, page: str = "", *, cached: bool = False) -> None:
        """Answer an address with a page of these contents, and draw it again after a form that came from it.

        rule: for the routes. The first word of the path names the page and its template. page: the name
        instead, of a page about one thing among those of another page, as `/games/<game>/at/<n>`: the third
        word of its path tells it from others. cached: at one moment (`web.moment`) it is the same for every
        phone of a viewer, and rendered once.
        """
        name = page or rule.split("/")[1]
        self._contents[key_of(rule)] = name, contents
        if cached:
            self._cached.add(key_of(rule))
        self.blueprint.add_url_rule(rule, name, self._asked)

    def show(
        self, at: str, *, status: int = 200, banner: Banner | None = None, typed: Typed | None = None
    ) -> Response:
        """Draw the page at this address; of one that nobody has added, the table or the games.

        banner, typed: what came of a form. Raises werkzeug's 404 for a part that the page has not.
        """
        self._as_of()
        parts = urlsplit(at)
        key, part = self._key_of(parts.path)
        if self.site.system is None and key in _OF_A_GAME:
            at = "/games"
            key, part = self._key_of(at)
        if key not in self._contents:
            return self.show("/table", status=status, banner=banner, typed=typed)
        page, contents = self._contents[key]
        found = contents(part, dict(parse_qsl(parts.query)))
        return self.draw(page, at=at, status=status, banner=banner, typed=typed, **found)

    def _key_of(self, path: str) -> tuple[str, str]:
        """The key of the contents of the page at this path, and the rest of the path."""
        first, _, part = path.strip("/").partition("/")
        deeper = f"{first}/{part.split('/')[1]}" if "/" in part else ""
        for key in (deeper, first):
            if key in self._contents:
                return key, part
        return first, part

    def refusal(self, problem: Problem, at: str = "", typed: Typed | None = None) -> Response:
        """The page for a problem: the one at this address as it was typed, else one for problems only."""
        banner = self.banner(problem)
        if at:
            response = self.show(at, status=problem.status, banner=banner, typed=typed)
        else:
            response = self.draw("error", at="/", status=problem.status, banner=banner)
        response.headers.update(dict(problem.headers))
        return response

    def draw(
        self,
        here: str,
        *,
        template: str = "",
        status: int = 200,
        at: str = "",
        banner: Banner | None = None,
        typed: Typed | None = None,
        filled: Typed | None = None,
        system: str | None = None,
        **more: Any,
    ) -> Response:
        """Draw a page, or its main part for who asks for no more.

        here: the page's name, for its title and its place in the bar. at: its address, by default the one
        asked for. filled: what stands in a form into which nobody has typed. system: the game that the page
        is about, where that need not be the one on the table.
        more: whatever the template draws beside.
        """
        as_of = self._as_of()
        snapshot, now = self.site.table.snapshot, self.site.clock()
        page, kept = without_typed(at or address(request.path, request.args))
        typed = typed or kept
        query = dict(parse_qsl(urlsplit(page).query))
        names = self.names(snapshot)
        alone = FRAGMENT in request.headers
        drawn = {
            "base": "fragment.html" if alone else "layout.html",
            "here": here,
            "page": page,
            "again": with_typed(page, typed),
            "typing": typed is not None,
            "scheme": scheme_of(request),
            "query": query,
            "title": self._title(here, snapshot, names),
            "banner": banner,
            "system": system,
            **template_functions(self.language(system)),
            **self._helpers(names, seconds(now)),
            **typed_functions(typed or filled, by_hand=typed is not None),
            **self._table(snapshot, names, now),
            "viewer": self._viewer(snapshot, names, query.get("for")),
            "looks": self._looks(here, system),
            "organiser": organiser(self.site),
            "came": None if (came := self.site.came()) is None else self.language().say(came),
            **more,
        }
        if alone:
            drawn |= {"ago": lambda _at: "", "fresh": lambda: self._key}
            if drawn.get("running"):
                drawn["said_played"] = ""
        drawn |= dict.fromkeys(OF_NOW, "") if alone else self._of_now(as_of, snapshot, names)
        drawn |= self._pieces(drawn, (page, self.language().code, as_of) if "cached" in g else None)
        html = current_app.jinja_env.get_template(template or f"{here}.html").render(drawn)
        return self._sent(make_response(html, status), as_of)

    def _sent(self, response: Response, as_of: str) -> Response:
        """A page with the headers of all pages; a fragment also with what it does not hold itself."""
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Language"] = self.language().code
        response.headers["Vary"] = f"Accept-Encoding, Accept-Language, Cookie, {FRAGMENT}"
        if FRAGMENT in request.headers:
            snapshot = self.site.table.snapshot
            of_now = {**self._of_now(as_of, snapshot, self.names(snapshot)), "key": self._key}
            response.headers[MOMENT] = json.dumps(of_now)  # in ASCII, as headers are
        return response

    def _of_now(self, as_of: str, snapshot: Snapshot, names: Mapping[str, str]) -> dict[str, Any]:
        """What a page shows of the moment and of the phone alone, so that no cached fragment holds it."""
        news, moves = self._news.get((as_of, self.language().code), lambda: self._latest(names))
        own = self._just_done()
        joined = phone_in(request, self.site.membership).member is not None
        return {
            "etag": as_of,
            "version": snapshot.version,
            "now": seconds(self.site.clock()),
            "news": news,
            "did": self.did(own.text, names, own.system) if own else "",
            "moves": "yes" if joined and (own.text.what in MOVES if own else moves) else "",
        }

    def _latest(self, names: Mapping[str, str]) -> tuple[str, bool]:
        """What was done last, of an undo, a redo or a correction also who did it; and whether it is one."""
        for each in self.site.table.log_entries(1):
            did = self.did(each.text, names, each.system)
            if each.text.what not in (*MOVES, "correct"):
                return did, False
            unnamed = "page.somebody" if each.source == "phone" else "page.the-box"
            who = each.name or names.get(each.by or "") or self.language().phrase(unnamed)
            said = Text(f"page.by-{each.text.what}", {"step": did, **each.text.params, "who": capital(who)})
            return self.language(each.system).say(with_names(said, names)), True
        return "", False

    def banner(self, problem: Problem, **more: Any) -> Banner:
        """What a page says of a problem. more: further fields of the banner."""
        names = self.names(self.site.table.snapshot)
        return Banner(self.language().say(with_names(problem.message, names)), rule=problem.rule, **more)

    def language(self, system: str | None = None) -> Language:
        """The language of the one who asks, in the words of a game, by default of the one on the table."""
        if "language" not in g:
            g.language = language_of(request, self.site.messages, self.site.system)
        asked: Language = g.language
        return asked.for_game(system or self.site.system)

    def title(self, system: str) -> str:
        """A game's name in the language of the one who asks."""
        return word(self.language(system), "system", system)

    def names(self, snapshot: Snapshot, language: Language | None = None) -> dict[str, str]:
        """What each player is called: the typed name, else the colour."""
        language = language or self.language()
        players = snapshot.play.view.players if snapshot.play else ()
        return {each.colour: each.name or word(language, "colour", each.colour) for each in players}

    def did(self, entry: LogText, names: Mapping[str, str], system: str | None = None) -> str:
        """Something done, in words. system: the game that tells it, None for the one on the table."""
        return self.language(system).say(with_names(entry.text(), names))

    def _asked(self, **_parts: str) -> Response:
        """The requested page."""
        if self.site.system is None and request.path.split("/")[1] in _OF_A_GAME:
            return redirect_to("/games")
        at = address(request.path, {name: each for name, each in request.args.items() if name != DID})
        return self._fragment(at) if FRAGMENT in request.headers else self.show(at)

    def _fragment(self, at: str) -> Response:
        """The page's main part for a phone that has the page open."""
        as_of, key = self._as_of(), self._key_of(urlsplit(at).path)[0]
        typed = without_typed(at)[1] is not None
        if key not in self._cached or typed or len(at) > _LONGEST:
            return self._sent(Fragment(self.show(at).get_data()).response(), as_of)
        g.cached = True
        snapshot = self.site.table.snapshot
        viewer = self._viewer(snapshot, self.names(snapshot), None).anonymise()
        found = self._fragments.get(
            (at, self.language().code, viewer, as_of), lambda: Fragment(self.show(at).get_data())
        )
        return self._sent(found.response(), as_of)

    def _as_of(self) -> str:
        """The moment that this answer shows, read before anything of it: what is drawn is this, or newer."""
        if "as_of" not in g:
            g.as_of = etag(self.site, current_moment(self.site))
        moment: str = g.as_of
        return moment

    def _just_done(self) -> LogEntry | None:
        """This phone's own latest entry, and whether it was undone since; None on any other page."""
        n = request.args.get(DID, "")
        if not n.isdecimal() or len(n) > _DIGITS:
            return None
        for each in self.site.table.log_entries(1, int(n) + 1):
            if each.n == int(n):
                undone = LogText("noted", {"did": each.text.text(), "note": Text("page.undone")})
                return replace(each, text=undone) if each.undone else each
        return None

    def _title(self, here: str, snapshot: Snapshot, names: Mapping[str, str]) -> str:
        language = self.language()
        name = language.phrase("page.name")
        if here == "table" and snapshot.play:
            moment = with_names(snapshot.play.view.moment, names)
            return f"{capital(language.say(moment))} · {name}"
        return f"{language.phrase(f'page.{here}')} · {name}"

    def _looks(self, here: str, system: str | None) -> list[str]:
        """The style sheets of the game that the page is about or on the table; of every game where phones
        wait for one, which is why each sheet styles what is the game's own only."""
        system = system or self.site.system
        systems = [system] if system and here not in _LOBBY else self.site.games
        found = (f"{folder_name(system)}/style.css" for system in systems)
        return [self.assets.path(each) for each in found if self.assets.has(each)]

    def _viewer(self, snapshot: Snapshot, names: Mapping[str, str], wish: str | None) -> Viewer:
        viewer = Viewer(phone_in(request, self.site.membership), snapshot, self.language(), names, wish)
        if "cached" in g:
            viewer.anonymise()
        return viewer

    def _table(self, snapshot: Snapshot, names: Mapping[str, str], now: datetime) -> dict[str, Any]:
        """What is drawn of the table."""
        language = self.language()
        play = snapshot.play
        drawn: dict[str, Any] = {
            "play": play,
            "game": play.view if play else None,
            "tags": snapshot.tags,
            "house_rules": snapshot.box_state.house_rules,
            "damage": in_words(language, snapshot.set_aside) if snapshot.set_aside else None,
            "all_colours": play.game.colours if play else (),
            "names": names,
            "tabs": (*TABS, ("box", "/box")) if self.site.box else TABS,
        }
        if play:
            played = play.steps.played_until(now)
            drawn |= {
                "folder": folder_name(play.game.system),
                "lasted": int(played.total_seconds()),
                "began": seconds(now - played),
                "running": not play.over,
                "said_luck": language.join(language.say(each) for each in play.luck),
                "said_played": duration(language, int(played.total_seconds())),
                "undo": self._step(play.undo, names),
                "redo": self._step(play.redo, names),
            }
        return drawn

    def _pieces(self, drawn: Mapping[str, Any], at: Hashable) -> dict[str, Any]:
        """The pieces `ui`, and `once`, which draws a template that is the same for every viewer: it is given
        what every template has but `viewer`.

        at: the page, language and moment for which these are cached, None for a page that is not.
        """
        env = current_app.jinja_env
        every = {**env.globals, **drawn}
        del every["viewer"]
        every["ui"] = ui = env.get_template("ui.html").make_module(every, shared=True)

        def once(name: str, colour: str = "", **given: Any) -> str:
            """colour: the player's whose section it is, or another word for which of this template it is."""

            def draw() -> str:
                known = {**every, "colour": colour, **given, "once": once}
                return env.get_template(name).make_module(known, shared=True).__html__()

            return draw() if at is None else self._sections.get((at, name, colour), draw)

        return {"ui": ui, "once": once}

    def _step(self, step: UndoStep | None, names: Mapping[str, str]) -> dict[str, Any] | None:
        """What undo would take back, or redo do again. `to`: the moment it leads to, or None."""
        if step is None:
            return None
        return {"by": step.by, "said": self.did(step.text, names), "at": seconds(step.at), "to": step.moment}

    def letter(self, colour: str) -> str:
        """A player's letter, as it stands on the display."""
        return self.site.messages.language(self.site.language).phrase(f"letter.{colour}")

    def _at_box(self, said: str) -> str:
        """Words as the display shows them, for who looks for them there."""
        return self.site.messages.language(self.site.language).phrase(said)

    def _helpers(self, names: Mapping[str, str], now: Seconds) -> dict[str, Any]:
        """What the templates call."""
        language = self.language()
        return {
            "lang": language.code,
            "languages": self.site.messages.names(),
            "partly": partly_translated(self.site.messages, language),
            "letter": self.letter,
            "at_box": self._at_box,
            "named": lambda params: params_with_names(params, names),
            "people": lambda every: [
                (each, names.get(each) or capital(word(language, "colour", each))) for each in every
            ],
            "place": lru_cache(_PLACES)(place),
            "title_of": lambda system: word(language.for_game(system), "system", system),
            "capital": capital,
            "fresh": lambda: secrets.token_urlsafe(9),
            "ago": lambda at: ago(language, at, now),
            "asset": self.assets.path,
            "rules_of": lambda system, phase: self.rulebooks.phases(system).get(phase, 0),
            "rule": lambda known_as: self.rulebooks.find(known_as, language.code),
            "rule_title": lambda known_as: self.rulebooks.title(known_as, language.code),
            "pairs": lambda values: [(each, each) for each in values],
        }
