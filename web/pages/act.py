"""The game on the table, and acting on it by forms: every command that a page says is posted here.

A command is done and the page asked for anew, or the page comes back as it was typed, with what was refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec
from flask import Response, abort, request

from companion.games import Command, Refused
from companion.storage.storage import StorageFailed
from companion.table.commands import Resume, Start
from companion.table.parsing import InvalidCommand
from companion.table.table import Stale
from web.aids import setup_progress
from web.auth import phone_id
from web.errors import problem_of
from web.membership import Member
from web.pages.addresses import having_done
from web.pages.assets import game_folder
from web.pages.banner import Offer
from web.pages.forms import (
    FORM_ONLY,
    Typed,
    body,
    commands_by_tag,
    expand_fields,
    local_address,
    member_or_join,
    read_form,
    redirect_to,
    switches,
)
from web.pages.pages import Pages
from web.pages.report_contents import best_moments
from web.people import colour_of, learn_names
from web.site import Site

_LONGEST_KEY = 100
_LONGEST_FORM = 4000
_TOLD = 20
"""Most entries to list of those made since a page was drawn."""
_PART = r"[a-z]{1,20}"


def routes(pages: Pages) -> None:
    """Show the game on the table, and take the forms of every page that says a command."""
    site = pages.site

    def part(name: str, _query: Mapping[str, str]) -> dict[str, Any]:
        """The game's own template for a part of the page."""
        play = site.table.snapshot.play
        if play is None or (name and not re.fullmatch(_PART, name)):
            abort(404)
        file = f"page_{name}.html" if name else "act.html"
        if not game_folder(play.game).joinpath(file).is_file():
            if request.method == "GET":
                abort(404)
            file = "act.html"  # of another game's page: what it posted is refused on the page that there is
        return {"part": file}

    def table(_part: str, _query: Mapping[str, str]) -> dict[str, Any]:
        play = site.table.snapshot.play
        moments = best_moments(pages, play.id) if play and play.over else []
        return {"moments": moments}

    pages.add("/table", table, cached=True)
    pages.add("/about", lambda _part, _query: {"tab": "table", "has_set_up": _has_set_up(site)}, cached=True)
    pages.add("/act", part, cached=True)
    pages.add("/act/<part>", part, cached=True)

    @pages.blueprint.post("/act")
    def acted() -> Response:
        fields = read_form()
        page, forms = local_address(fields.get("page", "/table")), _one_after_another(fields)
        member = member_or_join(site, f"/join?{urlencode({'back': page})}")
        went_on = _goes_on(site)
        for form in forms:
            typed, command = Typed(form.get("form", ""), form), None
            try:
                command = _read(site, form)
                done = _perform(site, member, command, form)
            except Refused as refused:
                return _refused(pages, page, typed, command, refused)
            except InvalidCommand as misfit:
                problem = problem_of(misfit)
                typed = Typed(typed.form, form, _field_at(misfit.field or "", form))
                banner = pages.banner(problem, mend=True)
                return pages.show(page, status=problem.status, banner=banner, typed=typed)
        after = local_address(fields.get("onward", page))  # a question in the page's address is answered then
        shows = isinstance(command, Start | Resume) or (went_on and not _goes_on(site))
        return redirect_to(having_done("/table" if shows else after, done))


def _goes_on(site: Site) -> bool:
    """Whether a game is on the table that has not ended."""
    play = site.table.snapshot.play
    return play is not None and not play.over


def _has_set_up(site: Site) -> bool:
    """Whether the game on the table has a list for setting it up."""
    return site.system is not None and setup_progress(site, site.system) is not None


def _one_after_another(fields: dict[str, str]) -> tuple[dict[str, str], ...]:
    """The form, then the one that its field `then` holds: what was refused until this one was done, or what
    goes with it; and so on. Each that follows has a key made from the first one's.
    """
    forms, key = [fields], fields.get("id", "")
    while then := parse_qsl(forms[-1].get("then", "")[:_LONGEST_FORM], keep_blank_values=True):
        forms.append({**expand_fields(dict(then).items()), "id": key and f"{key}+{len(forms)}"})
    return tuple(forms)


def _read(site: Site, fields: dict[str, str]) -> Command:
    """The form's command. Raises `InvalidCommand`; `Stale` for one that fitted the table as it was before."""
    key = _key(fields)
    first = [each for codec in site.table.command_codecs(key) for each in codec.commands.values()]
    known = commands_by_tag((*first, *(each for game in site.games.values() for each in game.commands)))
    expects = fields.get("expects", "")
    if expects and not (expects.isdecimal() and len(expects) < 16):
        raise InvalidCommand("expects", "wrong-value", given=expects[:_LONGEST_KEY], wanted="")
    try:
        return site.table.read(body(fields, known), key=key)
    except InvalidCommand:
        snapshot = site.table.snapshot
        if expects and int(expects) != snapshot.version:
            raise Stale(snapshot) from None
        raise


def _field_at(path: str, form: Mapping[str, str]) -> str | None:
    """The name of the form's field at a path of the command; `.@2` in a name is `[2]` in a path."""
    for name in form:
        own = re.sub(r"\.@(\d+)", r"[\1]", name.partition(":")[0])
        if path == own or path.startswith(f"{own}["):
            return name
    return None


def _perform(site: Site, member: Member, command: Command, fields: dict[str, str]) -> int:
    """Do it; the number of its entry."""
    if isinstance(command, Start | Resume):
        learn_names(site)
    expects = fields.get("expects", "")
    done = site.table.perform(
        command,
        source="phone",
        by=colour_of(member, site.table.snapshot),
        name=member.name,
        expects=int(expects) if expects else None,
        key=_key(fields),
        phone=phone_id(request),
    )
    return done.version


def _key(fields: dict[str, str]) -> str | None:
    return fields.get("id", "")[:_LONGEST_KEY] or None


def _refused(pages: Pages, page: str, typed: Typed, command: Command | None, refused: Refused) -> Response:
    """The page with why, and with what the rules would accept instead: a table that has moved on and a disk
    that takes nothing are no matter of them.
    """
    problem, stale = problem_of(refused), isinstance(refused, Stale)
    ours = problem.message.system in {None, pages.site.system}
    offers: tuple[Offer, ...] = ()
    if command and not isinstance(refused, Stale | StorageFailed):
        offers = tuple(_offers(pages, typed.values, command, refused))
    banner = pages.banner(
        problem,
        since=_since(pages, typed.values) if stale else (),
        hint=pages.language(problem.message.system).phrase("page.stale-hint") if stale else "",
        offers=offers,
        moment=bool(offers),
        code=problem.code if ours else "",
        params=problem.params,
        again=_again(typed.values),
        mend=not ours,
    )
    return pages.show(page, status=problem.status, banner=banner, typed=typed)


def _since(pages: Pages, fields: Mapping[str, str]) -> tuple[str, ...]:
    """What was done since the page with the form was drawn, the oldest first, of more the last few."""
    names = pages.names(pages.site.table.snapshot)
    drawn = int(fields.get("expects") or 0)
    tales = [each for each in pages.site.table.log_entries(_TOLD) if each.n > drawn]
    return tuple(pages.did(each.text, names, each.system) for each in reversed(tales))


def _again(fields: Mapping[str, str]) -> str:
    """The form as a query, without its key and what spoke of the moment."""
    kept = {name: value for name, value in fields.items() if name not in {"id", "expects", "page", "then"}}
    return urlencode(kept, errors="replace")


def _offers(pages: Pages, fields: Mapping[str, str], command: Command, refused: Refused) -> Iterator[Offer]:
    """What would be accepted instead: a yes where the form said no, or the value that the refusal names.

    Only where a catalogue has words for it: `offer.<command>.<field>`, else `offer.<field>`. What was for one
    moment of the table is offered for the present one, so that no two phones go on by it one after the other.
    """
    language = pages.language(refused.system)
    instead: dict[str, object] = dict.fromkeys(switches(command), True)
    for each in msgspec.structs.fields(command):
        if each.name in refused.params and each.name not in instead:
            instead[each.name] = refused.params[each.name]
    for name, value in instead.items():
        named = (f"offer.{command.__struct_config__.tag}.{name}", f"offer.{name}")
        words = next((each for each in named if language.has(each)), None)
        if words is None or getattr(command, name) == value:
            continue
        other = msgspec.structs.replace(command, **{name: value})
        if pages.site.table.would_refuse(other) is None:
            kept = [
                (key, each) for key, each in fields.items() if key == "type" or key not in {*FORM_ONLY, name}
            ]
            if fields.get("expects"):
                kept.append(("expects", str(pages.site.table.snapshot.version)))
            text = "true" if value is True else str(value)
            yield Offer(language.phrase(words, {"value": text}), (*kept, (name, text)))
