"""The box's parts at the edge: display, buttons and tag reader, real ones and simulated ones.

`box` builds them from `companion.config.Config`: presses and tags go out by one `put`, frames come in by
`Box.show`. Each part's `driver` runs a thread of its own, reports to `companion.parts.Parts` how its part is,
and never stops the program: a part that is missing is looked for again. `doctor` says why it is missing.
"""
