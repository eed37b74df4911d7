"""Modules of pages, each brought in when somebody asks for the first of its addresses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

from flask import Blueprint, Response, request

from web.once import once
from web.pages.drawing import Pages, key_of

Addresses: TypeAlias = Mapping[str, Sequence[str]]
"""By each module what its `routes` answers, as `GET /log`: the method, and the rule for the route."""

Views: TypeAlias = Mapping[tuple[str, str], Callable[..., Response]]
"""What answers, by method and rule."""


def bring_in_when_asked(pages: Pages, addresses: Addresses) -> dict[str, Callable[[], object]]:
    """Let each address be answered by its module. By the keys of its pages (`key_of`): what brings it in."""
    waits: dict[str, Callable[[], object]] = {}
    for module, asked in addresses.items():
        views = once(partial(_views, pages, module))
        for each in asked:
            method, rule = each.split()
            name = each.replace(".", "-")  # Flask's names of routes have no dots
            pages.blueprint.add_url_rule(rule, name, partial(_answer, views, rule), methods=[method])
            if method == "GET":
                waits[key_of(rule)] = views
    return waits


def _answer(views: Callable[[], Views], rule: str, /, **parts: str) -> Response:
    """Answer the request under way, which came by this rule."""
    method = "GET" if request.method == "HEAD" else request.method
    return views()[method, rule](**parts)


def _views(pages: Pages, module: str) -> Views:
    found, routes = _Found(), import_module(module).routes
    finding = copy(pages)  # what they know of one another stays one
    finding.blueprint = found
    routes(finding)
    return found.views


class _Found(Blueprint):
    """Notes what answers, and registers nothing: by now the application answers."""

    def __init__(self) -> None:
        super().__init__("found", __name__)
        self.views: dict[tuple[str, str], Callable[..., Response]] = {}

    def add_url_rule(self, rule: str, *known: Any, **options: Any) -> None:
        _endpoint, view = known
        self.views |= {(method, rule): view for method in options.get("methods", ("GET",))}
