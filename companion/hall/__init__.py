"""The hall: all tables of an event on one page, for the organiser, guests and a television."""
