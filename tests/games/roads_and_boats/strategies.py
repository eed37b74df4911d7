"""Evenings at the table as Hypothesis makes them up."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias, get_args

import msgspec
from hypothesis import strategies as st

from companion.games import Command, Player
from companion.games.roads_and_boats import mines
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    BuildMine,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Correct,
    CountWealth,
    Done,
    Draw,
    DrawAll,
    End,
    Field,
    Join,
    Leave,
    MakeWagon,
    Pray,
    Ready,
    RecordDraw,
    Research,
    SinkShaft,
    TakePosition,
    VoidDraw,
)
from companion.games.roads_and_boats.state import Choosing, Praying, State
from companion.games.roads_and_boats.words import (
    BUILDINGS,
    COLOURS,
    PHASES,
    SUBJECTS,
    TRANSPORTERS,
    EndMark,
    Mixture,
    Ore,
    Phase,
)
from tests.games.roads_and_boats.playing import Play
from tests.games.seating import with_playing_colours

Willing: TypeAlias = Callable[[State], Command]

MIXTURES: tuple[Mixture, ...] = get_args(Mixture)

colours = st.sampled_from(COLOURS[:4])
numbers = st.sampled_from([1, 2, 3, 19])
ores = st.sampled_from(["gold", "iron"])
mixtures = st.sampled_from(MIXTURES)
late = st.booleans()
small = st.integers(-4, 6)
count = st.integers(0, 9)
subjects = st.sampled_from(SUBJECTS)
transporters = st.sampled_from(TRANSPORTERS)
boards = st.sampled_from(["stays", "cleared"])
marks = st.sampled_from(["stays", "follows"])
people = st.builds(Player, st.sampled_from(COLOURS))
rows = st.lists(colours, max_size=4) | st.permutations(COLOURS[:3])

values: dict[Field, st.SearchStrategy[Any]] = {
    "turn": st.integers(1, 40),
    "phase": st.sampled_from(PHASES),
    "temple": rows,
    "sequence": rows,
    "bricks": st.lists(colours | st.none(), max_size=90),
    "bag": st.fixed_dictionaries({"number": numbers, "gold": count, "iron": count}),
    "mine": st.fixed_dictionaries({"number": numbers, "to": numbers | st.none()}),
    "fleet": st.dictionaries(colours, st.dictionaries(transporters, count, max_size=3), min_size=1),
    "research": st.dictionaries(colours, st.lists(subjects, max_size=7), min_size=1),
    "players": st.lists(people.map(msgspec.to_builtins), min_size=1, max_size=4),
    "option": st.fixed_dictionaries(
        {},
        optional={
            "amb_01": late, "amb_08": late, "amb_09": late, "amb_23": late, "amb_31": late, "amb_38": late,
            "more_players": late, "standings": late, "temple": st.none() | rows,
            "fleet": st.dictionaries(transporters, st.integers(0, 3), max_size=2),
            "mines": st.sampled_from([18, 21, 40]), "neutral": st.integers(1, 40),
            "irrigation_at": st.integers(1, 90),
            "marks": st.dictionaries(st.sampled_from(["2", "3"]), st.integers(1, 90)),
            "rows": st.lists(st.integers(1, 9), min_size=4, max_size=9),
        },
    ).filter(bool),
}  # fmt: skip
corrections = st.sampled_from(sorted(values)).flatmap(
    lambda field: st.builds(Correct, st.just(field), values[field], st.just("test"))
)


def _mending(field: Field, value: Any) -> Willing:
    """A correction of what is on this table: colours of players in the place of all colours."""

    def willing(state: State) -> Command:
        row = tuple(seat.colour for seat in state.seats)
        fitting = with_playing_colours(value, row, COLOURS)
        if field in {"temple", "sequence"}:
            fitting = [*fitting, *(colour for colour in row if colour not in fitting)]
        elif field == "players":
            fresh = [colour for colour in COLOURS if colour not in row]
            everybody = [*row[1:], row[0]] if len(value) % 2 else [*fresh, *row][: len(row)]
            fitting = [{"colour": colour} for colour in everybody]
        elif field == "bricks":
            fitting = [*state.bricks[: len(value) * 2], *fitting[:3]]
        return Correct(field, fitting, "test")

    return willing


mending = st.sampled_from(sorted(values)).flatmap(
    lambda field: values[field].map(lambda value: _mending(field, value))
)
blind: st.SearchStrategy[Command] = st.one_of(
    st.builds(Advance, late),
    st.builds(CallForOrder, colours),
    st.builds(Pray, colours, late),
    st.builds(TakePosition, colours, st.integers(1, 6)),
    st.builds(Done, colours),
    st.builds(Ready, colours, late),
    st.builds(BuildMine, numbers, colours, mixtures, late, late),
    st.builds(SinkShaft, numbers, colours, mixtures, late, late),
    st.builds(Draw, numbers, late),
    st.builds(DrawAll),
    st.builds(RecordDraw, numbers, ores, late),
    st.builds(VoidDraw, numbers, st.just("test")),
    st.builds(BuyBrick, colours, st.integers(1, 20), st.none() | st.integers(1, 30), late),
    st.builds(Research, colours, subjects, late, late),
    st.builds(ChangeFleet, colours, transporters, small, late),
    st.builds(MakeWagon, colours, late),
    st.builds(Build, st.sampled_from(BUILDINGS), small, late),
    st.builds(Leave, colours, boards, marks),
    st.builds(Join, colours, st.just(""), marks),
    st.builds(CountWealth, colours, count, count, count),
    corrections,
)


def expected_command(state: State) -> Command:
    """What the state waits for."""
    match state.order:
        case Praying(asks=asks):
            return Pray(asks, state.turn % 2 == 0)
        case Choosing(asks=asks, free=free):
            return TakePosition(asks, free[-1])
        case _:
            if mines.draws_by_hand(state) and (waiting := mines.undrawn(state)):
                mine = mines.mine_of(state, waiting[0])
                return RecordDraw(mine.number, "gold" if mine.gold else "iron")
            return Done(state.acting) if state.acting else Advance(draw_rest=True)


class FittingCommand(msgspec.Struct, frozen=True):
    """Something that fits the phase, more often than not: chosen by numbers among what there is."""

    what: int
    who: int
    where: int
    how: int

    def __call__(self, state: State) -> Command:
        colour = state.seats[self.who % len(state.seats)].colour
        mark: EndMark = "follows" if self.how % 2 else "stays"
        leave = Leave(colour, "cleared" if self.where % 2 else "stays", mark)
        built = [mine.number for mine in state.mines] or [1]
        number = built[self.where % len(built)]
        mixture = MIXTURES[self.how % 4]
        ore: Ore = "gold" if self.how % 2 else "iron"
        fitting: dict[Phase, tuple[Command, ...]] = {
            "production": (
                Draw(number),
                RecordDraw(number, ore),
                DrawAll(),
                Research(colour, SUBJECTS[self.how]),
                ChangeFleet(colour, TRANSPORTERS[self.where], 1),
            ),
            "movement": (ChangeFleet(colour, TRANSPORTERS[self.where % 6], self.how - 2),),
            "building": (
                BuildMine(self.where + 1, colour, mixture),
                SinkShaft(number, colour, mixture),
                Build(BUILDINGS[(self.where * 7 + self.how) % len(BUILDINGS)], 1),
            ),
            "wonder": (BuyBrick(colour, self.how % 3 + 1), BuyBrick(colour)),
        }  # fmt: skip
        corrections = (
            Correct("phase", PHASES[self.how % 4], "test"),
            Correct("bricks", [colour, None] * (self.how // 3) + [colour] * self.where, "test"),
            Correct("temple", list(state.sequence), "test"),
            Correct("bag", {"number": number, "gold": self.how % 3, "iron": self.where % 3}, "test"),
            Correct("mine", {"number": number, "to": self.where + 8 if self.how % 3 else None}, "test"),
            Correct("option", {f"amb_{(8, 9, 31, 38, 23)[self.where % 5]:02}": self.how % 2 == 0}, "test"),
            Correct("option", {"neutral": self.how * 3 + 1}, "test"),
        )
        if self.what < len(corrections):
            return corrections[self.what]
        if state.order:
            return leave if self.what > 90 else expected_command(state)
        forgotten = (
            BuildMine(self.where + 1, colour, mixture, late=True),
            SinkShaft(number, colour, mixture, late=True),
            Research(colour, SUBJECTS[self.how], late=True),
            Build(BUILDINGS[self.how], self.where - 1, late=True),
            ChangeFleet(colour, TRANSPORTERS[self.where % 6], self.how - 2, out_of_order=True),
            BuyBrick(colour, out_of_order=True),
            Ready(colour, ready=self.how > 1),
        )
        again = (Draw(number, late=True), RecordDraw(number, ore, late=True))[self.who % 2]
        join = Join(COLOURS[self.where % 4], "", mark)
        always = (
            leave,
            join,
            VoidDraw(number, "test"),
            again,
            CallForOrder(colour),
            expected_command(state),
            expected_command(state),
        )
        choices = (*fitting[state.phase], *fitting[state.phase], *always, forgotten[self.how])
        return choices[self.what % len(choices)]


def evening(seed: int) -> list[Willing]:
    """A long mix of fitting entries, far longer than what is made up entry by entry."""
    dice = random.Random(seed)
    return [
        FittingCommand(dice.randrange(100), dice.randrange(4), dice.randrange(6), dice.randrange(7))
        for _ in range(150)
    ]


apt = st.builds(FittingCommand, st.integers(0, 99), st.integers(0, 3), st.integers(0, 5), st.integers(0, 6))
switches = st.fixed_dictionaries(
    {},
    optional={
        "amb_08": late,
        "amb_09": late,
        "amb_23": late,
        "amb_31": late,
        "amb_38": late,
        "standings": late,
        "neutral": st.sampled_from([2, 33]),
        "rows": st.just([2, 2, 2, 2, 3]),
        "marks": st.just({"2": 7, "3": 8, "4": 11}),
        "irrigation_at": st.just(3),
    },
)


@st.composite
def tables(draw: st.DrawFn) -> Play:
    """A game just begun by one to four players with any house rules, often with a small wonder."""
    chosen: dict[str, Any] = draw(switches)
    if "rows" in chosen:
        chosen = {"marks": {"2": 7, "3": 8, "4": 11}, **chosen}
    play = Play(*COLOURS[: draw(st.integers(1, 4))], dice=draw(st.integers(0, 99)), **chosen)
    play.know("red", *draw(st.lists(subjects, unique=True)))
    for number in range(1, draw(st.integers(1, 4))):
        play.do(BuildMine(number, "red", "standard", late=True))
    return play


def entries() -> st.SearchStrategy[list[Command | Willing]]:
    """A long evening, and then whatever comes to mind."""
    made_up = st.lists(st.one_of(blind, apt, st.just(expected_command)), min_size=5, max_size=40)
    return st.builds(lambda seed, more: [*evening(seed), *more], st.integers(0, 10_000), made_up)


rarely = st.sampled_from([*[expected_command] * 20, lambda _: End()])
anything = st.one_of(blind, mending, *[apt] * 5, rarely)
"""Anything that the table may be told, more often than not something that fits."""


def starts() -> st.SearchStrategy[dict[str, Any]]:
    """Starts of one to six, with any house rules, often with a small wonder."""

    def start(most: int, chosen: dict[str, Any]) -> dict[str, Any]:
        chosen = {name: each for name, each in chosen.items() if name != "marks"}
        players = [{"colour": colour} for colour in COLOURS[:most]]
        small = {"marks": {"2": 7, "3": 8, "4": 11, "5": 11, "6": 11}} if "rows" in chosen else {}
        options = {**chosen, **small, "more_players": most > 4}
        return {"type": "start", "system": "roads-and-boats", "players": players, "options": options}

    return st.builds(start, st.integers(1, 6), switches)
