"""`companion setup`: finds the box's parts with the person who wired them, and writes it down.

What it asks and how it judges the answers is here; what looks at the hardware is handed over, see
`hardware.setup.walk`.
"""
