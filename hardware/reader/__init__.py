"""The tag reader: bytes on the line that `port` has opened go, in `driver`, to the session of the reader's
kind (`kinds`, `protocol`), which finds tags in them; each is put once. `simulated` sends such bytes itself.
"""
