"""What the display shows in one picture: who acts, what is to be done, how far the wonder is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from companion.games.picture import Mark, player_name, words
from companion.games.roads_and_boats import mines, scoring
from companion.games.roads_and_boats.state import Choosing, Mine, Praying, State, seat_of
from companion.games.roads_and_boats.view import View
from companion.games.roads_and_boats.words import PHASES, Colour
from companion.language.picture import (
    Answers,
    Band,
    Bar,
    Cell,
    Cells,
    Count,
    Counts,
    DotGroup,
    Dots,
    Figure,
    Picture,
    PlayerAnswer,
    Position,
    Positions,
    Row,
    Shape,
    Sign,
)
from companion.language.text import Text, text

SIGNS = (
    *PHASES, "brick", "end", "drop", "mine", "gold", "iron",
    "then", "done", "gone", "asked", "temple", "points", "warning",
    "lit", "lesser", "way", "due", "empty", "unbuilt",
)  # fmt: skip
"""What the legend explains."""
LAST = (text("display.last-turn"), text("display.last-turn.short"))
"""What stands in place of the turn's number when no turn comes after it, in ever fewer words."""
SHOWN_TIED = 3
"""Of so many there is room for who has as many points as the winner; more see it from their numbers."""

ALL_BESIDE = 21
"""So many bags stand beside a figure, two rows with the low numbers among them."""
MAX_BESIDE = 18
"""A count without numbers."""


def table(view: View, warning: Text | None) -> Picture[Text]:
    """The phase and the turn; who acts or what there is to do; who follows, and the way to the end. Where
    a brick does not cost everybody the same, the prices show the players already: words say what they are.

    warning: a sign tells that there is one, and its words stand where no player follows. That no turn comes
    after this one matters more than how many there have been.
    """
    state, moment = view.state, _moment(view, warned=warning is not None)
    if state.phase == "wonder" and state.acting is None and view.one_price is None:
        return Picture((moment, Band((_next_brick(),), (_progress_bar(view),)), _prices(view)))
    return Picture((moment, _main_band(view), _progress_band(view, warning)))


def _moment(view: View, *, warned: bool) -> Band[Text]:
    signs = tuple([Sign(phase, highlighted=phase == view.phase) for phase in PHASES])
    turn = words(*LAST) if view.turns_left == 1 else words(text("display.turn", turn=view.turn))
    return Band(signs, (Sign("warning"), turn) if warned else (turn,))


def _main_band(view: View) -> Band[Text]:
    """The one fact: the acting player, the price of a brick, the mines to be drawn, or who is not ready."""
    state = view.state
    if state.acting is not None:
        price = _price(view, state.acting) if state.phase == "wonder" else ()
        return Band((Shape(state.acting), _name(state, state.acting)), price, "middle")
    if state.phase == "wonder":
        return _prices(view)
    if state.phase == "production" and state.mines:
        left = Figure(len(view.undrawn)) if view.undrawn else Sign("done")
        return Band((left,), _bag_cells(state), "middle")
    if len(state.sequence) == 1:
        alone = state.sequence[0]
        return Band((Shape(alone), _name(state, alone)), height="middle")
    return Band((Row(state.sequence, ready=state.acted if state.called else state.ready),), height="middle")


def _progress_band(view: View, warning: Text | None) -> Band[Text]:
    follows = _players_after(view.state)
    price = () if view.phase == "wonder" else _next_price(view)
    if follows:
        return Band(
            (Sign("then"), Row(follows)) if view.acting else (Row(follows),), (_progress_bar(view), *price)
        )
    if warning is not None:
        return Band((words(warning, text("display.warned")),))
    return Band((Sign("wonder"), Figure(view.filled), _progress_bar(view)), (Figure(view.ends_at), *price))


def _players_after(state: State) -> tuple[Colour, ...]:
    """Who comes after whom: after the player whose go it is those who have not had theirs, else everybody,
    unless the picture's one fact shows them already.
    """
    if state.acting is not None:
        return tuple([each for each in state.sequence if each != state.acting and each not in state.acted])
    if len(state.sequence) == 1 or (
        state.phase != "wonder" and not (state.phase == "production" and state.mines)
    ):
        return ()
    return state.sequence


def _progress_bar(view: View) -> Bar:
    return Bar(view.filled, view.ends_at, (view.state.options.irrigation_at,))


def _name(state: State, colour: Colour) -> Mark:
    return player_name(colour, seat_of(state, colour).name)


def _price(view: View, colour: Colour) -> tuple[Mark, ...]:
    return (Sign("brick"), Figure(view.prices[colour]))


def _next_price(view: View) -> tuple[Mark, ...]:
    """The price of the next brick for the acting player, or for all where it is the same."""
    if view.state.acting is not None:
        return _price(view, view.state.acting)
    return () if view.one_price is None else (Sign("brick"), Figure(view.one_price))


def _next_brick() -> Mark:
    """Shapes with numbers could be the bricks that players own: these are prices."""
    return words(text("display.next-brick"))


def _prices(view: View) -> Band[Text]:
    """The price of the next brick: once where it is the same for all, else by player."""
    if view.one_price is not None:
        each = words(text("display.goods-a-brick", count=view.one_price), small=True)
        return Band((Sign("brick"), Figure(view.one_price), each), height="middle")
    for_each = Counts(tuple([Count(colour, view.prices[colour]) for colour in view.state.sequence]))
    return Band((Sign("brick"), for_each), height="middle")


def _bag_cells(state: State) -> tuple[Mark, ...]:
    """The bags beside how many are to be drawn: all, else the built ones, else as many of the due ones as
    can be read there.
    """
    every = _all_cells(state).cells
    if len(every) <= ALL_BESIDE:
        return (Cells(every),)
    shown = [cell for cell in every if cell.state != "none"]
    if len(shown) > MAX_BESIDE:
        shown = [cell for cell in shown if cell.state == "due"]
    if len(shown) > MAX_BESIDE:
        shown = [*shown[: MAX_BESIDE - 1], Cell(shown[MAX_BESIDE - 1].number, "more")]
    return (Cells(tuple(shown)),) if shown else ()


def _all_cells(state: State, *, revealed: Collection[int] = ()) -> Cells:
    """Every bag: due until it has given its ore. revealed: the numbers of mines that show their ore."""
    due = mines.drawable(state)
    each = {number: Cell(number, "none") for number in mines.bags_in_play(state)}
    for mine in state.mines:
        given = mine.drawn if mine.drawn in {"gold", "iron"} else None
        if mine.number in due:
            cell = Cell(mine.number, "due")
        elif given is None and mine.gold + mine.iron == 0:
            cell = Cell(mine.number, "empty")
        else:
            cell = Cell(mine.number, "done", given if given and mine.number in revealed else "")
        each[mine.number] = cell
    return Cells(tuple(each.values()))


def mines_page(view: View) -> Picture[Text]:
    """Which bags are built, which are to be drawn, and what the others gave. Above how many are due; else,
    once production has been left, what came in all; else how many are built.
    """
    state = view.state
    ores = [mine.drawn for mine in state.mines]
    due = len(view.owing)
    if due:
        return _ores(state, _mine_title(text("display.mines.due", count=due, built=len(state.mines))))
    if state.phase != "production" and {"gold", "iron"} & {*ores}:
        return _ores(state, Band(_ore_count(ores, "gold"), _ore_count(ores, "iron")))
    most = len(mines.bags_in_play(state))
    return _ores(state, _mine_title(text("display.mines.built", count=len(state.mines), most=most)))


def _ore_count(ores: Sequence[str | None], ore: str) -> tuple[Mark, ...]:
    """No mine stands before the number: that would be the mine's own."""
    count = ores.count(ore)
    return (Sign(ore), words(text("display.good", amount=count, good=text(f"counted.{ore}", count=count))))


def _mine_title(title: Text) -> Band[Text]:
    return Band((Sign("mine"), words(title)))


def drawn_ores(state: State, title: Text, drawn: Collection[int]) -> Picture[Text]:
    """What several mines gave at once: these and no others, so that the signs are as many as are counted."""
    return _ores(state, _mine_title(title), drawn)


def _ores(state: State, title: Band[Text], revealed: Collection[int] | None = None) -> Picture[Text]:
    """revealed: as of `_all_cells`; by default all."""
    each = _all_cells(state, revealed={mine.number for mine in state.mines} if revealed is None else revealed)
    return Picture((title, Band((each,), height="large")))


def drawn(mine: Mine, ore: Text) -> Picture[Text]:
    """The ore that has just been drawn, and what is left in the bag."""
    return Picture(
        (
            Band((Sign(mine.drawn or ""), words(ore)), height="large"),
            Band((Sign("mine"), Figure(mine.number)), _bag_content(mine)),
        )
    )


def drawn_before(mine: Mine, ore: Text) -> Picture[Text]:
    """The ore that the mine has given in this turn, that it is drawn already, and what is left in the bag."""
    number, already = Figure(mine.number), words(text("display.bag.again"))
    return Picture(
        (
            Band((Sign(mine.drawn or ""), words(ore)), height="middle"),
            Band((Sign("done"), Sign("mine"), number, already)),
            Band(_bag_content(mine)),
        )
    )


def bag(mine: Mine, chance: Text) -> Picture[Text]:
    """What the bag holds, and what may come of it."""
    number = mine.number
    return Picture(
        (
            Band((words(text("display.bag.holds", number=number), text("display.bag", number=number)),)),
            Band((Sign("gold"), Figure(mine.gold)), (Sign("iron"), Figure(mine.iron)), "middle"),
            Band((words(chance),)),
        )
    )


def _bag_content(mine: Mine) -> tuple[Mark, ...]:
    """The bag's content beside what was drawn, or that it is empty (RB-MINE-09)."""
    if mine.gold + mine.iron == 0:
        return (words(text("display.bag.none")),)
    content = Dots((DotGroup("gold", mine.gold), DotGroup("iron", mine.iron)))
    return (words(text("display.bag.left")), content)


def wonder_page(view: View) -> Picture[Text]:
    """Today's prices, and how far it is to irrigation and to the end. Its title says how many bricks lie
    there, unless the prices differ: then that they are prices.
    """
    title: Mark = words(text("display.wonder", filled=view.filled, ends=view.ends_at))
    if view.one_price is None and not view.over:
        title = _next_brick()
    way: tuple[Mark, ...] = (Sign("drop"), Figure(view.to_irrigation), _progress_bar(view))
    end: tuple[Mark, ...] = (Sign("end"), Figure(view.to_end))
    matter = Band(end, height="middle") if view.over else _prices(view)
    return Picture((Band((title,)), matter, Band(way, end)))


def rows(state: State, title: Text) -> Picture[Text]:
    """The sequence, small for those who have acted, lit for the acting player; the temple row."""
    return Picture(
        (
            Band((words(title),)),
            Band(
                (Row(state.sequence, finished=state.acted, highlighted=state.acting or ""),), height="middle"
            ),
            Band((Sign("temple"), Row(state.temple))),
        )
    )


def bricks(state: State, title: Text) -> Picture[Text]:
    """The wonder's bricks by player."""
    each = tuple(Count(seat.colour, state.bricks.count(seat.colour)) for seat in state.seats)
    return Picture((Band((words(title),)), Band((Counts(each),), height="large")))


def praying(state: State, step: Praying, cashes: Text) -> Picture[Text]:
    """Who is asked, and the row at the temple, nearest first: behind each what he has answered."""
    said: dict[Colour, str] = {step.asks: "asked"}
    said |= dict.fromkeys(step.kept, "done") | dict.fromkeys(step.cashed, "gone")
    temple = Answers(tuple([PlayerAnswer(each, said.get(each, "")) for each in state.temple]))
    return Picture(
        (_asked_player(state, step.asks, (Sign("temple"),)), Band((temple,)), Band((words(cashes),)))
    )


def choosing(state: State, step: Choosing, position: int, next_free: Text) -> Picture[Text]:
    """Who is asked, which position he would take, and who has which."""
    taken = dict(step.taken)
    places = Positions(
        tuple(
            Position(nth, taken.get(nth), highlighted=nth == position)
            for nth in range(1, len(state.temple) + 1)
        )
    )
    asked = _asked_player(state, step.asks, (Figure(position), words(text("display.take.asked"))))
    return Picture((asked, Band((places,)), Band((words(next_free),))), replaces_lines=True)


def _asked_player(state: State, colour: Colour, right: tuple[Mark, ...]) -> Band[Text]:
    return Band((Shape(colour), _name(state, colour)), right, "middle")


def scores(view: View) -> Picture[Text]:
    """The winner's score, what decided, and the scores of the others who played to the end."""
    first, *others = [each for each in view.scores if not each.left]
    best = Band(
        (Shape(first.colour), _name(view.state, first.colour)),
        (Sign("points"), Figure(first.total)),
        "middle",
    )
    if not others:
        return Picture((best,))
    return Picture((best, *_tie_break(view), Band((Counts(_totals(others)),), height="middle")))


def points_so_far(view: View, title: Text) -> Picture[Text]:
    """The points of all who play, the best first; after the end whose counters are still to be counted."""
    each = Counts(_totals(each for each in view.scores if not each.left))
    titled = (Sign("end"), words(title)) if view.over else (words(title),)
    bands: tuple[Band[Text], ...] = (Band(titled), Band((each,), height="middle"))
    missing = view.uncounted if view.over else ()
    if missing:
        bands = (*bands, Band((words(text("display.to-count")), Row(missing))))
    return Picture(bands)


def _tie_break(view: View) -> tuple[Band[Text], ...]:
    """How many points more than the second, or who has as many, so that the temple decides."""
    by = view.decided
    if by is None or by.second is None:
        return ()
    if by.by == "points":
        return (Band((words(text("display.decided.points", count=by.count)), Shape(by.second))),)
    short = text("display.decided.tie.short")
    many = len(by.tied) > SHOWN_TIED
    tie = (words(short),) if many else (words(text("display.decided.tie"), short), Row(by.tied))
    return (Band(tie, (Sign("temple"), words(text("display.decided.temple")))),)


def _totals(of: Iterable[scoring.Score]) -> tuple[Count, ...]:
    return tuple(Count(each.colour, each.total) for each in of)
