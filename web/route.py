"""A route as a start can afford it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule


class Route(Rule):
    """Compiles what builds its address whenever one is built: no page asks for that, each writes its links
    out, and for every route it would take as long as all the rest of it.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        return Route._address_and_query if append_unknown else Route._address

    def _address_and_query(self, **values: Any) -> tuple[str, str]:
        return super()._compile_builder(append_unknown=True)(self, **values)

    def _address(self, **values: Any) -> tuple[str, str]:
        return super()._compile_builder(append_unknown=False)(self, **values)
