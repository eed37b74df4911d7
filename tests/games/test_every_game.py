"""The border's laws, for every registered game: a new one is held by them as soon as it is registered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec
import pytest

from companion.games import Command, Event, Game, Luck, Player, Refused, kebab, tag_of
from companion.games.recolouring import recolour
from companion.games.registry import folders
from companion.games.results import Progress
from companion.language.messages import Language, Messages, catalogues, rulebook_catalogues
from companion.mqtt.payloads import TableState
from companion.mqtt.state import NAME_FIELDS
from companion.panel.pages import _BAGS
from companion.table.commands import COMMON
from tests.fakes.every import every
from tests.games.lamp_rules import check_lamps
from tests.games.random_walk import PANEL_BUTTONS, Walk, screens
from tests.panel.measuring import codes, fits
from tests.rulebook.coverage import Book, survey

GAMES = every()
MESSAGES = Messages(catalogues(folders(GAMES)))
LONGEST = 4096
"""Bytes of a game's own published fields: sixty tables are told after each entry."""
BOOKS = Messages(rulebook_catalogues(folders(GAMES)))


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


@pytest.fixture(scope="module", params=range(3))
def walk(game: Game, request: pytest.FixtureRequest) -> Walk:
    return Walk(game, request.param)


def languages(game: Game) -> list[Language]:
    return [MESSAGES.language(code, game.system) for code in MESSAGES.codes]


def says(language: Language, code: str, params: Mapping[str, Any]) -> None:
    """The code has a sentence of its own, with everything that it needs."""
    assert language.has(code), code
    sentence = language.phrase(code, params)
    assert sentence.strip(), code
    assert "{" not in sentence, (code, sentence)


def plain(data: Any) -> None:
    """It is the same once it has been JSON: no tuple, no number as a key, nothing that JSON has not."""
    assert msgspec.json.decode(msgspec.json.encode(data)) == data


def test_a_walk_comes_somewhere(walk: Walk) -> None:
    assert len(walk.accepted) > 5
    assert any(each.refused for each in walk.steps)


def test_what_the_dice_rolled_is_logged_roll_by_roll(walk: Walk) -> None:
    assert walk.game.view(walk.states[0]).luck(walk.begun).count("rolled") == walk.rolled
    for each in walk.accepted:
        luck = walk.game.view(each.after).luck(each.events)
        assert luck.count("rolled") == each.rolls
        assert set(luck) <= set(get_args(Luck) if walk.game.chance else ())


def test_events_are_all_that_a_state_is_made_of(walk: Walk) -> None:
    events = [*walk.begun, *(event for each in walk.accepted for event in each.events)]
    stored = walk.codec.events(msgspec.json.encode(events))
    assert list(stored) == events
    assert walk.codec.fold(None, stored) == walk.state


def test_no_command_and_no_event_that_a_game_defines_is_left_out_of_its_lists(game: Game) -> None:
    folder = f"{game.decide.__module__.rpartition('.')[0]}."
    for base, listed in ((Command, game.commands), (Event, game.events)):
        defined = {each for each in base.__subclasses__() if each.__module__.startswith(folder)}
        assert defined == set(listed)
        assert len(listed) == len(set(listed))


def test_deciding_is_pure_and_something_comes_of_every_command(walk: Walk) -> None:
    for each in walk.accepted:
        looked = repr(each.before)
        assert walk.game.decide(each.before, each.command, walk.dice) == each.events
        assert walk.codec.fold(each.before, each.events) == each.after
        assert repr(each.before) == looked
        assert each.events


def test_lamps_show_the_player_in_turn_and_only_draws_sound(walk: Walk) -> None:
    for state in walk.states:
        check_lamps(walk.game, state)
        assert walk.game.view(state).sounds_since(walk.game.view(state)) == ()
    heard = {
        sound
        for each in walk.accepted
        for sound in walk.game.view(each.after).sounds_since(walk.game.view(each.before))
    }
    assert heard <= ({"common", "rare"} if walk.game.chance else set())


def test_other_colours_take_over_wherever_a_seats_colour_stands(walk: Walk) -> None:
    loud = {colour: colour.upper() for colour in walk.game.colours}
    for state in (*walk.states[::10], walk.state):
        other = recolour(state, loud)
        assert not re.search("|".join(f'"{each}"' for each in loud), msgspec.json.encode(other).decode())
        assert recolour(other, {new: old for old, new in loud.items()}) == state


def test_only_a_game_of_chance_asks_the_dice(walk: Walk) -> None:
    assert walk.dice.asked == walk.game.chance


def test_a_command_is_logged_by_its_own_name_in_every_language(walk: Walk) -> None:
    for each in walk.accepted:
        told = walk.game.log_text(each.command, each.events)
        assert told.what == kebab(type(each.command).__name__)
        for language in languages(walk.game):
            says(language, f"did.{told.what}", {"by": "", **told.params})


def test_a_refusal_has_words_in_every_language_and_names_a_rule_of_the_rulebook(walk: Walk) -> None:
    rules = {rule.id for rule in walk.game.rulebook().rules()}
    for no in (each.refused for each in walk.steps if each.refused):
        assert no.rule is None or no.rule in rules, no
        for language in languages(walk.game):
            says(language, f"refused.{no.code}", no.params)


def test_the_snapshot_and_the_pages_picture_are_plain_data(walk: Walk) -> None:
    for state in walk.states:
        view = walk.game.view(state)
        playing = [each.colour for each in view.players]
        plain(view.fields)
        view.compute_all()
        assert view.fields["players"] == list(msgspec.to_builtins(view.players))
        assert set(view.fields["options"]) <= {
            each.name for each in msgspec.structs.fields(walk.game.options)
        }
        begun = {each.colour for each in walk.players}
        told = (walk.game.log_text(step.command, step.events) for step in walk.accepted)
        joined = {each.params["colour"] for each in told if each.what == "join"}
        assert begun <= set(playing) <= begun | joined
        assert view.fields.get("left", []) == list(view.left)
        assert set(view.left) < set(playing)
        assert view.on_turn in {None, *playing}
        assert bool(view.fields["ended"]) == view.over
        assert not view.over or {"reason", "scores"} <= set(view.fields["ended"])


def test_where_it_stands_and_what_it_warns_of_has_words_in_every_language(walk: Walk) -> None:
    for state in walk.states:
        moment, warnings = walk.game.view(state).moment, walk.game.view(state).warnings
        for language in languages(walk.game):
            assert all(language.has(code) for code in codes(moment))
            for each in warnings:
                says(language, f"warning.{each.code}", each.params)
    for each in walk.game.view(walk.state).warnings:
        plain(dict(each.params))


def test_every_page_has_a_name_of_its_own(walk: Walk) -> None:
    for state in walk.states:
        names = [each.name for each in walk.game.pages(walk.game.view(state))]
        assert names
        assert len({*names, *PANEL_BUTTONS}) == len(names) + len(PANEL_BUTTONS)


def test_every_screen_fits_in_every_language_and_every_question_asks(walk: Walk) -> None:
    some = walk.states[:: max(1, len(walk.states) // 8)]
    found = {repr(each): each for state in some for each in screens(walk.game, state)}
    for language in languages(walk.game):
        for answer in found.values():
            fits(answer, language)


def test_what_came_of_a_press_fits_on_the_display(walk: Walk) -> None:
    for each in walk.accepted:
        for language in languages(walk.game):
            fits(walk.game.result_screen(walk.game.view(each.before), walk.game.view(each.after)), language)


def fields(said: Any) -> Iterator[str]:
    """Every name of a field, at any depth."""
    if isinstance(said, dict):
        yield from said
    for each in said.values() if isinstance(said, dict) else said if isinstance(said, list) else ():
        yield from fields(each)


def test_what_is_published_of_it_is_plain_and_short_in_no_language_and_of_no_players_name(walk: Walk) -> None:
    for state in walk.states:
        view = walk.game.view(state)
        plain(view.published)
        assert len(msgspec.json.encode(view.published)) < LONGEST
        assert set(view.published).isdisjoint(TableState.__struct_fields__)
        assert set(fields(view.published)).isdisjoint(NAME_FIELDS)
        assert b"WWWWWWWWWWWW" not in msgspec.json.encode(view.published)
        far = view.progress
        if far is not None:
            assert msgspec.convert(msgspec.to_builtins(far), Progress).done <= far.of
    published = walk.game.view.published_events
    assert set(published) <= set(walk.game.events)
    assert len({tag_of(each) for each in published}) == len(published)
    assert walk.game.system == "tally" or {"game-begun", "game-ended"} <= {tag_of(each) for each in published}


def test_a_bag_has_a_number_that_a_tag_can_be_put_on(walk: Walk) -> None:
    for state in walk.states:
        bags = walk.game.view(state).bags
        assert len(set(bags)) == len(bags)
        assert set(bags) <= set(_BAGS)


def refused(game: Game, *players: Player) -> Refused:
    with pytest.raises(Refused) as caught:
        game.begin(players, game.options(), Walk(game, 0, tries=0).dice)
    for language in languages(game):
        says(language, f"refused.{caught.value.code}", caught.value.params)
    return caught.value


def test_a_start_takes_names_and_colours_as_every_game_does(game: Game) -> None:
    walk = Walk(game, 0, tries=0)
    first, *others = walk.players
    spaced = (Player(first.colour, "  Ann "), *others)
    state = walk.codec.fold(None, game.begin(spaced, game.options(), walk.dice))
    assert game.view(state).players[0] == Player(first.colour, "Ann")
    assert refused(game, Player(first.colour, "n" * 13), *others).code == "name-too-long"
    assert refused(game, Player(first.colour, "a\x07"), *others).code == "name-unprintable"
    refused(game, first, *others, first)
    refused(game, Player("no such colour"), *others)


def test_a_game_is_called_and_described_and_its_commands_have_words(game: Game) -> None:
    tags = [kebab(each.__name__) for each in game.commands]
    assert len({*tags, *(kebab(each.__name__) for each in COMMON)}) == len(tags) + len(COMMON)
    wanted = {f"{kind}.{game.system}" for kind in ("system", "line")} | {f"did.{tag}" for tag in tags}
    for code in MESSAGES.codes:
        assert wanted <= MESSAGES.codes_of(code, game.system)


def test_every_rule_is_in_the_rulebook_of_every_language(game: Game) -> None:
    said = {code: BOOKS.codes_of(code, game.system) for code in BOOKS.codes}
    for share in survey([Book(game.rulebook(), said)], ()).languages:
        assert share.missing == (), share.name
