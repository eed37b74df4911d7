"""Moments of both games whose pictures are kept: calm ones as tables meet them, and the fullest there are."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.la_strada import display as strada
from companion.games.la_strada import presses as strada_presses
from companion.games.la_strada import state as strada_state
from companion.games.la_strada.colonies import initial_colonies
from companion.games.la_strada.forecast import RoundsLeft
from companion.games.la_strada.options import Options as StradaOptions
from companion.games.la_strada.view import View as Strada
from companion.games.la_strada.words import COLOURS as STRADA_COLOURS
from companion.games.roads_and_boats import display as roads
from companion.games.roads_and_boats import presses
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import Choosing, Mine, Praying, Seat, State, Wealth
from companion.games.roads_and_boats.view import View as Roads
from companion.games.roads_and_boats.words import COLOURS, Colour, Ore
from companion.games.screen import Screen

FOUR: tuple[tuple[Colour, str], ...] = (("red", "Anna"), ("yellow", "Peggy"), ("green", ""), ("blue", "Bo"))
SIX: tuple[tuple[Colour, str], ...] = tuple((colour, "Maximilianus") for colour in COLOURS)


def table(players: tuple[tuple[Colour, str], ...] = FOUR, **changes: object) -> State:
    colours = tuple(colour for colour, _ in players)
    state = State(
        seats=tuple(Seat(colour, name, ()) for colour, name in players),
        options=Options(more_players=len(players) > 4),
        turn=3,
        phase="movement",
        temple=colours,
        sequence=colours[::-1],
        bricks=(None, None, *colours, *colours),
    )
    return replace(state, **changes)


def mines(drawn: int, built: int) -> tuple[Mine, ...]:
    ores: tuple[Ore, ...] = ("iron", "gold")
    return tuple(
        Mine(number, 3, 2, ores[number % 2] if number <= drawn else None) for number in range(1, built + 1)
    )


def voided(built: int) -> tuple[Mine, ...]:
    """Mines whose draws of this turn were taken back."""
    return tuple(replace(mine, voided=True) for mine in mines(0, built))


def home(state: State) -> Screen:
    return roads.pages(Roads(state))[0].screen


def page(state: State, name: str) -> Screen:
    return next(each.screen for each in roads.pages(Roads(state)) if each.name == name)


def question(state: State) -> Screen:
    asked = presses.question(Roads(state))
    assert asked is not None
    return asked.choices[0].screen


def roads_and_boats() -> dict[str, Screen]:
    few = mines(1, 5)
    full = {"turn": 33, "bricks": (*([None] * 32), *COLOURS * 5), "mines": mines(7, 18)}
    return {
        "roads-production": home(table(phase="production", mines=few)),
        "roads-production-24": home(table(phase="production", mines=mines(7, 24))),
        "roads-production-40": home(table(phase="production", mines=mines(0, 40))),
        "roads-production-40-drawn": home(table(phase="production", mines=mines(40, 40))),
        "roads-production-drawn": home(table(phase="production", mines=mines(5, 5))),
        "roads-production-full": home(table(SIX, phase="production", **full)),
        "roads-production-first": home(table(phase="production", turn=1, bricks=())),
        "roads-movement": home(table()),
        "roads-movement-ready": home(table(ready=("yellow", "blue"))),
        "roads-movement-acting": home(table(called=True, acting="yellow", acted=("blue", "green"))),
        "roads-building-acting": home(table(phase="building", called=True, acting="blue")),
        "roads-building-last": home(
            table(phase="building", called=True, acting="red", acted=("blue", "green", "yellow"))
        ),
        "roads-building-full": home(table(SIX, phase="building", called=True, acting="black", **full)),
        "roads-building-warned": home(
            table(FOUR, phase="building", called=True, acting="red", **{**full, "mines": voided(5)})
        ),
        "roads-building-six": home(table(SIX, phase="building", ready=("purple",), **full)),
        "roads-wonder": home(table(phase="wonder")),
        "roads-wonder-prices": page(bought(table(phase="wonder")), "table"),
        "roads-wonder-acting": home(
            bought(table(phase="wonder", called=True, acting="green", acted=("blue",)))
        ),
        "roads-wonder-full": home(bought(table(SIX, phase="wonder", **full), by=9)),
        "roads-wonder-full-acting": home(
            bought(table(SIX, phase="wonder", called=True, acting="black", **full), by=9)
        ),
        "roads-end": home(counted(table(ended="wonder-complete"))),
        "roads-end-open": home(table(ended="wonder-complete")),
        "roads-end-open-full": home(table(SIX, ended="wonder-complete", **full)),
        "roads-end-full": home(counted(table(SIX, ended="wonder-complete", **full))),
        "roads-praying": question(table(called=True, order=Praying("green", ("red",), ("yellow",)))),
        "roads-choosing": question(
            table(called=True, order=Choosing("yellow", (2, 3), ((1, "blue"), (4, "green"))))
        ),
        "roads-choosing-full": question(
            table(SIX, called=True, order=Choosing("purple", (1, 2, 3, 4, 5, 6)))
        ),
        "roads-order": page(table(called=True, acting="yellow", acted=("blue", "green")), "order"),
        "roads-order-full": page(table(SIX), "order"),
        "roads-mines": page(table(phase="production", mines=few), "mines"),
        "roads-mines-full": page(table(SIX, phase="production", **full), "mines"),
        "roads-mines-21": page(
            replace(
                table(SIX, phase="production", **{**full, "mines": mines(7, 21)}), options=Options(mines=21)
            ),
            "mines",
        ),
        "roads-mines-24": page(table(phase="production", mines=mines(7, 24)), "mines"),
        "roads-mines-40": page(
            replace(table(phase="production", mines=mines(33, 39)), options=Options(mines=40)), "mines"
        ),
        "roads-wonder-page": page(table(), "wonder"),
        "roads-wonder-page-full": page(bought(table(SIX, phase="wonder", **full), by=9), "wonder"),
        "roads-players": page(table(SIX, **full), "players"),
        "roads-ore-iron": ores((Mine(2, 3, 3),), (Mine(2, 3, 2, "iron"),)),
        "roads-ore-gold": ores((Mine(1, 4, 2),), (Mine(1, 3, 2, "gold"),)),
        "roads-ore-full": ores((Mine(18, 99, 100),), (Mine(18, 99, 99, "iron"),)),
        "roads-ores": ores(mines(0, 18), mines(18, 18)),
        "roads-bag": roads.bag_screen(Roads(table(mines=mines(0, 5))), 4),
        "roads-ore-again": roads.bag_screen(Roads(table(phase="production", mines=mines(2, 5))), 2),
        "roads-ore-again-full": roads.bag_screen(
            Roads(table(phase="production", mines=(Mine(18, 99, 99, "iron"),))), 18
        ),
        "roads-mines-given": page(table(phase="movement", mines=mines(18, 18)), "mines"),
        "roads-praying-full": question(
            table(SIX, called=True, order=Praying("black", ("red", "green", "purple"), ("yellow", "blue")))
        ),
        "roads-end-clear": home(
            counted(table(ended="wonder-complete", bricks=("yellow", "yellow", "red", "blue")))
        ),
    }


def ores(before: tuple[Mine, ...], after: tuple[Mine, ...]) -> Screen:
    """What is shown once the rest was drawn at once."""
    was, now = table(phase="production", mines=before), table(phase="movement", mines=after)
    said = roads.result_screen(Roads(was), Roads(now))
    assert said is not None
    return said


def counted(state: State) -> State:
    return replace(state, seats=tuple(replace(seat, wealth=Wealth()) for seat in state.seats))


def bought(state: State, by: int = 1) -> State:
    first, second, *others = state.seats
    return replace(state, seats=(replace(first, bought=by), replace(second, bought=2 * by), *others))


def journey(names: tuple[str, ...] = ("Anna", "", "Peggy"), **changes: object) -> strada_state.State:
    """La Strada, some turns in."""
    seats = tuple(
        strada_state.Seat(colour, name, 7, 12, 6, 4, 9)
        for colour, name in zip(STRADA_COLOURS, names, strict=False)
    )
    colours = tuple(seat.colour for seat in seats)
    options = StradaOptions()
    taken = (colours[:1], colours[:2], colours[1:2])
    colonies = tuple(
        replace(colony, merchants=taken[at], linked=taken[at]) if at < len(taken) else colony
        for at, colony in enumerate(initial_colonies(options))
    )
    state = strada_state.State(seats, options, colonies, 4, colours[0], gained=6)
    return replace(state, **changes)


def stop(state: strada_state.State, name: str) -> Screen:
    return next(each.screen for each in strada.pages(Strada(state)) if each.name == name)


def pressed(state: strada_state.State, name: str) -> Screen:
    """What a held Select shows on a page."""
    shown = strada_presses.press(Strada(state), name, "select", held=True)
    assert isinstance(shown, Screen)
    return shown


def won() -> tuple[strada_state.Colony, ...]:
    """Grey stands alone on two cities, black on a hamlet."""
    bare = initial_colonies(StradaOptions())
    there = {1: "grey", 2: "grey", 19: "black"}
    return tuple(
        replace(each, merchants=(there[each.number],), linked=(there[each.number],))
        if each.number in there
        else each
        for each in bare
    )


def few() -> tuple[strada_state.Colony, ...]:
    """Only two towns are left to yellow, one of them known by its name."""
    there: tuple[Colour, ...] = ("yellow",)
    left = {5: "", 6: "Asti"}
    return tuple(
        replace(each, name=left[each.number])
        if each.number in left
        else replace(each, merchants=there, linked=there)
        for each in initial_colonies(StradaOptions())
    )


def la_strada() -> dict[str, Screen]:
    calm, bare = journey(), initial_colonies(StradaOptions())
    full = journey(("Maximilianus",) * 4, turn=99, active="grey")
    rich = replace(full, seats=tuple(replace(seat, resources=10) for seat in full.seats))
    after = replace(calm, connected=True)
    new = strada_presses.result_screen(Strada(journey(colonies=bare)), Strada(after))
    assert new is not None
    return {
        "strada-home": stop(calm, "table"),
        "strada-home-linked": stop(after, "table"),
        "strada-home-two": stop(journey(("Anna", "Bo")), "table"),
        "strada-home-full": stop(rich, "table"),
        "strada-home-first": stop(journey(turn=1, active="black", colonies=bare), "table"),
        "strada-home-first-two": stop(journey(("Anna", "Bo"), turn=1, active="grey", colonies=bare), "table"),
        "strada-markets": stop(calm, "colonies"),
        "strada-markets-several": stop(replace(calm, active="yellow", colonies=few()), "colonies"),
        "strada-supplies": stop(calm, "supplies"),
        "strada-supplies-full": stop(rich, "supplies"),
        "strada-supplies-signs": pressed(calm, "supplies"),
        "strada-player": strada.player_screen(calm, calm.seats[1]),
        "strada-rounds": pressed(calm, "standings"),
        "strada-rounds-tiles": strada.rounds_left_screen(RoundsLeft(12, "tiles", "grey")),
        "strada-rounds-colonies": strada.rounds_left_screen(RoundsLeft(1, "colonies")),
        "strada-standings": stop(calm, "standings"),
        "strada-linked": new,
        "strada-end": stop(journey(ended="all-colonies"), "table"),
        "strada-end-clear": stop(journey(ended="all-colonies", active="grey", colonies=won()), "table"),
        "strada-end-tie": stop(
            replace(rich, ended="called", seats=(rich.seats[0], replace(rich.seats[1], resources=9))), "table"
        ),
        "strada-end-full": stop(replace(rich, ended="called"), "table"),
    }
