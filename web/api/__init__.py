"""The JSON API, version 1: a contract with programs of others, changed only by additions."""
