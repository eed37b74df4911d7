"""The tag reader: `port` opens its line, `driver` hands the bytes to the session of the reader's kind
(`kinds`, `protocol`) and puts each tag that the session finds. `simulated` is a line with tags laid on its
far end.
"""
