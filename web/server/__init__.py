"""Cheroot in a thread of the daemon, and the connections that it reads."""
