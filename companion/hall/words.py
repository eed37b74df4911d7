"""A table in the words of one language, for its row and its tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

import msgspec

from companion.games.results import Progress
from companion.hall.needs import NEEDS, HallTable, Need
from companion.health.broker_status import BrokerStatus
from companion.language.messages import Language
from companion.mqtt.payloads import TableState
from companion.parts import PartName
from companion.storage.entry import stamped_elsewhere
from web.words import Seconds, capital, seconds

_PARTS = frozenset(get_args(PartName))


class PlayerWords(msgspec.Struct, frozen=True):
    """A player. colour: empty for an unknown one. name: as typed, else the colour's word. acts: the
    player has the turn.
    """

    colour: str
    letter: str
    name: str
    acts: bool = False


class Placing(msgspec.Struct, frozen=True):
    """A player's placing. rank: empty while undecided."""

    rank: str
    who: PlayerWords
    points: int
    won: bool


class TableWords(msgspec.Struct, frozen=True):
    """A table in words. since, moved: in seconds, None if unknown. by: the calling player."""

    box: str
    need: Need
    name: str
    short: str
    title: str = ""
    turn: str = ""
    players: tuple[PlayerWords, ...] = ()
    far: Progress | None = None
    moved: Seconds | None = None
    call: str = ""
    since: Seconds | None = None
    by: PlayerWords | None = None
    missing: tuple[str, ...] = ()
    end: bool = False
    here: bool | None = None
    places: tuple[Placing, ...] = ()
    proof: str = "none"


def words_of(table: HallTable, need: Need, language: Language) -> TableWords:
    """A table in words."""
    state, call = table.state, table.call
    own = language.for_game(state.system if state else None)
    number = table.number
    name = language.phrase("hall.box", {"box": table.box})
    if number is not None:
        name = language.phrase("hall.table", {"number": number})
    found = TableWords(
        table.box, need, name, table.box[:4] if number is None else str(number), here=table.here
    )
    if call is not None:
        by = None if call.by is None else _player(own, call.by, state.names if state else {}, None)
        found = msgspec.structs.replace(found, call=call.at, since=moment(call.at), by=by)
    if state is None:
        return found
    missing = tuple(
        language.phrase(f"page.part-{each}") if each in _PARTS else each for each in state.missing
    )
    found = msgspec.structs.replace(found, missing=missing)
    if state.game is None or state.system is None:
        return found
    return _of_the_game(found, table, state, own)


def _of_the_game(found: TableWords, table: HallTable, state: TableState, own: Language) -> TableWords:
    outcome = table.outcome
    if outcome is not None and (not state.ended or outcome.game != state.game):
        outcome = None
    return msgspec.structs.replace(
        found,
        title=game_title(own, state.system or ""),
        turn=" · ".join(_moment_words(own, state)),
        players=tuple(_player(own, each, state.names, state.acting) for each in state.colours),
        far=state.far,
        moved=None if table.moved_at is None else seconds(table.moved_at),
        end=state.end_in_sight and not state.ended,
        places=()
        if outcome is None
        else tuple(
            Placing(
                str(each.rank) if each.rank else "",
                _player(own, each.colour, {each.colour: each.name}, None),
                each.points,
                each.won,
            )
            for each in outcome.standings
        ),
        proof="none" if outcome is None else table.proof,
    )


def game_title(own: Language, system: str) -> str:
    """A game's name, or the box's code for an unknown game."""
    return own.phrase(f"system.{system}") if own.has(f"system.{system}") else system


def colour_word(own: Language, colour: str) -> str:
    """A colour's word, or the box's code for an unknown colour."""
    return own.phrase(f"colour.{colour}") if own.has(f"colour.{colour}") else colour


def _moment_words(own: Language, state: TableState) -> Iterator[str]:
    if state.ended:
        yield own.phrase("hall.over")
        return
    if state.turn is not None:
        yield own.phrase("hall.turn", {"turn": state.turn})
    if state.phase:
        known = own.has(f"phase.{state.phase}")
        yield capital(own.phrase(f"phase.{state.phase}") if known else state.phase)


def _player(own: Language, colour: str, names: Mapping[str, str], acting: str | None) -> PlayerWords:
    known = own.has(f"colour.{colour}")
    letter = own.phrase(f"letter.{colour}") if known else colour[:1].upper()
    name = names.get(colour) or colour_word(own, colour)
    return PlayerWords(colour if known else "", letter, name, colour == acting)


def moment(at: str) -> Seconds | None:
    """A time in a page's seconds; None for an invalid one."""
    read = stamped_elsewhere(at)
    return None if read is None else seconds(read)


def broker_problem(link: BrokerStatus, language: Language) -> str:
    """The broker's problem in the hall's words; empty for none."""
    if link.why is None:
        return ""
    own = f"hall.{link.why.code}"
    return language.phrase(own if language.has(own) else link.why.code, link.why.params)


def need_counts(needs: Mapping[str, Need], language: Language) -> list[tuple[Need, str]]:
    """The number of tables of each need, in words, the most urgent first."""
    found: dict[Need, int] = {}
    for each in needs.values():
        found[each] = found.get(each, 0) + 1
    return [
        (each, language.phrase(f"hall.count.{each}", {"count": found[each]}))
        for each in NEEDS
        if each in found
    ]
