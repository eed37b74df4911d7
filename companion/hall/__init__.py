"""The organiser's hall: every table of an event on one page, for the organiser, guests and a television."""
