"""Codes into words where two games use the same code: each says its own, and what is common is common."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from companion.games.screen import Screen
from companion.language.messages import Folders, Language, Messages
from companion.language.text import Text, text
from companion.panel.layout import lay_out

HEADER = (
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)


def catalogue(folder: Path, language: str, **said: str | tuple[str, str]) -> None:
    """Write one. A pair is a singular and a plural; `__` in a name stands for the dot of a code."""
    entries = [HEADER]
    for name, words in said.items():
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
        said="So: {what}",
    )
    catalogue(
        chess, "it", did__end="Matto.", left=("{count} pedone", "{count} pedoni"), system__chess="Scacchi"
    )
    catalogue(
        draughts, "en", did__end="No man left.", left=("{count} man", "{count} men"), colour__red="Crimson",
        king="A king", system__draughts="Draughts", kept="{count} kept",
    )  # fmt: skip
    catalogue(draughts, "it", did__end="Nessuna pedina.", left=("{count} pedina", "{count} pedine"))
    return Messages(Folders((common,), {"chess": chess, "draughts": draughts}))


def test_two_games_say_the_same_code_in_their_own_words(messages: Messages) -> None:
    assert messages.language("en", "chess").phrase("did.end") == "Mate."
    assert messages.language("en", "draughts").phrase("did.end") == "No man left."
    assert messages.language("it", "draughts").phrase("did.end") == "Nessuna pedina."


def test_plurals_are_each_games_own(messages: Messages) -> None:
    assert messages.language("it", "chess").phrase("left", {"count": 1}) == "1 pedone"
    assert messages.language("it", "draughts").phrase("left", {"count": 2}) == "2 pedine"
    assert messages.language("en", "draughts").phrase("kept", {"count": 2}) == "2 kept"


def test_what_a_game_does_not_say_the_common_catalogues_say(messages: Messages) -> None:
    assert messages.language("it", "chess").phrase("ended") == "È finita."
    assert messages.language("en", "chess").phrase("colour.red") == "Red"
    assert messages.language("en", "draughts").phrase("colour.red") == "Crimson"
    assert messages.language("it", "draughts").listed("abc") == "a, b e c"


def test_what_a_language_lacks_is_said_in_english_before_another_game_is_asked(messages: Messages) -> None:
    assert messages.language("it", "draughts").phrase("king") == "A king"
    assert messages.language("it", "draughts").phrase("system.draughts") == "Draughts"


def test_another_games_words_are_the_last_resort_and_not_known(messages: Messages) -> None:
    chess = messages.language("it", "chess")
    assert chess.phrase("king") == "A king"
    assert not chess.knows("king")
    assert messages.language("it").knows("king")
    assert chess.phrase("nobody.says") == "nobody.says"


def test_without_a_game_the_common_words_come_first_and_then_the_games_in_their_order(
    messages: Messages,
) -> None:
    nobody = messages.language("en")
    assert nobody.phrase("colour.red") == "Red"
    assert nobody.phrase("did.end") == "Mate."
    assert nobody.phrase("king") == "A king"


def test_a_text_of_another_game_is_said_in_its_words_within_any_sentence(messages: Messages) -> None:
    chess = messages.language("en", "chess")
    moment = Text("left", {"count": 2}, "draughts")
    assert chess.say(moment) == "2 men"
    assert chess.phrase("said", {"what": moment}) == "So: 2 men"
    assert chess.listed([chess.say(moment), chess.say(text("left", count=2))]) == "2 men and 2 pawns"
    (frame,) = lay_out(Screen(text("did.end"), (moment,)), chess)
    assert (frame.title, frame.lines) == ("Mate.", ("2 men",))


def test_a_language_goes_over_to_another_game_and_back(messages: Messages) -> None:
    chess = messages.language("it", "chess")
    assert chess.of("draughts").phrase("did.end") == "Nessuna pedina."
    assert chess.of("draughts").of("chess") is chess
    assert chess.of("unheard-of") is chess.of(None) is messages.language("it")


def test_a_language_of_nothing_says_every_text_by_its_code() -> None:
    nothing = Language("xx", ())
    assert nothing.say(Text("did.end", {}, "chess")) == "did.end"
    assert nothing.phrase("some", {"count": 2}) == "some"


def test_what_somebody_typed_at_length_is_said_and_not_remembered(messages: Messages) -> None:
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


def test_what_is_said_is_told_for_each_game(messages: Messages) -> None:
    assert messages.said_by("it", "chess") == {
        "ended",
        "colour.red",
        "list.last",
        "did.end",
        "left",
        "system.chess",
    }
    assert "king" in messages.said_by("en")
    assert "king" not in messages.said_by("it")
