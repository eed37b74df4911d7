"""Who has finished while all play at the same time (RB-TURN-03): said to the others, it binds nobody."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Events, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats.commands import Ready
from companion.games.roads_and_boats.events import Readied
from companion.games.roads_and_boats.state import State, colours, player_of, playing
from companion.games.roads_and_boats.words import Colour


def together(state: State) -> bool:
    """Whether several play at the same time now: nobody has the go, nobody is asked (RB-TURN-03)."""
    alone = len(playing(state)) == 1
    return not (state.ended or alone or state.order or state.acting)


def say(state: State, command: Ready, _dice: Dice) -> Events:
    """A player is ready, or not after all; saying it again changes nothing (RB-TURN-03).

    Raises `Refused` while one player after the other has his go.
    """
    player_of(state, command.colour)
    if state.acting is not None:
        raise Refused("ready-in-a-go", "RB-CONF-07", colour=state.acting)
    said = {*state.ready, command.colour} if command.ready else {*state.ready} - {command.colour}
    ready = tuple(colour for colour in colours(state) if colour in said)
    return (Readied(ready, state.turn, state.phase, state.called),)


def said(state: State, event: Readied) -> State:
    """The state with these ready, if it is still of the moment in which they said so (RB-TURN-03).

    Another phase, a call for the order of play and a go of one player end it; undo comes back to it.
    """
    moment = (state.turn, state.phase, state.called)
    if (event.turn, event.phase, event.called) != moment or state.ended or state.order or state.acting:
        return state
    there = (seat.colour for seat in playing(state))
    return replace(state, ready=tuple(colour for colour in there if colour in event.colours))


def missing(state: State) -> tuple[Colour, ...]:
    """Who is not ready yet, in the order of the sequence."""
    return tuple(colour for colour in state.sequence if colour not in state.ready)
