"""The game as everybody sees it: where it stands, its fields of the snapshot, what its pages draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

import msgspec
from msgspec.structs import asdict

from companion.games import GameView, Player, TableWarning, plain
from companion.games.roads_and_boats import (
    fleets,
    leaving,
    mines,
    order,
    research,
    scoring,
    signals,
    solo,
    turns,
    warnings,
    wonder,
)
from companion.games.roads_and_boats.buildings import expected
from companion.games.roads_and_boats.card import card
from companion.games.roads_and_boats.options import switches_of
from companion.games.roads_and_boats.state import Choosing, Mine, Praying, Seat, State, following, playing
from companion.games.roads_and_boats.words import BUILDINGS, PHASES, SUBJECTS, TRANSPORTERS, Colour
from companion.language.signals import Lamp, Sound
from companion.language.text import Text, text


class View(GameView, frozen=True):
    """Everything derived from a state of Roads & Boats."""

    state: State

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The fields of the snapshot that are the game's own."""
        return _fields(self.state)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Who plays, with those who have left."""
        return tuple(Player(seat.colour, seat.name) for seat in self.state.seats)

    @cached_property
    def left(self) -> tuple[Colour, ...]:
        """Who has left the game."""
        return tuple(seat.colour for seat in self.state.seats if seat.left)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.ended is not None

    @cached_property
    def moment(self) -> Text:
        """Turn and phase, or how the game ended."""
        if self.state.ended:
            return text("moment.ended", reason=self.state.ended)
        return text("moment.turn", turn=self.state.turn, phase=self.state.phase)

    @cached_property
    def picture(self) -> Mapping[str, Any]:
        """What the templates draw beyond the snapshot."""
        return _picture(self.state)

    @property
    def on_turn(self) -> str | None:
        """Who is asked while the order of play is determined; then whose go it is in this phase."""
        return self.state.order.asks if self.state.order else self.state.acting

    @cached_property
    def upcoming(self) -> str | None:
        """Who is asked next, or has his go next."""
        return order.next_asked(self.state) if self.state.order else order.next_to_act(self.state)

    @cached_property
    def lamps(self) -> tuple[Lamp, ...]:
        """Who may act now, in the order of the sequence."""
        return signals.lamps(self.state)

    @cached_property
    def warnings(self) -> tuple[TableWarning, ...]:
        """What the table should not forget now."""
        return warnings.warnings(self.state)

    @cached_property
    def bags(self) -> tuple[int, ...]:
        """Every bag's number, those in use first."""
        return mines.bags(self.state)

    def sounds_since(self, before: Self, /) -> tuple[Sound, ...]:
        """How each ore sounds that mines have given since."""
        return signals.sounds(before.state, self.state)


def _fields(state: State) -> dict[str, Any]:
    """The fields of the snapshot that are the game's own.

    players: with those who have left, who are also in left. expected: what production should bring onto the
    board, None outside it and while no building was entered. standings: the scores so far, where the group
    wants them; hidden until the end otherwise. row_points: what each begun row of the wonder gives each
    player, from the bottom up, as soon as points may be seen.
    """
    due = expected(state)
    return {
        "players": [{"colour": seat.colour, "name": seat.name} for seat in state.seats],
        "options": plain(state.options),
        "left": [seat.colour for seat in state.seats if seat.left],
        "turn": state.turn,
        "phase": state.phase,
        "temple": list(state.temple),
        "sequence": list(state.sequence),
        "order": _order(state),
        "may_call": order.call_refused(state) is None,
        "acting": state.acting,
        "ready": [colour for colour in state.ready if colour in state.sequence],
        "mines": [
            {"number": mine.number, "gold": mine.gold, "iron": mine.iron, "drawn": mine.drawn}
            for mine in state.mines
        ],
        "wonder": _wonder(state),
        "research": {seat.colour: list(seat.research) for seat in state.seats},
        "fleets": {seat.colour: dict(seat.fleet) for seat in state.seats},
        "buildings": dict(state.buildings),
        "expected": None if due is None else plain(due),
        "standings": _scores(state) if state.options.standings and not state.ended else None,
        "row_points": _row_points(state),
        "ended": _ended(state),
    }


def _order(state: State) -> dict[str, Any] | None:
    if state.order is None:
        return None
    if isinstance(state.order, Choosing):
        return {"step": "choosing", "asks": state.order.asks, "free": list(state.order.free)}
    return {"step": "praying", "asks": state.order.asks}


def _wonder(state: State) -> dict[str, Any]:
    prices = wonder.next_prices(state)
    return {
        "bricks": list(state.bricks),
        "rows": list(state.options.rows),
        "prices": {seat.colour: prices[seat.colour] for seat in playing(state)},
        "irrigated": state.irrigated,
        "irrigation_at": state.options.irrigation_at,
        "ends_at": wonder.ends_at(state),
        "neutral_left": state.neutral_left,
    }


def _ended(state: State) -> dict[str, Any] | None:
    if state.ended is None:
        return None
    return {"reason": state.ended, "scores": _scores(state)}


def _scores(state: State) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(score) for score in scoring.scores(state)]


def _row_points(state: State) -> dict[str, list[int]] | None:
    if not scoring.shown(state):
        return None
    return {seat.colour: list(scoring.row_by_row(state, seat.colour)) for seat in state.seats}


LADDER = 5
"""How many bricks at once a page offers."""


def _picture(state: State) -> Mapping[str, Any]:
    """Plain data for the templates. Colours and other words are codes; shares
    are points, odds percent.

    onward: as `turns.onward`.
    now: what happens, `code` being the catalogue's with `params`. sections: the acting page's, those of the
    phase first. missing: who is not ready yet, None while not all play at the same time. card: what people
    forget in this phase, `code` being the catalogue's after `rb.card.`. buyers: in the order of the sequence,
    whose go it is first. positions: while they are chosen, by place who has taken it or None; else empty.
    answers: while the temple asks, by colour what was answered, `kept` or `cashed`. start_tiles: who chooses
    one when, empty once the game is under way. wonder.rows run from the top down, their spaces from left to
    right. switches: every house rule that is on; switches_now: those that matter in this phase. filler: the
    colour that fills the first rows of a solo wonder, which nobody plays. by_hand: the group draws from the
    real bags. mines: as their cards show them; `due` where a draw may be entered, `late` if that is so
    although production has been left. leaving: who may leave and in which colours somebody may join, and the
    end mark that follows the number of players then, None where there is nothing to ask about it. gave: what
    mines gave in this production phase, `was` being the chance that this ore had, None alone. complete: the
    end mark is covered, and the phase is finished all the same (AMB-09). uncounted: whose wealth is still to
    be counted. decided: who has won and by what, as `scoring.Decided`, or None.
    """
    return {
        "now": _now(state),
        "phases": [{"phase": each, "is": each == state.phase} for each in PHASES],
        "following": following(state.phase),
        "onward": turns.onward(state),
        "undrawn": list(mines.undrawn(state)),
        "may_call": order.call_refused(state) is None,
        "call_late": order.call_late(state),
        "missing": list(order.not_ready(state)) if order.together(state) else None,
        "next_to_act": order.next_to_act(state),
        "buyers": list(order.buyers(state)),
        "positions": _positions(state),
        "answers": _answers(state),
        "start_tiles": list(order.choose_start_tiles(state)),
        "sections": _sections(state),
        "card": [asdict(each) for each in card(state)],
        "parts": _parts(state),
        "wonder": _wonder_picture(state),
        "mines": [_mine(state, each) for each in state.mines],
        "by_hand": mines.by_hand(state),
        "free_bags": list(mines.free_bags(state)),
        "buildings": _buildings(state),
        "players": {seat.colour: _player(state, seat) for seat in state.seats},
        "switches": [
            name
            for name in state.options.__struct_fields__
            if name != "phase_card" and getattr(state.options, name) is True
        ],
        "switches_now": [name for name in switches_of(state.phase) if getattr(state.options, name)],
        "limits": plain(fleets.limits_of(state.options)),
        "solo": state.solo,
        "complete": state.complete,
        "leaving": _leaving(state),
        "filler": state.filler,
        "gave": _gave(state),
        "uncounted": list(scoring.uncounted(state)),
        "decided": _decided(state),
    }


def _buildings(state: State) -> list[dict[str, Any]]:
    there = dict(state.buildings)
    return [{"building": each, "count": there.get(each, 0)} for each in BUILDINGS]


def _decided(state: State) -> Any:
    end = scoring.decided(state)
    return None if end is None else msgspec.to_builtins(end)


def _positions(state: State) -> list[Colour | None]:
    if not isinstance(state.order, Choosing):
        return []
    taken = dict(state.order.taken)
    return [taken.get(place) for place in range(1, len(state.temple) + 1)]


def _answers(state: State) -> dict[Colour, str]:
    if not isinstance(state.order, Praying):
        return {}
    return {**dict.fromkeys(state.order.kept, "kept"), **dict.fromkeys(state.order.cashed, "cashed")}


def _leaving(state: State) -> dict[str, Any]:
    return {
        "leave": list(leaving.may_leave(state)),
        "join": list(leaving.may_join(state)),
        "left": [seat.colour for seat in state.seats if seat.left],
        "count": len(playing(state)),
        "mark": wonder.ends_at(state),
        "fewer": leaving.mark_after(state, -1),
        "more": leaving.mark_after(state, +1),
    }


def _now(state: State) -> dict[str, Any]:
    """What happens at the table now: a code and the parameters of its sentence."""
    if state.ended:
        return {"code": "ended", "params": {"reason": state.ended}}
    if isinstance(state.order, Praying):
        return {"code": "praying", "params": {"colour": state.order.asks}}
    if isinstance(state.order, Choosing):
        return {"code": "choosing", "params": {"colour": state.order.asks}}
    undrawn = mines.undrawn(state)
    if undrawn:
        return {"code": "draw", "params": {"mines": list(undrawn), "count": len(undrawn)}}
    if state.acting:
        return {"code": f"go-{state.phase}", "params": {"colour": state.acting}}
    return {"code": "complete" if state.complete else state.phase, "params": {}}


def _sections(state: State) -> list[dict[str, Any]]:
    """The acting page's sections, those that belong to this moment first and open.

    After the end only those whose commands the rules still take.
    """
    moment: tuple[str, ...] = {
        "production": ("research", "fleet", "draws"),
        "movement": ("fleet",),
        "building": ("mines", "buildings"),
        "wonder": ("bricks",),
    }[state.phase]
    if research.open_now(state):
        moment += ("buildings",)
    every: tuple[str, ...] = ("bricks", "mines", "buildings", "research", "fleet", "draws", "wealth")
    every += ("end", "repair", "tags") if state.solo else ("leaving", "end", "repair", "tags")
    if state.ended:
        moment, every = ("wealth",), ("wealth", "repair", "tags")
    rest = tuple(each for each in every if each not in moment)
    return [{"name": each, "now": each in moment} for each in (*moment, *rest)]


def _parts(state: State) -> tuple[str, ...]:
    """The table page's parts below what happens now, the one that this phase is about first.

    Alone there is no order of play (RB-SOLO-05).
    """
    alone = len(playing(state)) == 1
    every = ("mines", "wonder", "players") if alone else ("mines", "order", "wonder", "players")
    first = {"production": "mines", "wonder": "wonder"}.get(state.phase, every[1])
    return (first, *(each for each in every if each != first))


def row_shares(bricks: tuple[Colour | None, ...]) -> dict[Colour, int]:
    """What a row's bricks are worth to each colour in it, in the order in which they lie."""
    own = Counter(brick for brick in bricks if brick is not None)
    return {colour: scoring.row_points(count, own.total()) for colour, count in own.items()}


def _wonder_picture(state: State) -> dict[str, Any]:
    ends_at = wonder.ends_at(state)
    irrigation_at = state.options.irrigation_at
    rows: list[dict[str, Any]] = []
    filled = len(state.bricks)
    first = 0
    for index, length in enumerate(state.options.rows, start=1):
        laid = state.bricks[first : first + length]
        rows.append(
            {
                "row": index,
                "spaces": [_space(state, number, ends_at) for number in range(first + 1, first + length + 1)],
                "shares": [
                    {"colour": each, "points": points}
                    for each, points in row_shares(laid).items()
                    if each != state.filler
                ],
                "counts": [
                    {"colour": each or "neutral", "count": count} for each, count in Counter(laid).items()
                ],
                "free": length - len(laid),
                "reached": first < ends_at,
            }
        )
        first += length
    return {
        "rows": rows[::-1],
        "filled": filled,
        "ends_at": ends_at,
        "to_end": max(0, ends_at - filled),
        "to_irrigation": max(0, irrigation_at - filled),
        "to_dearer": max(0, wonder.dearer_from(state.options) - filled),
        "turns_left": turns.turns_left(state),
        "neutral_left": state.neutral_left,
    }


def _space(state: State, number: int, ends_at: int) -> dict[str, Any]:
    laid = number <= len(state.bricks)
    marks = {state.options.irrigation_at: "irrigation", ends_at: "end"}
    return {
        "number": number,
        "brick": (state.bricks[number - 1] or "neutral") if laid else None,
        "next": number == len(state.bricks) + 1 and not state.ended,
        "mark": marks.get(number),
    }


def _mine(state: State, mine: Mine) -> dict[str, Any]:
    inside = mine.gold + mine.iron
    gold = mines.percent(mine.gold, inside) if inside else 0
    if inside and state.solo:
        gold = 100 if solo.ore_of(mine) == "gold" else 0
    return {
        "number": mine.number,
        "gold": mine.gold,
        "iron": mine.iron,
        "percent": {"gold": gold, "iron": 100 - gold} if inside else None,
        "drawn": mine.drawn,
        "due": mine.number in mines.owing(state) and not state.order and not state.ended,
        "late": state.phase != "production",
        "past": [msgspec.to_builtins(each) for each in mine.past],
        "left": inside,
        "prospects": [msgspec.to_builtins(each) for each in mines.prospects(state, mine)],
    }


def _gave(state: State) -> list[dict[str, Any]]:
    if state.phase != "production" or state.ended:
        return []
    return [
        {"number": mine.number, "ore": mine.drawn, "was": None if state.solo else mines.was(mine)}
        for mine in state.mines
        if mine.drawn in {"gold", "iron"}
    ]


def _player(state: State, seat: Seat) -> dict[str, Any]:
    fleet = dict(seat.fleet)
    land, water = fleets.media(fleet)
    most = min(LADDER, wonder.room(state))
    prices = wonder.prices(state, seat.colour, most)
    return {
        "fleet": [{"kind": kind, "count": fleet.get(kind, 0)} for kind in TRANSPORTERS],
        "land": land,
        "water": water,
        "research": [{"subject": each, "done": each in seat.research} for each in SUBJECTS],
        "mixtures": [
            {"mixture": each, "gold": gold, "iron": iron, "open": mines.may_fill(seat, each)}
            for each, (gold, iron) in mines.FILLINGS.items()
        ],
        "may_sink": "new-shaft" in seat.research,
        "prices": [{"count": nth, "total": sum(prices[:nth])} for nth in range(1, most + 1)],
        "bought": seat.bought,
        "bricks": state.bricks.count(seat.colour),
        "wonder": scoring.wonder_points(state, seat.colour),
        "wealth": None if seat.wealth is None else asdict(seat.wealth),
    }
