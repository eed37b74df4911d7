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


def test_two_games_have_their_own_sentences_for_one_code(messages: Messages) -> None:
    assert messages.language("en", "chess").phrase("did.end") == "Mate."
    assert messages.language("en", "draughts").phrase("did.end") == "No man left."
    assert messages.language("it", "draughts").phrase("did.end") == "Nessuna pedina."


def test_plurals_are_each_games_own(messages: Messages) -> None:
    assert messages.language("it", "chess").phrase("left", {"count": 1}) == "1 pedone"
    assert messages.language("it", "draughts").phrase("left", {"count": 2}) == "2 pedine"
    assert messages.language("en", "draughts").phrase("kept", {"count": 2}) == "2 kept"


def test_a_code_that_a_game_lacks_is_common(messages: Messages) -> None:
    assert messages.language("it", "chess").phrase("ended") == "È finita."
    assert messages.language("en", "chess").phrase("colour.red") == "Red"
    assert messages.language("en", "draughts").phrase("colour.red") == "Crimson"
    assert messages.language("it", "draughts").join("abc") == "a, b e c"


def test_a_missing_translation_falls_back_to_english_before_other_games(messages: Messages) -> None:
    assert messages.language("it", "draughts").phrase("king") == "A king"
    assert messages.language("it", "draughts").phrase("system.draughts") == "Draughts"


def test_other_games_catalogues_come_last_and_do_not_count(messages: Messages) -> None:
    chess = messages.language("it", "chess")
    assert chess.phrase("king") == "A king"
    assert not chess.has("king")
    assert messages.language("it").has("king")
    assert chess.phrase("no.such") == "no.such"


def test_without_a_game_the_common_catalogues_come_first_then_the_games_in_order(
    messages: Messages,
) -> None:
    no_game = messages.language("en")
    assert no_game.phrase("colour.red") == "Red"
    assert no_game.phrase("did.end") == "Mate."
    assert no_game.phrase("king") == "A king"


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
