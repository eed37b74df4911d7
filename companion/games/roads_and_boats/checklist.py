"""What is laid out before the first turn, by number of players and options (RB-SETUP-01 to RB-SETUP-16)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import Refused, SetupTask
from companion.games.roads_and_boats import fleets, order, setup, solo, wonder
from companion.games.roads_and_boats.options import ROWS, Options
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import SUBJECTS, TRANSPORTERS, Colour
from companion.language.text import Text, text

STONES = len(SUBJECTS) + 1
"""Glass stones on a research table: the light bulb has one, too (RB-SETUP-02, RB-RES-04)."""
LAND_TILES = 10
"""Land tiles for each player (RB-SETUP-06)."""
BAGS = Options().mines
"""Mines and bags in the box; more of them are made by the group (RB-MINE-01, RB-GEN-06)."""


def checklist(state: State | None, players: int, options: Options) -> tuple[SetupTask, ...]:
    """The list. state: of the game once it has begun. Raises `Refused` for too few players, or too many."""
    setup.require_number(players, options)
    row = state.temple if state else options.temple
    if state is None and row and len(row) != players:
        raise Refused("not-everybody-once", "RB-SETUP-11", field="temple")
    sequence: tuple[Colour, ...] | None = None
    if state:
        sequence = state.sequence
    elif row:
        sequence = order.first_sequence(row, draw_order=options.amb_01)
    return (
        *_players(players),
        *_board(players, options, wonder.marked_for(state) if state else players),
        *_mines(options),
        *_map(players),
        *(_temple(row, sequence, options) if players > 1 else ()),
        *_homes(sequence if players > 1 else (), options),
        *_house_rules(options),
    )


def _players(players: int) -> Iterator[SetupTask]:
    alone = players == 1
    yield SetupTask("colours", "colours-alone" if alone else "colours", rule="RB-SETUP-01")
    if players > setup.MAX_PLAYERS:
        yield SetupTask("more-players", "more-players", {"players": players}, "RB-GEN-04")
    research = "research-alone" if alone else "research"
    yield SetupTask("research", research, {"stones": STONES * players}, "RB-SETUP-02")


def _board(players: int, options: Options, marked_for: int) -> Iterator[SetupTask]:
    """marked_for: for how many players the end mark is."""
    alone = players == 1
    if alone:
        options = solo.solo_options(options)
    yield SetupTask("board", "board-alone" if alone else "board", rule="RB-SETUP-03")
    if options.rows != ROWS:
        yield SetupTask("rows", "rows", {"rows": ", ".join(map(str, options.rows))}, "RB-WON-04")
    if options.irrigation_at != Options().irrigation_at:
        yield SetupTask("irrigation", "irrigation", {"space": options.irrigation_at}, "RB-WON-10")
    if alone:
        yield SetupTask("filled", "filled", {"count": wonder.dearer_after(options)}, "RB-SOLO-02")
        left = max(Options().neutral - options.neutral, 0)
        yield SetupTask("neutral", "neutral-alone", {"count": options.neutral, "left": left}, "RB-SOLO-03")
        return
    yield SetupTask("neutral", "neutral", {"count": options.neutral}, "RB-GEN-06")
    mark = wonder.end_mark_for(options, marked_for)
    if mark is not None:
        yield SetupTask("mark", "mark", {"players": marked_for, "space": mark}, "RB-WON-12")


def _mines(options: Options) -> Iterator[SetupTask]:
    if options.mines > BAGS:
        more = {"first": BAGS + 1, "last": options.mines}
        yield SetupTask("more-mines", "more-mines", more, "RB-GEN-06")
    yield SetupTask("bags", "bags", {"count": options.mines}, "RB-MINE-01")
    if options.amb_23:
        yield SetupTask("by-hand", "by-hand", rule="RB-MINE-11")


def _map(players: int) -> Iterator[SetupTask]:
    yield SetupTask("map", "map", {"count": LAND_TILES * players}, "RB-SETUP-06")
    yield SetupTask("rivers", "rivers", rule="RB-SETUP-09")
    yield SetupTask("sheet", "sheet", rule="RB-SETUP-10")
    yield SetupTask("stocks", "stocks", rule="RB-SETUP-16")


def _temple(
    row: tuple[Colour, ...] | None, sequence: tuple[Colour, ...] | None, options: Options
) -> Iterator[SetupTask]:
    """The row, or how it is drawn as long as it is unknown."""
    if row is None or sequence is None:
        drawn = "sequence-as-drawn" if options.amb_01 else "sequence-drawn"
        yield SetupTask("temple", "temple-drawn", rule="RB-SETUP-11")
        yield SetupTask("sequence", drawn, rule="RB-SETUP-12")
        return
    yield SetupTask("temple", "temple", {"players": row}, "RB-SETUP-11")
    yield SetupTask("sequence", "sequence", {"players": sequence}, "RB-SETUP-12")


def _homes(sequence: tuple[Colour, ...] | None, options: Options) -> Iterator[SetupTask]:
    """sequence: empty for one player, None while it is unknown."""
    if sequence is None:
        yield SetupTask("start-tiles", "start-tiles", rule="RB-SETUP-13")
    elif not sequence:
        yield SetupTask("start-tiles", "start-tile-alone", rule="RB-SOLO-01")
    for place, colour in enumerate(sequence or (), 1):
        who = {"colour": colour, "place": place}
        yield SetupTask(f"start-tile-{colour}", "start-tile", who, "RB-SETUP-13", colour)
    if sequence != ():
        yield SetupTask("apart", "apart", rule="RB-SETUP-14")
    code = "goods" if sequence != () else "goods-alone"
    yield SetupTask("goods", code, {"fleet": _fleet(options)}, "RB-SETUP-15")


def _fleet(options: Options) -> tuple[Text, ...]:
    start = fleets.start_fleet(options)
    return tuple(text(f"lay.{kind}", count=start[kind]) for kind in TRANSPORTERS if start.get(kind))


def _house_rules(options: Options) -> Iterator[SetupTask]:
    on = sum(getattr(options, name) is True for name in options.__struct_fields__ if name[:4] == "amb_")
    if on:
        yield SetupTask("agreed", "agreed", {"count": on})
