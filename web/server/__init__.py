"""The web server: `server` has the threads, `connection` a phone whose requests h11 reads, and `audience`
tells who listens what is new.
"""
