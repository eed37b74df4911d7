"""Texts as codes, their translations, and the search: what people read."""
