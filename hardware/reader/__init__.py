"""The tag reader: `port` finds its device, `kinds` opens a line to it, `driver` passes the bytes to the
session of its kind (`protocol`) and puts the tags. `simulated` is a serial line with a far end to send tags
from.
"""
