"""The companion beside the board: game core, table, panel and the daemon that joins them."""

__version__ = "0.1.0"
