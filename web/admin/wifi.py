"""The box's Wi-Fi: its state, the networks in range, joining one, and the box's own access point."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import Response, request

from web.admin.forms import HERE, guard
from web.errors import Problem
from web.pages.forms import Typed
from web.pages.pages import Pages

if TYPE_CHECKING:
    from companion.system.wifi import Stay
    from companion.system.wifi_keeper import WifiKeeper

AT = f"{HERE}/wifi"
_STRONG, _FAIR = 67, 34
_SHORTEST, _LONGEST, _KEY = 8, 63, 64
"""Bytes of a password; hexadecimal digits of a key in its place."""
_LONGEST_NAME = 32
_HEX = frozenset("0123456789abcdefABCDEF")
_GOING_ON = frozenset({"opening", "listening", "joining", "waiting"})
_CHOICES = frozenset({"evening", "always", "home"})
_OTHER = ""
"""The list's value for a network whose name is typed."""


class _Request:
    """A validated form. Raises `Problem` 400 with the invalid field.

    do: the action. name, password: of the network to join; None keeps the password of a known one.
    """

    def __init__(self, keeper: WifiKeeper) -> None:
        fields = request.form
        self.do = fields.get("do", "")
        self.name = fields.get("network", _OTHER) or fields.get("name", "").strip()
        self.password = fields.get("password", "") or None
        if self.do == "join":
            self._check(keeper)
        elif self.do not in _CHOICES and self.do != "listen":
            raise Problem(400, "bad-request")

    def _check(self, keeper: WifiKeeper) -> None:
        heard = next((each for each in keeper.now.heard if each.name == self.name), None)
        if heard is None and not _is_name(self.name):
            raise Problem(400, "wifi-name", {"field": "name"})
        if heard is not None and heard.lock in ("person", "old"):
            raise Problem(400, f"wifi-{heard.lock}", {"field": "network", "network": self.name})
        if heard is not None and heard.lock == "open":
            self.password = None
        elif self.password is None and (heard is None or self.name in keeper.now.known):
            return
        elif self.password is None or not _is_password(self.password):
            raise Problem(400, "wifi-password", {"field": "password"})


def routes(pages: Pages) -> None:
    """Show the box's Wi-Fi, and change it after the admin has confirmed on the phone."""
    site, blueprint = pages.site, pages.blueprint

    @blueprint.get(AT)
    def wifi() -> Response:
        guard(site)
        return _page(pages)

    @blueprint.post(AT)
    def change_wifi() -> Response:
        guard(site)
        keeper = site.wifi
        if keeper is None or not keeper.has_radio:
            return _page(pages, status=409)
        try:
            wanted = _Request(keeper)
        except Problem as problem:
            fields = {name: request.form.get(name, "") for name in ("network", "name")}
            typed = Typed("wifi", fields, str(problem.params.get("field", "")))
            return _page(pages, problem, typed, status=problem.status)
        sure = "sure" in request.form
        if sure:
            _perform(wanted, keeper)
        named = keeper.named
        return pages.draw(
            "care-wifi",
            template="care_wifi_gone.html" if sure else "care_wifi_sure.html",
            at=AT,
            tab="games",
            wish=wanted,
            leaves=_disconnects(wanted, keeper),
            own=named,
            playing=site.playing,
        )


def _perform(wanted: _Request, keeper: WifiKeeper) -> None:
    if wanted.do == "join":
        keeper.join(wanted.name, wanted.password)
    elif wanted.do == "listen":
        keeper.listen()
    else:
        keeper.stay(cast("Stay", wanted.do))


def _disconnects(wanted: _Request, keeper: WifiKeeper) -> bool:
    """Whether phones lose their connection to the box."""
    is_open = keeper.own is not None
    if wanted.do in ("evening", "always"):
        return not is_open
    return is_open or wanted.do == "join"


def _page(
    pages: Pages, problem: Problem | None = None, typed: Typed | None = None, *, status: int = 200
) -> Response:
    keeper = pages.site.wifi
    ours = keeper is not None and keeper.has_radio
    now = keeper.now if keeper is not None and ours else None
    return pages.draw(
        "care-wifi",
        template="care_wifi.html",
        status=status,
        at=AT,
        tab="games",
        banner=None if problem is None else pages.banner(problem),
        typed=typed,
        wifi=now,
        managed=keeper is not None,
        own=keeper.named if keeper is not None else None,
        is_open=keeper is not None and keeper.own is not None,
        why=pages.language().say(now.why) if now is not None and now.why is not None else "",
        again=now is not None and now.doing in _GOING_ON and typed is None,
        strength=_strength,
        playing=pages.site.playing,
    )


def _strength(strength: int) -> str:
    """A network's signal strength, in percent, as a word of the catalogue."""
    return "strong" if strength >= _STRONG else "fair" if strength >= _FAIR else "weak"


def _is_name(name: str) -> bool:
    return name.isprintable() and 0 < len(name.encode("utf-8", "replace")) <= _LONGEST_NAME


def _is_password(password: str) -> bool:
    size = len(password.encode("utf-8", "replace"))
    if size == _KEY:
        return set(password) <= _HEX
    return _SHORTEST <= size <= _LONGEST and password.isprintable()
