"""The box's parts at the edge: display, buttons and tag reader, real ones and simulated ones.

A driver runs a thread of its own, reports to `companion.parts.Parts` how its part is, and never stops
the program: a part that is missing is looked for again.
"""
