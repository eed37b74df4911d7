"""The composition root: nothing else in `companion` knows hardware and web."""

from companion.daemon.building import Served, serving
from companion.daemon.looking import dump, probes, searches
from companion.daemon.running import run
from companion.starting import CannotStart

__all__ = ["CannotStart", "Served", "dump", "probes", "run", "searches", "serving"]
