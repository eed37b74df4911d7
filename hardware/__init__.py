"""The box's parts: drivers for real and simulated hardware.

`box` builds them from `companion.config.Config`: presses and tags go out by one `put`, frames come in by
`Box.show`. Each driver has a thread and reports its part to `companion.parts.Parts`; a missing part never
stops the program and is retried. `part_probes` explain why it is missing.
"""
