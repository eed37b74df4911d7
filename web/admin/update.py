"""Updates: the running version, a newer one from a stick or a phone, and the way back."""

from __future__ import annotations

from typing import Any

from flask import Response

from companion import __version__
from companion.commit import commit
from companion.language.text import CompanionError, text
from web.admin.files import receive
from web.admin.forms import check_sure, page_with_forms
from web.confirmations import ConfirmationKind
from web.pages.banner import Banner
from web.pages.forms import read_form, redirect_to
from web.pages.pages import Pages
from web.site import Site

HERE = "/care/update"
_VERSIONS: tuple[ConfirmationKind, ...] = ("update", "earlier")


def routes(pages: Pages) -> None:
    """Show the versions, receive one, and request its confirmation at the box."""
    actions = {
        "bring": _upload,
        "stick": _from_stick,
        "install": _install,
        "back": _back,
        "forget": _discard,
    }
    page_with_forms(pages, HERE, _page, actions)


def _upload(site: Site) -> Response:
    site.confirmations.check_free()
    receive(site.admin.updates.most, site.admin.updates.receiving())
    return redirect_to(HERE)


def _from_stick(site: Site) -> Response:
    site.confirmations.check_free()
    site.admin.updates.from_stick(read_form().get("file", ""))
    return redirect_to(HERE)


def _install(site: Site) -> Response:
    found, fields = site.admin.updates.found, read_form()
    if found is None or fields.get("version") != found:
        raise CompanionError(text("update.gone"))
    check_sure(fields)
    subject = text("panel.wanted.version", version=found)
    site.confirmations.request("update", subject, lambda: site.admin.updates.install(found))
    return redirect_to(HERE)


def _back(site: Site) -> Response:
    before, fields = site.admin.updates.before(), read_form()
    if before is None or fields.get("version") != before or not site.admin.updates.installs:
        raise CompanionError(text("update.nothing-before"))
    check_sure(fields)
    subject = text("panel.wanted.version", version=before)
    site.confirmations.request("earlier", subject, site.admin.updates.go_back)
    return redirect_to(HERE)


def _discard(site: Site) -> Response:
    site.confirmations.cancel(*_VERSIONS)
    site.admin.updates.forget()
    return redirect_to(HERE)


def _page(pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
    return pages.draw(
        "care_update", status=status, at=HERE, banner=banner, tab="games", **_contents(pages.site)
    )


def _contents(site: Site) -> dict[str, Any]:
    updates = site.admin.updates
    came = updates.came()
    under_way = updates.under_way
    return {
        "version_here": __version__,
        "commit": commit() or "",
        "new_here": site.admin.news(__version__),
        "installs": updates.installs,
        "signed": updates.signed,
        "found": updates.found,
        "on_stick": updates.on_stick(),
        "before": updates.before(),
        "asked": site.confirmations.pending_kind(*_VERSIONS),
        "under_way": under_way,
        "waits": updates.waits,
        "outcome": None if came is None or under_way else came.said,
        "playing": site.playing,
        "most": updates.most >> 20,
    }
