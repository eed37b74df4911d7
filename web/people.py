"""Members and players: which player a phone is, and who plays the next game."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import Game, Player
from companion.table.snapshot import Snapshot
from web.membership import Member
from web.site import Site


def players_in(snapshot: Snapshot) -> tuple[Player, ...]:
    """Players of the game on the table, also those who have left it."""
    if snapshot.play is None:
        return ()
    return snapshot.play.view.players


def game_in(snapshot: Snapshot) -> str:
    """Id of the game on the table; empty for none."""
    return snapshot.play.id if snapshot.play else ""


def colour_of(member: Member, snapshot: Snapshot) -> str | None:
    """A member's colour in the game on the table, None for an onlooker; without a game the chosen one."""
    return member.colour if snapshot.play is None else member.among(players_in(snapshot), snapshot.play.id)


def learn_names(site: Site) -> None:
    """Before another game begins, give members without a name that of their player."""
    site.membership.learn(players_in(site.table.snapshot))


def proposed_players(site: Site, game: Game) -> tuple[Player, ...]:
    """Players for a new game, each with a colour.

    They are the members at the table; if these are too few, also the players of the last game, at least two.
    A person gets the colour of the last time, if it is free. More than `_USUAL` players only where the last
    such game had them.
    """
    before = _before(site)
    last = before[0][1] if before else ()
    usual = next((players for system, players in before if system == game.system), ())
    colours = [*game.colours[:_USUAL], *(each.colour for each in usual)]
    colours = [each for each in game.colours if each in colours]
    people = _people(site, last)[: len(colours)]
    had = {_called(each.name): each.colour for each in usual if each.name}
    taken: list[str | None] = []
    for each in people:
        wish = had.get(_called(each.name), each.colour)
        taken.append(wish if wish in colours and wish not in taken else None)
    free = (colour for colour in colours if colour not in taken)
    seated = [Player(colour or next(free), each.name) for each, colour in zip(people, taken, strict=True)]
    if len(seated) == 1:
        seated.append(Player(next(free)))
    return tuple(seated)


def _before(site: Site) -> list[tuple[str, tuple[Player, ...]]]:
    """Earlier games and their players, the latest first; of the one on the table without those who left."""
    before = [(each.system, each.players) for each in site.table.all_games()]
    snapshot = site.table.snapshot
    if snapshot.play is None:
        return before
    left = snapshot.play.view.left
    now = tuple(each for each in players_in(snapshot) if each.colour not in left)
    return [(snapshot.play.game.system, now), *before]


_USUAL = 4
"""Colours of a game that are offered unasked."""
_FEWEST = 2
"""Members from which on they are taken for all players."""


def _people(site: Site, last: tuple[Player, ...]) -> list[Player]:
    """Members, and players of the last game if those are too few, in the order of the last game."""
    snapshot = site.table.snapshot
    joined = [
        Player(colour_of(each, snapshot) or each.colour or "", each.known_name)
        for each in site.membership.present()
        if each.known_name or each.colour
    ]
    found = list(_once(joined))
    if len(found) < _FEWEST:
        found = list(_once([*found, *last]))
    places = {_called(each.name) or each.colour: place for place, each in enumerate(last)}
    return sorted(found, key=lambda each: places.get(_called(each.name) or each.colour, len(places)))


def _once(people: list[Player]) -> Iterator[Player]:
    """Each person once, identified by name, without one by colour."""
    names: set[str] = set()
    colours: set[str] = set()
    for each in people:
        name = _called(each.name)
        if name in names if name else each.colour in colours:
            continue
        names |= {name} if name else set()
        colours.add(each.colour)
        yield each


def _called(name: str) -> str:
    return name.strip().casefold()
