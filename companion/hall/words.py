"""A table in the words of one language, for its row and its tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

import msgspec

from companion.games.results import Progress
from companion.hall.needs import NEEDS, Need, TableSeen
from companion.health.broker_status import BrokerStatus
from companion.language.messages import Language
from companion.mqtt.payloads import TableState
from companion.parts import PartName
from companion.storage.entry import stamped_elsewhere
from web.words import Seconds, capital, seconds

_PARTS = frozenset(get_args(PartName))


class Who(msgspec.Struct, frozen=True):
    """A player. colour: empty for one that is unknown here. name: typed, else the colour's word. acts: it
    is their turn.
    """

    colour: str
    letter: str
    name: str
    acts: bool = False


class Place(msgspec.Struct, frozen=True):
    """How a player came out. rank: empty while it is not decided."""

    rank: str
    who: Who
    points: int
    won: bool


class TableWords(msgspec.Struct, frozen=True):
    """A table in words. since, moved: in seconds, None where unknown. by: who calls."""

    box: str
    need: Need
    name: str
    short: str
    title: str = ""
    turn: str = ""
    players: tuple[Who, ...] = ()
    far: Progress | None = None
    moved: Seconds | None = None
    call: str = ""
    since: Seconds | None = None
    by: Who | None = None
    missing: tuple[str, ...] = ()
    end: bool = False
    here: bool | None = None
    places: tuple[Place, ...] = ()
    proof: str = "none"


def words_of(table: TableSeen, need: Need, language: Language) -> TableWords:
    """A table in words."""
    state, call = table.state, table.call
    own = language.of(state.system if state else None)
    number = table.number
    name = language.phrase("hall.box", {"box": table.box})
    if number is not None:
        name = language.phrase("hall.table", {"number": number})
    found = TableWords(
        table.box, need, name, table.box[:4] if number is None else str(number), here=table.here
    )
    if call is not None:
        by = None if call.by is None else _who(own, call.by, state.names if state else {}, None)
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


def _of_the_game(found: TableWords, table: TableSeen, state: TableState, own: Language) -> TableWords:
    outcome = table.outcome
    if outcome is not None and (not state.ended or outcome.game != state.game):
        outcome = None
    return msgspec.structs.replace(
        found,
        title=titled(own, state.system or ""),
        turn=" · ".join(_moment_of(own, state)),
        players=tuple(_who(own, each, state.names, state.acting) for each in state.colours),
        far=state.far,
        moved=None if table.moved_at is None else seconds(table.moved_at),
        end=state.end_in_sight and not state.ended,
        places=()
        if outcome is None
        else tuple(
            Place(
                str(each.rank) if each.rank else "",
                _who(own, each.colour, {each.colour: each.name}, None),
                each.points,
                each.won,
            )
            for each in outcome.standings
        ),
        proof="none" if outcome is None else table.proof,
    )


def titled(own: Language, system: str) -> str:
    """A game's name; of one that is unknown here, as the box calls it."""
    return own.phrase(f"system.{system}") if own.knows(f"system.{system}") else system


def coloured(own: Language, colour: str) -> str:
    """A colour's word; of one that is unknown here, as the box calls it."""
    return own.phrase(f"colour.{colour}") if own.knows(f"colour.{colour}") else colour


def _moment_of(own: Language, state: TableState) -> Iterator[str]:
    if state.ended:
        yield own.phrase("hall.over")
        return
    if state.turn is not None:
        yield own.phrase("hall.turn", {"turn": state.turn})
    if state.phase:
        known = own.knows(f"phase.{state.phase}")
        yield capital(own.phrase(f"phase.{state.phase}") if known else state.phase)


def _who(own: Language, colour: str, names: Mapping[str, str], acting: str | None) -> Who:
    known = own.knows(f"colour.{colour}")
    letter = own.phrase(f"letter.{colour}") if known else colour[:1].upper()
    name = names.get(colour) or coloured(own, colour)
    return Who(colour if known else "", letter, name, colour == acting)


def moment(at: str) -> Seconds | None:
    """A time as a page counts it; None for what is none."""
    read = stamped_elsewhere(at)
    return None if read is None else seconds(read)


def amiss(link: BrokerStatus, language: Language) -> str:
    """What is amiss with the broker, as the hall has to say it; nothing if nothing is."""
    if link.why is None:
        return ""
    own = f"hall.{link.why.code}"
    return language.phrase(own if language.knows(own) else link.why.code, link.why.params)


def counted(needs: Mapping[str, Need], language: Language) -> list[tuple[Need, str]]:
    """How many tables there are of each need, in words, the most urgent first."""
    found: dict[Need, int] = {}
    for each in needs.values():
        found[each] = found.get(each, 0) + 1
    return [
        (each, language.phrase(f"hall.count.{each}", {"count": found[each]}))
        for each in NEEDS
        if each in found
    ]
