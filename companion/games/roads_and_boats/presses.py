"""What presses and taps mean in this game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games import Answer, Choice, Command, Question
from companion.games.questions import Then, leave_or_join, no_list, stays_or_cleared, what_now
from companion.games.roads_and_boats import leaving, mines, order, pictures, turns, wonder
from companion.games.roads_and_boats.commands import (
    Advance,
    BuyBrick,
    CallForOrder,
    Done,
    Draw,
    DrawAll,
    End,
    Join,
    Leave,
    Pray,
    Ready,
    RecordDraw,
    TakePosition,
)
from companion.games.roads_and_boats.display import (
    SHARED_PHASES,
    bag_content,
    bag_screen,
    draw_odds,
    is_last_to_act,
    undrawn_text,
)
from companion.games.roads_and_boats.state import Choosing, Praying, State, next_phase, present_seats
from companion.games.roads_and_boats.view import View
from companion.games.roads_and_boats.words import COLOURS, Colour
from companion.games.screen import Screen, number, row, token
from companion.language.text import Text, text


def press(view: View, page: str, button: str, held: bool) -> Answer:
    """What a button means on a page: Advance, Select when held, or a player's colour."""
    state = view.state
    if button == "advance":
        return _advance(view)
    if button == "select":
        return _list(view, page)
    colour = next((each for each in COLOURS if each == button), None)
    if colour is None:
        return None
    if state.phase == "wonder" and not held and not state.ended:
        return _brick_purchase(view, colour)
    if state.phase in SHARED_PHASES and not held and view.missing is not None:
        return Ready(colour, colour not in state.ready)
    return _order_call(state, colour)


def _order_call(state: State, colour: Colour) -> Command | Question:
    """The call for order; once the phase is under way only after a question, whether it came before that."""
    if colour not in state.sequence or not order.call_late(state):  # the rules say so when the command comes
        return CallForOrder(colour)
    return Question(f"called-before-{colour}", (_call_choice(state, colour),))


def _call_choice(state: State, colour: Colour) -> Choice:
    if order.call_late(state):
        title, means = text("display.called-before", colour=colour), text("display.called-before.means")
        return Choice(Screen(title, (means,)), CallForOrder(colour, late=True))
    title, means = text("display.calls", colour=colour), text("display.calls.means")
    return Choice(Screen(title, (means,)), CallForOrder(colour))


def _brick_purchase(view: View, colour: Colour) -> Command | Question:
    """A brick at today's price; while another player acts only after a question."""
    if colour not in view.prices:  # no player has that colour: the rules say so when the command comes
        return BuyBrick(colour)
    choice = _purchase_choice(view, colour)
    return choice.then if view.acting in (None, colour) else Question(f"out-of-order-{colour}", (choice,))


def _advance(view: View) -> Answer:
    state = view.state
    if state.ended:  # the rules say so
        return Advance()
    if view.undrawn and not view.by_hand:
        return _ask_draw_rest(view)
    if is_last_to_act(state):
        return _ask_next_phase(state)
    return Advance() if state.acting is None else Done(state.acting)


def _list(view: View, page: str) -> Question | Screen:
    asks: Question | None = None
    if not view.over:
        match page:
            case "order":
                asks = _ask_caller(view.state)
            case "wonder":
                asks = _ask_buyer(view)
            case "mines":
                asks = _ask_mine(view)
            case "table":
                asks = _what_now(view)
    return asks or no_list()


def tap(view: View, number: int) -> Answer:
    """What a tapped bag means: a draw where one is due, else a look at it.

    Of a draw that was voided after production it asks first: there a bag is tapped to look into it.
    """
    state = view.state
    if number not in view.owing or state.order or state.ended:
        return bag_screen(view, number)
    if view.by_hand:
        return _ask_ore(state, number)
    if state.phase == "production":
        return Draw(number)
    return Question(f"draw-again-{number}", (_draw_choice(state, number),))


def question(view: View) -> Question | None:
    """What the table is asked until it has answered: who keeps praying, who takes which position."""
    state = view.state
    match state.order:
        case Praying():
            return _ask_prayer(state, state.order)
        case Choosing():
            return _ask_position(state, state.order)
        case _:
            return None


def _ask_prayer(state: State, step: Praying) -> Question:
    answered = len(step.kept) + len(step.cashed)
    title = text("display.pray", colour=step.asks)
    temple = row(
        text("display.cashed", letter=each) if each in step.cashed else token(each) for each in state.temple
    )
    cashes = text("display.pray.cash-in")
    picture = pictures.praying(state, step, cashes)
    screen = Screen(title, (temple, cashes), text("display.pray.keep"), picture=picture)
    return Question(
        f"pray-{answered}-{step.asks}",
        (Choice(screen, Pray(step.asks, keep=True)),),
        on_back=Pray(step.asks, keep=False),
        closes=False,
        player=step.asks,
    )


def _ask_position(state: State, step: Choosing) -> Question:
    taken = dict(step.taken)
    places = row(
        token(taken[place]) if place in taken else number(place) for place in range(1, len(state.temple) + 1)
    )
    next_free = text("display.take.next")
    choices = tuple(
        Choice(
            Screen(
                text("display.take", colour=step.asks, position=free),
                (places, next_free),
                text("display.take.means"),
                picture=pictures.choosing(state, step, free, next_free),
            ),
            TakePosition(step.asks, free),
        )
        for free in step.free
    )
    return Question(f"take-{step.asks}-{step.free}", choices, closes=False, player=step.asks)


def _what_now(view: View) -> Question:
    """The table page's own list: everything else that this moment allows without a phone."""
    state, choices = view.state, list[Choice]()
    if view.undrawn and not view.by_hand:
        stay = Screen(text("display.draw-all"), (undrawn_text(view.undrawn),))
        choices.append(Choice(stay, DrawAll()))
    elif (one_by_one := _ask_mine(view)) is not None:
        each = Screen(text("display.enter-draws"), (undrawn_text(view.owing),))
        choices.append(Choice(each, one_by_one))
    calls = _ask_caller(state)
    if calls is not None and view.may_call:
        choices.append(Choice(Screen(text("display.who-calls")), calls))
    if state.phase == "wonder":
        choices.append(Choice(Screen(text("display.who-buys")), _ask_buyer(view)))
    if state.phase in SHARED_PHASES and view.missing is not None:
        choices.append(Choice(Screen(text("display.who-ready")), _ask_ready(state)))
    return what_now((*choices, *_leave_or_join(state)), End(), text("display.end-game.means"))


def _leave_or_join(state: State) -> Iterator[Choice]:
    leave: dict[str, Then] = {
        each: stays_or_cleared(
            each,
            _ask_end_mark(state, f"leaves-{each}-stays", -1, Leave(each)),
            _ask_end_mark(state, f"leaves-{each}-cleared", -1, Leave(each, "cleared")),
        )
        for each in leaving.may_leave(state)
    }
    join: dict[str, Then] = {
        each: _ask_end_mark(state, f"joins-{each}", +1, Join(each)) for each in leaving.may_join(state)
    }
    return leave_or_join(leave, join, [seat.colour for seat in state.seats if seat.left])


def _ask_end_mark(state: State, name: str, change: int, stays: Leave | Join) -> Command | Question:
    """Whether the end mark follows the number of players, where it can (RB-WON-12)."""
    space = leaving.mark_after(state, change)
    if space is None:
        return stays
    present = (text("display.mark.space", space=wonder.end_space(state)),)
    players = text("display.mark.players", count=len(present_seats(state)) + change)
    other = (text("display.mark.space", space=space), players)
    return Question(
        f"mark-{name}",
        (
            Choice(Screen(text("display.mark.stays"), present), stays),
            Choice(Screen(text("display.mark.follows"), other), replace(stays, mark="follows")),
        ),
    )


def _ask_caller(state: State) -> Question | None:
    """Who demands that the order of play be determined; None for one player, who has none to determine."""
    if len(present_seats(state)) == 1:
        return None
    return Question("who-calls", tuple(_call_choice(state, seat.colour) for seat in present_seats(state)))


def _ask_ready(state: State) -> Question:
    """Who is ready, or not after all, where no button is wired in his colour: those who are missing first."""
    said = (*order.not_ready(state), *(colour for colour in state.sequence if colour in state.ready))
    return Question(
        "who-ready",
        tuple(
            Choice(
                Screen(
                    text("display.unready" if colour in state.ready else "display.readies", colour=colour)
                ),
                Ready(colour, colour not in state.ready),
            )
            for colour in said
        ),
    )


def _ask_buyer(view: View) -> Question:
    """Who buys a brick, at the price shown, in the order of the sequence (AMB-10)."""
    return Question("who-buys", tuple(_purchase_choice(view, colour) for colour in view.buyers))


def _purchase_choice(view: View, colour: Colour) -> Choice:
    """A brick for that player; while another one acts it says that it would be out of order (RB-CONF-07)."""
    cost = view.prices[colour]
    title = text("display.buys", colour=colour, price=cost)
    if view.acting in (None, colour):
        return Choice(Screen(title, payment_texts(view.state)), BuyBrick(colour, price=cost))
    lines = (text("display.out-of-order", colour=view.acting),)
    return Choice(Screen(title, lines), BuyBrick(colour, price=cost, out_of_order=True))


def payment_texts(state: State) -> tuple[Text, ...]:
    """Where the goods for a brick come from, with the group's own rules about them (AMB-07, AMB-11)."""
    where = text("display.buys.tile" if state.options.amb_11 else "display.buys.means")
    return (where, text("display.buys.no-geese")) if state.options.amb_07 else (where,)


def _ask_mine(view: View) -> Question | None:
    """Which of the mines that a draw may be entered for; None when there is none."""
    choices = tuple(_draw_choice(view.state, bag) for bag in view.owing)
    return Question("which-mine", choices) if choices else None


def _draw_choice(state: State, number: int) -> Choice:
    """One of these mines: drawn by the dice, or the ore asked for."""
    mine = mines.mine_of(state, number)
    then: Command | Question = Draw(number, late=state.phase != "production")
    if mines.draws_by_hand(state):
        then = _ask_ore(state, number)
    return Choice(
        Screen(text("display.draws", number=number), (bag_content(mine), draw_odds(state, mine))), then
    )


def _ask_ore(state: State, number: int) -> Question:
    """What was drawn by hand, where the group does so (AMB-23)."""
    mine = mines.mine_of(state, number)
    lines = (text("display.by-hand", number=number), bag_content(mine))
    held = [ore for ore, count in (("gold", mine.gold), ("iron", mine.iron)) if count]
    return Question(
        f"which-ore-{number}",
        tuple(
            Choice(
                Screen(text(f"display.{ore}.asked"), lines),
                RecordDraw(number, "gold" if ore == "gold" else "iron", late=state.phase != "production"),
            )
            for ore in held
        ),
    )


def _ask_draw_rest(view: View) -> Question:
    """Leaving production with mines undrawn: draw them and go on, or draw them and stay."""
    to, then = undrawn_text(view.undrawn), text("display.then", phase=view.following)
    leave = Screen(text("display.draw-rest"), (to, then))
    stay = Screen(text("display.draw-all"), (to, text("display.stay", phase=view.phase)))
    return Question("draw-rest", (Choice(leave, Advance(draw_rest=True)), Choice(stay, DrawAll())))


def _ask_next_phase(state: State) -> Question:
    """After the last player's go, which ends with it where it runs."""
    title = text(f"display.next.{turns.next_step(state)}", phase=next_phase(state.phase))
    line = text("display.all-acted")
    if state.acting is not None:
        line = text("display.last-acts", token=token(state.acting), colour=state.acting)
    return Question("next-phase", (Choice(Screen(title, (line,)), Advance()),))
