"""Roads & Boats as the rest of the program knows it."""

from __future__ import annotations

from importlib.resources import files

from companion.games import Game
from companion.games.roads_and_boats.aids import AIDS
from companion.games.roads_and_boats.checklist import checklist
from companion.games.roads_and_boats.display import bag_screen, pages, result_screen
from companion.games.roads_and_boats.log_texts import log_text
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.pictures import SIGNS
from companion.games.roads_and_boats.presses import press, question, tap
from companion.games.roads_and_boats.report import report
from companion.games.roads_and_boats.rules import COMMANDS, EVENTS, apply, begin, decide
from companion.games.roads_and_boats.view import View
from companion.games.roads_and_boats.words import COLOURS

GAME = Game(
    system="roads-and-boats",
    colours=COLOURS,
    folder=files("companion.games.roads_and_boats"),
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
    question=question,
    tap=tap,
    bag_screen=bag_screen,
    result_screen=result_screen,
    checklist=checklist,
    aids=AIDS,
    report=report,
    signs=SIGNS,
    chance=True,
)
