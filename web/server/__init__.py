"""The web server: `server` runs cheroot in a thread of the daemon, `connection` reads what a phone sends, and
`audience` tells who listens what is new.
"""
