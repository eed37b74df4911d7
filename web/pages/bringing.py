"""Modules of pages, each brought in when somebody asks for the first of its addresses."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

from flask import Blueprint, Response, request

from web.pages.drawing import Pages, known_as

Addresses: TypeAlias = Mapping[str, Sequence[str]]
"""By each module what its `routes` answers, as `GET /log`: the method, and the rule for the route."""


def bring_in_when_asked(pages: Pages, addresses: Addresses) -> None:
    """Let each address be answered by its module."""
    for module, asked in addresses.items():
        views = _Views(pages, module)
        for each in asked:
            method, rule = each.split()
            name = each.replace(".", "-")  # Flask's names of routes have no dots
            pages.blueprint.add_url_rule(rule, name, partial(views.answer, rule), methods=[method])
            if method == "GET":
                pages.waits[known_as(rule)] = views.bring_in


class _Found(Blueprint):
    """Notes what answers, and registers nothing: by now the application answers."""

    def __init__(self) -> None:
        super().__init__("found", __name__)
        self.views: dict[tuple[str, str], Callable[..., Response]] = {}

    def add_url_rule(self, rule: str, *known: Any, **options: Any) -> None:
        _endpoint, view = known
        self.views |= {(method, rule): view for method in options.get("methods", ("GET",))}


class _Views:
    """What a module answers. Safe to use from any thread."""

    def __init__(self, pages: Pages, module: str) -> None:
        self._pages = pages
        self._module = module
        self._lock = threading.Lock()
        self._found: _Found | None = None

    def answer(self, rule: str, **parts: str) -> Response:
        """Answer the request under way, which came by this rule."""
        method = "GET" if request.method == "HEAD" else request.method
        return self.bring_in()[method, rule](**parts)

    def bring_in(self) -> Mapping[tuple[str, str], Callable[..., Response]]:
        """By method and rule what answers."""
        with self._lock:
            if self._found is None:
                found, module = _Found(), import_module(self._module)
                pages = copy(self._pages)  # what they know of one another stays one
                pages.blueprint = found
                module.routes(pages)
                self._found = found
            return self._found.views
