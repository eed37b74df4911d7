"""Acting by forms: a command is done and the page asked for anew, or the page comes back as it was typed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode

import msgspec
from flask import Blueprint, Response, request

from companion.games import Command, Refused
from companion.table.commands import Resume, Start
from companion.table.reading import NotACommand
from companion.table.table import Stale
from web.callers import member_of, refuse_foreign
from web.membership import Member
from web.pages.drawing import Notice, Offer, with_names
from web.pages.forms import OWN, Typed, WrongPath, body, commands_by_tag, onward, own, switches, unfolded
from web.pages.show import Pages
from web.site import Site

_LONGEST_KEY = 100
_LONGEST_FORM = 4000


def routes(found: Blueprint, site: Site, pages: Pages) -> None:
    """Take the forms of every page that says a command."""

    @found.post("/act")
    def act() -> Response:
        refuse_foreign(request)
        fields = dict(unfolded(request.form.items(multi=True)))
        page = own(fields.get("page", "/table"))
        member = member_of(request, site.membership)
        if member is None:
            return onward(f"/join?{urlencode({'back': page})}")
        for form in _one_after_another(fields):
            try:
                command = _read(site, form)
                try:
                    _perform(site, member, command, form)
                except Refused as refused:
                    return _refused(site, pages, page, form, command, refused)
            except (NotACommand, WrongPath) as wrong:
                return _malformed(pages, page, form, wrong)
        return onward("/table" if isinstance(command, Start | Resume) else page)


def _one_after_another(fields: dict[str, str]) -> tuple[dict[str, str], ...]:
    """The form, and the one that its field `then` holds: what was refused until this one was done."""
    then = dict(parse_qsl(fields.get("then", "")[:_LONGEST_FORM], keep_blank_values=True))
    return (fields, dict(unfolded(then.items()))) if then else (fields,)


def _read(site: Site, fields: dict[str, str]) -> Command:
    """The form's command. Raises `NotACommand` and `WrongPath`."""
    key = _key(fields)
    known = commands_by_tag(each for game in site.table.readers(key) for each in game.commands.values())
    expects = fields.get("expects", "")
    if expects and not (expects.isdecimal() and len(expects) < 16):
        raise WrongPath("expects")
    return site.table.read(body(fields.items(), known), key=key)


def _perform(site: Site, member: Member, command: Command, fields: dict[str, str]) -> None:
    expects = fields.get("expects", "")
    site.table.perform(
        command,
        source="phone",
        by=member.colour,
        name=member.name,
        expects=int(expects) if expects else None,
        key=_key(fields),
    )


def _key(fields: dict[str, str]) -> str | None:
    return fields.get("id", "")[:_LONGEST_KEY] or None


def _malformed(pages: Pages, page: str, fields: dict[str, str], wrong: NotACommand | WrongPath) -> Response:
    language = pages.drawer.language()
    if isinstance(wrong, WrongPath):
        said = language.phrase("refused.unknown-field", {"field": wrong.field})
    else:
        said = language.say(wrong.said)
    field = wrong.field or ""
    typed = Typed(fields.get("form", ""), fields, field)
    return pages.show(page, status=400, notice=Notice(said), typed=typed)


def _refused(
    site: Site,
    pages: Pages,
    page: str,
    fields: dict[str, str],
    command: Command,
    refused: Refused,
) -> Response:
    language = pages.drawer.language(refused.system)
    names = pages.drawer.names(site.table.snapshot)
    said = language.phrase(f"refused.{refused.code}", with_names(refused.params, names))
    stale = isinstance(refused, Stale)
    notice = Notice(
        said,
        rule=refused.rule,
        hint=language.phrase("page.stale-hint") if stale else "",
        offers=() if stale else tuple(_offers(site, pages, fields, command, refused)),
        code=refused.code if refused.system in {None, site.system} else "",
        params=refused.params,
        again=_again(fields),
    )
    typed = Typed(fields.get("form", ""), fields)
    return pages.show(page, status=409 if stale else 422, notice=notice, typed=typed)


def _again(fields: dict[str, str]) -> str:
    """The form as a query under a fresh key, without what spoke of the moment."""
    kept = {name: value for name, value in fields.items() if name not in {"id", "expects", "page", "then"}}
    return urlencode({**kept, "id": secrets.token_urlsafe(9)}, errors="replace")


def _offers(
    site: Site, pages: Pages, fields: dict[str, str], command: Command, refused: Refused
) -> Iterator[Offer]:
    """What would be accepted instead: a yes where the form said no, or the value that the refusal names.

    Only where a catalogue has words for it: `offer.<field>`.
    """
    language = pages.drawer.language(refused.system)
    instead: dict[str, object] = dict.fromkeys(switches(command), True)
    for each in msgspec.structs.fields(command):
        if each.name in refused.params and each.name not in instead:
            instead[each.name] = refused.params[each.name]
    for name, value in instead.items():
        if not language.knows(f"offer.{name}") or getattr(command, name) == value:
            continue
        other = msgspec.structs.replace(command, **{name: value})
        if site.table.would_refuse(other) is None:
            kept = [(key, each) for key, each in fields.items() if key == "type" or key not in {*OWN, name}]
            text = "true" if value is True else str(value)
            yield Offer(language.phrase(f"offer.{name}", {"value": text}), (*kept, (name, text)))
