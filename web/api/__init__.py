"""The JSON API, version 1: what it takes and gives is a contract with programs that nobody here knows."""
