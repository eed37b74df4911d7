"""The organiser's hall: every table of an event on one page, for him, for everybody and for a television."""
