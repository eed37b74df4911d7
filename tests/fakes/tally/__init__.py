"""Tally: a counter to which everybody adds in turn. Its rules, its words and its pages."""
