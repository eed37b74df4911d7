"""La Strada as the rest of the program knows it."""

from __future__ import annotations

from importlib.resources import files

from companion.games import Game
from companion.games.la_strada.aids import AIDS
from companion.games.la_strada.checklist import checklist
from companion.games.la_strada.display import pages
from companion.games.la_strada.log_texts import log_text
from companion.games.la_strada.options import Options
from companion.games.la_strada.pictures import SIGNS
from companion.games.la_strada.presses import press, result_screen
from companion.games.la_strada.report import report
from companion.games.la_strada.rules import COMMANDS, EVENTS, apply, begin, decide
from companion.games.la_strada.view import View
from companion.games.la_strada.words import COLOURS

GAME = Game(
    system="la-strada",
    colours=COLOURS,
    folder=files("companion.games.la_strada"),
    commands=COMMANDS,
    events=EVENTS,
    options=Options,
    begin=begin,
    decide=decide,
    apply=apply,
    view=View,
    log_text=log_text,
    pages=pages,
    press=press,
    result_screen=result_screen,
    checklist=checklist,
    aids=AIDS,
    report=report,
    signs=SIGNS,
)
