"""`companion setup`: finds the box's parts with the person who wired them, and writes it down.

Of each part one file has what is asked and what looks at the hardware; `walk` goes through them.
"""
