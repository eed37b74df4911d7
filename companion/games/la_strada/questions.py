"""What the panel's lists offer, and what it asks before a turn ends."""

from __future__ import annotations

from companion.games import Choice, Command, Question
from companion.games.la_strada import ends, seats
from companion.games.la_strada.commands import CannotConnect, End, EndTurn
from companion.games.la_strada.connecting import connecting
from companion.games.la_strada.pages import coming, lost
from companion.games.la_strada.state import State
from companion.games.la_strada.turns import INCOME
from companion.games.la_strada.words import MOST_RESOURCES
from companion.games.screen import Screen, Text, text
from companion.games.tokens import named, token


def question(_state: State) -> Question | None:
    """Nothing has to be answered before the game can go on."""
    return None


def lose(state: State) -> Question:
    """Ending the turn with more resources than the next income leaves room for (LS-TURN-03)."""
    keeps = seats.active(state).resources
    after = coming(state)
    title = text("display.lose", token=token(state.active), lost=lost(state))
    lines = (
        text("display.lose.sum", resources=keeps, income=INCOME, most=MOST_RESOURCES),
        text("display.then", named=named(after.colour, after.name)),
    )
    return _one("lose", title, lines, EndTurn())


def what_now(state: State) -> Question:
    """The table page's own list: everything that this moment allows without a phone."""
    choices: list[Choice] = []
    road = connecting(state)
    if road is not None:
        has = text("display.left", left=seats.active(state).resources)
        choices.append(Choice(Screen(text("display.connect"), (has,)), road))
    if not state.connected:
        none = text("display.cannot-connect.means", token=token(state.active))
        choices.append(Choice(Screen(text("display.cannot-connect"), (none,)), _cannot_connect(state)))
    choices.append(Choice(Screen(text("display.end-game"), (text("display.end-game.means"),)), End()))
    return Question("what-now", tuple(choices))


def _cannot_connect(state: State) -> Question:
    """What follows when the active player says that he can link no colony any more (LS-END-01, LS-AMB-04)."""
    seat = seats.active(state)
    others = [each for each in state.seats if each is not seat]
    if ends.passes(state) and not all(ends.blocked(state, each) for each in others):
        title = text("display.passes.asked", token=token(seat.colour))
        lines: tuple[Text, ...] = (text("display.passes.means"),)
    else:
        title = text("display.end-game")
        lines = (text("display.end-game.means"),)
        if state.gained and not state.options.amb_03:
            lines = (text("display.taken-back", token=token(seat.colour), taken=state.gained), *lines)
    return _one("cannot-connect", title, lines, CannotConnect(seat.colour))


def _one(name: str, title: Text, lines: tuple[Text, ...], command: Command) -> Question:
    return Question(name, (Choice(Screen(title, lines), command),))
