"""A game's aids: open to every client, with or without a game on the table, without effect on it."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.games import Refused
from companion.table.parsing import InvalidCommand, convert
from companion.table.setup import SetupChecklist
from companion.table.snapshot import plain_params
from web.people import proposed_players
from web.site import Site

SETUP = "setup"
"""The aid that every game has: what is laid out before the first turn, and what of it is done."""
OptionFields = Annotated[
    dict[str, Any], Meta(max_length=60, extra_json_schema={"propertyNames": {"maxLength": 40}})
]
"""A game's options; the game's own type validates them."""


class SetupQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the setup checklist. By default it is about the players and options of the table."""

    players: Annotated[int, Meta(ge=1, le=6)] | None = None
    options: OptionFields | None = None


class SetupStep(msgspec.Struct, frozen=True):
    """code, params: what is to be done. step: the name by which it is ticked. rule: the ledger's ID. colour:
    of who does it."""

    code: str
    params: dict[str, Any]
    done: bool
    step: str
    rule: str | None
    colour: str | None


class Setup(msgspec.Struct, frozen=True):
    """steps: in the order in which they are done."""

    steps: tuple[SetupStep, ...]


def _set_up(site: Site, system: str, asked: Mapping[str, Any]) -> Setup:
    """The setup checklist. Raises `InvalidCommand`, also for an unknown number of players, and `Refused`."""
    question = convert(asked, SetupQuestion)
    options = None
    if question.options is not None:
        options = convert(question.options, site.games[system].options, "options")
    found = site.table.setup_checklist(system, question.players, options)
    if question.players is None and not found.players:
        raise InvalidCommand("players", "missing-field")
    return Setup(
        tuple(
            SetupStep(each.code, plain_params(each.params), done, each.name, each.rule, each.colour)
            for each, done in found.items
        )
    )


def setup_progress(site: Site, system: str) -> SetupChecklist | Refused | None:
    """A game's setup checklist, or the refusal; None for a game without one.

    Until the players are entered it is the list for as many as would sit down now.
    """
    try:
        found = site.table.setup_checklist(system)
        if not found.players:
            found = site.table.setup_checklist(
                system, len(proposed_players(site, site.games[system])) or None
            )
    except Refused as refused:
        return refused
    return found if found.items else None


def answer_aid(site: Site, system: str, name: str, asked: Mapping[str, Any]) -> msgspec.Struct:
    """The answer of a game's aid, from the state of the game if it is the one on the table.

    asked: the question as plain data. Raises `InvalidCommand` for what is none, and `Refused` in the words of
    that game.
    """
    if name == SETUP:
        return _set_up(site, system, asked)
    aid, play = site.games[system].aids[name], site.table.snapshot.play
    question = convert(asked, aid.query)
    try:
        return aid.answer(play.state if play and play.game.system == system else None, question)
    except Refused as refused:
        raise refused.for_game(system) from None
