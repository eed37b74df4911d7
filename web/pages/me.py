"""Who a page is drawn for, as the page speaks of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeAlias

import msgspec
from flask import Request

from companion.language.messages import Language
from companion.table.snapshot import Snapshot
from web.auth import MEMBER_COOKIE, phone_id, token_of
from web.membership import Member, Membership
from web.people import colour_of
from web.words import word


class Phone(msgspec.Struct, frozen=True):
    """Who asks, as far as any page depends on him. member: None for who has not joined. lapsed: he had, and
    the box has made a new code since. mark: that of his phone among others that have joined.
    """

    member: Member | None
    lapsed: bool
    mark: str


def phone_in(request: Request, membership: Membership) -> Phone:
    """Who sent a request."""
    member = membership.who(token_of(request))
    return Phone(member, member is None and MEMBER_COOKIE in request.cookies, phone_id(request))


Viewer: TypeAlias = tuple[bool, bool, str | None]
"""What of a phone a cached page depends on: whether it has joined or its code has lapsed, and its colour."""


class Me:
    """Who asks, as the pages speak of him.

    names: of the players by colour. wish: the colour for whom the page was asked to act.
    """

    def __init__(
        self, phone: Phone, snapshot: Snapshot, language: Language, names: Mapping[str, str], wish: str | None
    ) -> None:
        self._phone = phone
        self._snapshot = snapshot
        self._language = language
        self._names = names
        self._wish = wish
        self.joined = phone.member is not None
        self.lapsed = phone.lapsed
        self.name = phone.member.name if phone.member else ""
        self.colour = colour_of(phone.member, snapshot) if phone.member else None

    def as_viewer(self) -> Viewer:
        """Drop name and seed: what remains is the viewer that a page is cached for."""
        self.name = self.seed = ""
        return self.joined, self.lapsed, self.colour

    @cached_property
    def said(self) -> str:
        """The name, else the colour's, else "somebody"; empty without a member."""
        if not self.joined or self.name:
            return self.name
        if self.colour is None:
            return self._language.phrase("page.somebody")
        return self._names.get(self.colour) or word(self._language, "colour", self.colour)

    @cached_property
    def seed(self) -> str:
        """What his phone has added to the next game's dice."""
        coming = self._snapshot.commitment
        return coming.seeds.get(self._phone.mark, "") if coming else ""

    @cached_property
    def turn(self) -> str:
        """`now` when it is his go, `next` when it comes after the present one, else nothing."""
        play = self._snapshot.play
        if play is None or not self.plays:
            return ""
        if play.view.on_turn == self.colour:
            return "now"
        return "next" if play.view.upcoming == self.colour else ""

    @cached_property
    def waits(self) -> bool:
        """Whether it is another player's go and not his own."""
        play = self._snapshot.play
        if play is None or play.view.on_turn in {None, self.colour}:
            return False
        return self.plays or self.colour in play.view.left

    @cached_property
    def gone(self) -> bool:
        """Whether his player has left the game, and the page was asked to act for no other."""
        play = self._snapshot.play
        if play is None or self.colour not in play.view.left:
            return False
        return self._wish not in {each.colour for each in play.view.players} - set(play.view.left)

    @cached_property
    def plays(self) -> bool:
        """Whether the phone's colour plays in the game on the table."""
        play = self._snapshot.play
        if play is None or self.colour in play.view.left:
            return False
        return self.colour in {each.colour for each in play.view.players}

    @cached_property
    def chosen(self) -> str | None:
        """The colour for whom the page acts: the one asked for, the member's own, whose go it is, the first.

        Somebody who has left the game only if he is asked for.
        """
        if self._snapshot.play is None:
            return None
        view = self._snapshot.play.view
        everybody = [each.colour for each in view.players]
        if self._wish in everybody:
            return self._wish
        playing = [each for each in everybody if each not in view.left]
        wishes = (self.colour, view.on_turn)
        return next((each for each in wishes if each in playing), playing[0] if playing else None)
