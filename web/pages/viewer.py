"""The viewer of a page: a member, or a phone that has not joined."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec
from flask import Request

from companion.language.messages import Language
from companion.table.snapshot import Snapshot
from web.auth import MEMBER_COOKIE, phone_id, token_of
from web.membership import Member, Membership
from web.people import colour_of
from web.words import word


class Phone(msgspec.Struct, frozen=True):
    """The phone that sent a request. member: None if it has not joined. lapsed: it had, before the
    box made a new code. mark: distinguishes it from other phones that have joined.
    """

    member: Member | None
    lapsed: bool
    mark: str


def phone_in(request: Request, membership: Membership) -> Phone:
    """The phone that sent a request."""
    member = membership.who(token_of(request))
    return Phone(member, member is None and MEMBER_COOKIE in request.cookies, phone_id(request))


STRANGER = Phone(None, False, "")
"""A phone that has not joined."""


class Viewer:
    """The person a page is rendered for: a member, or a stranger.

    names: of the players by colour. wish: the colour that the page was asked to act for.
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

    def anonymise(self) -> tuple[bool, bool, str | None]:
        """Drop name and seed, for a page that is cached; return what it still depends on."""
        self.name = self.seed = ""
        return self.joined, self.lapsed, self.colour

    @cached_property
    def label(self) -> str:
        """The name, else the colour's, else "somebody"; empty without a member."""
        if not self.joined or self.name:
            return self.name
        if self.colour is None:
            return self._language.phrase("page.somebody")
        return self._names.get(self.colour) or word(self._language, "colour", self.colour)

    @cached_property
    def seed(self) -> str:
        """What this phone has added to the next game's dice."""
        coming = self._snapshot.commitment
        return coming.seeds.get(self._phone.mark, "") if coming else ""

    @cached_property
    def turn(self) -> str:
        """`now` in this player's turn, `next` if it follows the present one, else empty."""
        play = self._snapshot.play
        if play is None or not self.plays:
            return ""
        if play.view.on_turn == self.colour:
            return "now"
        return "next" if play.view.upcoming == self.colour else ""

    @cached_property
    def waits(self) -> bool:
        """Whether it is another player's turn."""
        play = self._snapshot.play
        if play is None or play.view.on_turn in {None, self.colour}:
            return False
        return self.plays or self.colour in play.view.left

    @cached_property
    def gone(self) -> bool:
        """Whether this player has left the game, and the page was asked to act for no other."""
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
        """The colour that the page acts for: the one asked for, the member's own, the one on turn, the first.

        A player who has left the game only if asked for.
        """
        if self._snapshot.play is None:
            return None
        view = self._snapshot.play.view
        colours = [each.colour for each in view.players]
        if self._wish in colours:
            return self._wish
        playing = [each for each in colours if each not in view.left]
        wishes = (self.colour, view.on_turn)
        return next((each for each in wishes if each in playing), playing[0] if playing else None)
