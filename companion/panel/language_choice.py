"""Which language the display shall speak: asked at a first start, in every language's own words. Pure."""

from __future__ import annotations

from companion.games import Choice, Command, Question
from companion.games.screen import Screen
from companion.language.messages import LANGUAGE_NAME
from companion.language.text import text


class ChooseLanguage(Command, frozen=True):
    """Let the display speak this language from now on; the box starts anew for it. code: of the language."""

    code: str


def language_question(codes: tuple[str, ...]) -> Question:
    """A screen for each language, with the button for each answer: at a first start the buttons are new."""
    following = (*codes[1:], *codes[:1])
    return Question(
        "language",
        tuple(
            Choice(
                Screen(
                    text(f"{LANGUAGE_NAME}{code}.ask"),
                    (text(f"{LANGUAGE_NAME}{code}.yes"),),
                    text(f"{LANGUAGE_NAME}{code}.next", next=text(LANGUAGE_NAME + after)),
                    large=True,
                    position=(number, len(codes)),
                ),
                ChooseLanguage(code),
            )
            for number, (code, after) in enumerate(zip(codes, following, strict=True), 1)
        ),
        closes=False,
    )


def language_chosen_screen(code: str) -> Screen:
    """The last screen before the box starts anew."""
    return Screen(text(LANGUAGE_NAME + code), large=True)
