"""Who is who from one game to the next: the player that a phone is, and who sits down again."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import Game, Player
from companion.table.snapshot import Snapshot
from web.membership import Member
from web.site import Site


def players_in(snapshot: Snapshot) -> tuple[Player, ...]:
    """Who plays the game on the table, with those who have left it; nobody without one."""
    if snapshot.play is None:
        return ()
    return snapshot.play.view.players


def game_in(snapshot: Snapshot) -> str:
    """The game on the table, by its id; empty for none."""
    return snapshot.play.id if snapshot.play else ""


def colour_of(member: Member, snapshot: Snapshot) -> str | None:
    """The colour that a phone's person has in the game on the table, None for who does not play it; without a
    game the one that he has chosen.
    """
    return member.colour if snapshot.play is None else member.among(players_in(snapshot), snapshot.play.id)


def remember_names(site: Site) -> None:
    """Before another game begins: who joined by a colour alone is remembered by its player's name."""
    site.membership.learn(players_in(site.table.snapshot))


def sitting_down(site: Site, game: Game) -> tuple[Player, ...]:
    """Who would play this game now, each in a colour of his own: those who have joined, and where these are
    too few to play, who played last, or somebody. A person has the colour that he had last in this game, if
    it is free. More than `_USUAL`, and colours for more, only where the last such game had them.
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
    """Who played which game, the latest first; of the one on the table those who play it now."""
    before = [(each.system, each.players) for each in site.table.all_games()]
    snapshot = site.table.snapshot
    if snapshot.play is None:
        return before
    left = snapshot.play.view.left
    now = tuple(each for each in players_in(snapshot) if each.colour not in left)
    return [(snapshot.play.game.system, now), *before]


_USUAL = 4
"""So many of a game's colours any table has; for more of them its players have to ask."""
_FEWEST = 2
"""So many who have joined are taken for everybody; of fewer nobody knows who sits beside them."""


def _people(site: Site, last: tuple[Player, ...]) -> list[Player]:
    """Those who have joined and the last ones, in the order in which these sat."""
    snapshot = site.table.snapshot
    joined = [
        Player(colour_of(each, snapshot) or each.colour or "", each.said)
        for each in site.membership.present()
        if each.said or each.colour
    ]
    found = list(_once(joined))
    if len(found) < _FEWEST:
        found = list(_once([*found, *last]))
    places = {_called(each.name) or each.colour: place for place, each in enumerate(last)}
    return sorted(found, key=lambda each: places.get(_called(each.name) or each.colour, len(places)))


def _once(people: list[Player]) -> Iterator[Player]:
    """Each person once: of those with a name by it, of the others by the colour."""
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
