"""What a page is drawn with: the reader's language, his seat, the table, and helpers for the templates."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Response, make_response, render_template, request
from markupsafe import Markup

from companion.games import Told, folders
from companion.games.rulebook import Rulebooks
from companion.language.messages import Language, Messages, rulebook_catalogues
from companion.language.text import Text
from companion.table.snapshot import Snapshot
from web.callers import COOKIE, member_of
from web.membership import Member
from web.pages.assets import Assets, folder_name
from web.pages.forms import Typed, opened, with_typed
from web.site import Site, language_of


def word(language: Language, kind: str, each: Any) -> str:
    """A single word, for instance of the kind `colour`."""
    return language.phrase(f"{kind}.{each}")


def seat(language: Language, member: Member | None, names: Mapping[str, str]) -> dict[str, Any]:
    """The reader as the pages speak of him. said: his name, else his colour's, else "somebody".

    lapsed: he had joined, and the box has made a new code since.
    """
    if member is None:
        return {"joined": False, "lapsed": COOKIE in request.cookies, "name": "", "colour": None, "said": ""}
    said = member.name or (names.get(member.colour) or word(language, "colour", member.colour)
                           if member.colour else language.phrase("page.somebody"))  # fmt: skip
    return {"joined": True, "name": member.name, "colour": member.colour, "said": said}


def chosen(snapshot: Snapshot, member: Member | None, wish: str | None) -> str | None:
    """The colour for whom the page acts: the one asked for, whose go it is, the reader's own, the first."""
    if snapshot.play is None:
        return None
    playing = [each["colour"] for each in snapshot.body["game"]["players"]]
    wishes = (wish, snapshot.play.acting, member.colour if member else None)
    return next((each for each in wishes if each in playing), playing[0] if playing else None)


def helpers(language: Language) -> dict[str, Any]:
    """What the templates call to say something in this language."""
    return {
        "t": lambda code, **params: language.phrase(code, params),
        "say": language.say,
        "word": lambda kind, each: word(language, kind, each),
        "Word": lambda kind, each: capital(word(language, kind, each)),
    }


def with_names(params: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Parameters of a sentence with the players' names in the place of their colours."""
    said: dict[str, Any] = {
        name: by_name(each, names) if isinstance(each, Text) else each for name, each in params.items()
    }
    if isinstance(said.get("colour"), str):
        said["colour"] = names.get(said["colour"], said["colour"])
    if isinstance(said.get("players"), list | tuple):
        said["players"] = [names.get(each, each) for each in said["players"]]
    return said


def by_name(said: Text, names: Mapping[str, str]) -> Text:
    """A sentence with the players' names in the place of their colours."""
    return Text(said.code, with_names(said.params, names), said.system)


def capital(sentence: str) -> str:
    """The sentence with a capital at its start."""
    return sentence[:1].upper() + sentence[1:]


Seconds = int
PAUSE = timedelta(minutes=30)
"""A gap between two entries counts as play up to here: a longer one was a meal, or a week."""


def seconds_since(at: datetime, now: datetime) -> Seconds:
    """How long ago that was; 0 when the clock has been put back since."""
    return max(0, int((now - at).total_seconds()))


def ago(language: Language, age: Seconds) -> str:
    """An age in words, in the largest unit that it fills."""
    if age < 60:
        return language.phrase("page.age-seconds", {"n": age})
    if age < 3600:
        return language.phrase("page.age-minutes", {"n": age // 60})
    return language.phrase("page.age-hours", {"n": age // 3600})


def lasted(language: Language, time: Seconds) -> str:
    """A time in hours and minutes."""
    return language.phrase("page.played", {"hours": time // 3600, "minutes": f"{time // 60 % 60:02}"})


class Played:
    """How long the game on the table has been played: gaps between its entries, longer ones as `PAUSE`.

    log: the entries after a number, as `Table.log` gives them; each is read once. Safe for any thread.
    """

    def __init__(self, log: Callable[[int], list[dict[str, Any]]]) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._game: str | None = None
        self._read = 0
        self._last: datetime | None = None
        self._played = timedelta()

    def seconds(self, game: str, version: int, now: datetime, *, running: bool) -> Seconds:
        """Until `now`, or until the last entry when the game is not running any more."""
        with self._lock:
            if game != self._game:
                self._game, self._read, self._last, self._played = game, 0, None, timedelta()
            if version > self._read:
                for entry in self._log(self._read):
                    self._read = max(self._read, entry["n"])
                    if entry["game"] == game:
                        self._count(datetime.fromisoformat(entry["at"]))
            gap = now - self._last if running and self._last else timedelta()
            return max(0, int((self._played + min(gap, PAUSE)).total_seconds()))

    def _count(self, at: datetime) -> None:
        if self._last is not None:
            self._played += min(max(at - self._last, timedelta()), PAUSE)
        self._last = at


FRAGMENT = "X-Fragment"
"""A request with this header wants the page's main part alone, to put in the place of the one it has."""
TABS = (("table", "/table"), ("act", "/act"), ("log", "/log"), ("games", "/games"), ("rules", "/rules"))


@dataclass(frozen=True, slots=True)
class Offer:
    """A button below a refusal: the same fields again, with what the refusal was about answered."""

    label: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """What a page says above everything else.

    kind: `bad`, `good` or nothing. rule: the ledger's ID. code, params: as in `Refused`, for the game's own
    template `refused_<code>.html`, which may offer a cure. again: the refused form as a query, as the field
    `then` of another form takes it.
    """

    message: str
    kind: str = "bad"
    rule: str | None = None
    hint: str = ""
    offers: tuple[Offer, ...] = ()
    code: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    again: str = ""


class Drawer:
    """Draws pages. One for the whole site; every call draws for the request under way."""

    def __init__(self, site: Site, assets: Assets) -> None:
        self._site = site
        self._assets = assets
        self._played = Played(site.table.log)
        books = {system: game.rulebook for system, game in site.games.items()}
        self.rulebooks = Rulebooks(books, Messages(rulebook_catalogues(folders(site.games))))

    def language(self, system: str | None = None) -> Language:
        """The language of the one who asks, in the words of a game, by default of the one on the table."""
        return language_of(request, self._site.messages, system or self._site.system)

    def draw(
        self,
        here: str,
        *,
        template: str = "",
        status: int = 200,
        at: str = "",
        notice: Notice | None = None,
        typed: Typed | None = None,
        system: str | None = None,
        **more: Any,
    ) -> Response:
        """Draw a page, or its main part for who asks for no more.

        here: the page's name, for its title and its place in the bar. at: its address, by default the one
        asked for. notice, typed: what came of a form. system: the game that the page is about, where that
        need not be the one on the table. more: whatever the template draws beside.
        """
        snapshot = self._site.table.snapshot
        page, kept = opened(at or address(request.path, request.args))
        typed = typed or kept
        query = dict(parse_qsl(urlsplit(page).query))
        said = {
            "base": "fragment.html" if FRAGMENT in request.headers else "layout.html",
            "here": here,
            "page": page,
            "again": with_typed(page, typed),
            "query": query,
            "title": self._title(here, snapshot),
            "notice": notice,
            "typed_form": typed.form if typed else "",
            "system": system,
            **helpers(self.language(system)),
            **self._helpers(typed),
            **self._table(snapshot, query.get("for")),
            "looks": self._looks(here, system),
            **more,
        }
        response = make_response(render_template(template or f"{here}.html", **said))
        response.status_code = status
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Language"] = self.language().code
        response.vary.update(("Accept-Language", "Cookie", FRAGMENT))
        return response

    def names(self, snapshot: Snapshot) -> dict[str, str]:
        """What each player is called: the typed name, else the colour."""
        language = self.language()
        game = snapshot.body["game"]
        players = game["players"] if game else ()
        return {each["colour"]: each["name"] or word(language, "colour", each["colour"]) for each in players}

    def told(self, told: Told, names: Mapping[str, str], system: str | None = None) -> str:
        """Something done, in words."""
        return self.language(system).phrase(f"did.{told.what}", with_names(told.params, names))

    def _news(self, names: Mapping[str, str]) -> str:
        """The newest entry in words; an undo is one too."""
        return next(
            (self.told(each.told, names, each.system) for each in self._site.table.tale(1)),
            "",
        )

    def _looks(self, here: str, system: str | None) -> list[str]:
        """The style sheets of the game that the page is about or on the table; of every game where one is
        started, which is why each sheet styles what is the game's own only."""
        system = system or self._site.system
        systems = [system] if system and here != "games" else self._site.games
        found = (f"{folder_name(system)}/style.css" for system in systems)
        return [self._assets.path(each) for each in found if self._assets.has(each)]

    def _table(self, snapshot: Snapshot, wish: str | None) -> dict[str, Any]:
        """What is drawn of the table. wish: the colour for whom the page should act."""
        language = self.language()
        game = snapshot.body["game"]
        names = self.names(snapshot)
        member = member_of(request, self._site.membership)
        said: dict[str, Any] = {
            "version": snapshot.version,
            "etag": snapshot.etag,
            "game": game,
            "tags": snapshot.tags,
            "all_colours": snapshot.game.colours if snapshot.game else (),
            "names": names,
            "me": seat(language, member, names),
            "chosen": chosen(snapshot, member, wish),
            "news": self._news(names),
            "tabs": (*TABS, ("box", "/box")) if self._site.box else TABS,
            "undo": snapshot.play and snapshot.play.undo,
            "redo": snapshot.play and snapshot.play.redo,
        }
        if snapshot.play:
            now = self._site.clock()
            running = not game["ended"]
            played = self._played.seconds(game["id"], snapshot.version, now, running=running)
            said |= {
                "pic": snapshot.play.picture,
                "folder": folder_name(game["system"]),
                "played": played,
                "running": running,
                "said_played": lasted(language, played),
            }
        return said

    def _title(self, here: str, snapshot: Snapshot) -> str:
        language = self.language()
        name = language.phrase("page.name")
        if here == "table" and snapshot.play:
            moment = by_name(snapshot.play.moment, self.names(snapshot))
            return f"{capital(language.say(moment))} · {name}"
        return f"{language.phrase(f'page.{here}')} · {name}"

    def _helpers(self, typed: Typed | None) -> dict[str, Any]:
        """What the templates call."""
        language = self.language()
        names = self.names(self._site.table.snapshot)

        def value(form: str, field: str, default: Any = "") -> Any:
            return typed.values.get(field, default) if typed and typed.form == form else default

        def wrong(form: str, field: str) -> Markup:
            bad = typed is not None and typed.form == form and typed.wrong == field
            return Markup(' class="wrong" aria-invalid="true"') if bad else Markup()

        return {
            "lang": language.code,
            "languages": [
                (each, self._site.messages.language(each).phrase("page.language"))
                for each in self._site.messages.codes
            ],
            "named": lambda params: with_names(params, names),
            "place": place,
            "capital": capital,
            "told": lambda told: self.told(told, names),
            "typed": value,
            "wrong": wrong,
            "fresh": lambda: secrets.token_urlsafe(9),
            "since": lambda at: seconds_since(at, self._site.clock()),
            "ago": lambda age: ago(language, age),
            "asset": self._assets.path,
            "rules_of": lambda system, phase: self.rulebooks.phases(system).get(phase, 0),
            "rule": lambda known_as: self.rulebooks.find(known_as, language.code),
            "pairs": lambda values: [(each, each) for each in values],
        }


def place(page: str, section: str) -> str:
    """A page's address with one of its sections open."""
    bare = page.partition("#")[0]
    if not section:
        return bare
    parts = urlsplit(bare)
    return f"{address(parts.path, {**dict(parse_qsl(parts.query)), 'open': section})}#{section}"


def address(path: str, query: Mapping[str, str]) -> str:
    """A page's address with its query, as forms send it back."""
    return f"{path}?{urlencode(query)}" if query else path
