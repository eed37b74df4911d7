"""The only writer of the games, their archive, and the snapshots that all readers share."""
