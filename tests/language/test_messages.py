"""Two games with the same codes: each has its own sentences, and shares the common ones."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from companion.games.screen import Screen
from companion.language.messages import CatalogueFolders, Language, Messages
from companion.language.text import Text, text
from companion.panel.layout import lay_out

HEADER = (
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)


def catalogue(folder: Path, language: str, **sentences: str | tuple[str, str]) -> None:
    """Write one. A pair is a singular and a plural; `__` in a name stands for the dot of a code."""
    entries = [HEADER]
    for name, words in sentences.items():
        code = name.replace("__", ".")
        if isinstance(words, str):
            entries.append(f'msgid "{code}"\nmsgstr "{words}"\n\n')
        else:
            one, many = words
            entries.append(
                f'msgid "{code}"\nmsgid_plural "{code}"\nmsgstr[0] "{one}"\nmsgstr[1] "{many}"\n\n'
            )
    (folder / language).mkdir(parents=True, exist_ok=True)
    (folder / language / "all.po").write_text("".join(entries), encoding="utf-8")


@pytest.fixture
def messages(tmp_path: Path) -> Messages:
    """Two games, chess and draughts, with codes in common."""
    common, chess, draughts = (tmp_path / name for name in ("common", "chess", "draughts"))
    catalogue(common, "en", ended="It is over.", colour__red="Red", list__last="{0} and {1}")
    catalogue(common, "it", ended="È finita.", colour__red="Rosso", list__last="{0} e {1}")
    catalogue(
        chess,
        "en",
        did__end="Mate.",
        left=("{count} pawn", "{count} pawns"),
        system__chess="Chess",
        quote="So: {what}",
    )
    catalogue(
        chess, "it", did__end="Matto.", left=("{count} pedone", "{count} pedoni"), system__chess="Scacchi"
    )
    catalogue(
        draughts, "en", did__end="No man left.", left=("{count} man", "{count} men"), colour__red="Crimson",
        king="A king", system__draughts="Draughts", kept="{count} kept",
    )  # fmt: skip
    catalogue(draughts, "it", did__end="Nessuna pedina.", left=("{count} pedina", "{count} pedine"))
    return Messages(CatalogueFolders((common,), {"chess": chess, "draughts": draughts}))


@pytest.mark.parametrize(
    ("language", "game", "code", "params", "said"),
    [
        pytest.param("en", "chess", "did.end", {}, "Mate.", id="a game's own"),
        pytest.param("en", "draughts", "did.end", {}, "No man left.", id="another game's own"),
        pytest.param("it", "draughts", "did.end", {}, "Nessuna pedina.", id="in its language"),
        pytest.param("it", "chess", "left", {"count": 1}, "1 pedone", id="its singular"),
        pytest.param("it", "draughts", "left", {"count": 2}, "2 pedine", id="its plural"),
        pytest.param("en", "draughts", "kept", {"count": 2}, "2 kept", id="without a plural"),
        pytest.param("it", "chess", "ended", {}, "È finita.", id="common"),
        pytest.param("en", "draughts", "colour.red", {}, "Crimson", id="its own before the common"),
        pytest.param("it", "draughts", "colour.red", {}, "Rosso", id="common before English"),
        pytest.param("it", "draughts", "king", {}, "A king", id="English of its own"),
        pytest.param("en", "chess", "king", {}, "A king", id="another game's last"),
        pytest.param("en", "chess", "no.such", {}, "no.such", id="none"),
        pytest.param("en", None, "colour.red", {}, "Red", id="no game: common first"),
        pytest.param("en", None, "did.end", {}, "Mate.", id="no game: the first game"),
    ],
)
def test_a_code_is_said_by_its_game_then_by_all_then_in_english_then_by_other_games(
    messages: Messages, language: str, game: str | None, code: str, params: dict[str, int], said: str
) -> None:
    assert messages.language(language, game).phrase(code, params) == said


def test_sentences_of_other_games_do_not_count_as_had(messages: Messages) -> None:
    assert not messages.language("en", "chess").has("king")
    assert messages.language("it").has("king")
    assert messages.language("it", "draughts").join("abc") == "a, b e c"


def test_a_text_of_another_game_keeps_its_sentence_inside_another(messages: Messages) -> None:
    chess = messages.language("en", "chess")
    moment = Text("left", {"count": 2}, "draughts")
    assert chess.say(moment) == "2 men"
    assert chess.phrase("quote", {"what": moment}) == "So: 2 men"
    assert chess.join([chess.say(moment), chess.say(text("left", count=2))]) == "2 men and 2 pawns"
    (frame,) = lay_out(Screen(text("did.end"), (moment,)), chess)
    assert (frame.title, frame.lines) == ("Mate.", ("2 men",))


def test_a_language_switches_to_another_game_and_back(messages: Messages) -> None:
    chess = messages.language("it", "chess")
    assert chess.for_game("draughts").phrase("did.end") == "Nessuna pedina."
    assert chess.for_game("draughts").for_game("chess") is chess
    assert chess.for_game("unknown") is chess.for_game(None) is messages.language("it")


def test_a_language_without_catalogues_shows_codes() -> None:
    nothing = Language("xx", ())
    assert nothing.say(Text("did.end", {}, "chess")) == "did.end"
    assert nothing.phrase("some", {"count": 2}) == "some"


def test_a_language_without_a_name_is_called_by_its_code(tmp_path: Path) -> None:
    catalogue(tmp_path, "en", language__en="English")
    catalogue(tmp_path, "fi")
    assert Messages(CatalogueFolders((tmp_path,))).names() == (("en", "English"), ("fi", "fi"))


def test_long_parameters_are_not_cached(messages: Messages) -> None:
    english = messages.language("en")
    assert english.say(text("x")) == "x"
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(20):
            assert english.say(text("x", given="a" * 60_000 + str(number))) == "x"
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 60_000


def test_the_codes_of_a_language_are_known_for_each_game(messages: Messages) -> None:
    assert messages.codes_of("it", "chess") == {
        "ended",
        "colour.red",
        "list.last",
        "did.end",
        "left",
        "system.chess",
    }
    assert "king" in messages.codes_of("en")
    assert "king" not in messages.codes_of("it")


def test_a_word_has_a_form_of_its_own_where_a_sentence_asks_for_it(tmp_path: Path) -> None:
    catalogue(
        tmp_path, "fi", list__last="{0} ja {1}", ore__iron="rauta", ore_of__iron="raudan", of="{ore_of} hinta"
    )
    finnish = Messages(CatalogueFolders((tmp_path,))).language("fi")
    assert finnish.phrase("of", {"ore": "iron"}) == "raudan hinta"
    assert finnish.say(text("of", ore=("iron", "iron"))) == "raudan ja raudan hinta"
    assert finnish.phrase("of", {"good": "iron"}) == "{ore_of} hinta"
