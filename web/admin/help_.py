"""Help: the findings of the health check with their cures, and a report to send to a helper."""

from __future__ import annotations

from flask import Response

from web.admin.files import attachment
from web.admin.forms import guard
from web.pages.pages import Pages

HERE = "/care/help"
NAME = "companion-report.txt"


def routes(pages: Pages) -> None:
    """Show the findings, and send the report."""
    site, blueprint = pages.site, pages.blueprint

    @blueprint.get(HERE)
    def help_page() -> Response:
        guard(site)
        findings = site.admin.check()
        missing = [part for part, state in sorted(site.parts.states().items()) if state == "missing"]
        found = {each.part for each in findings}
        return pages.draw(
            "care_help",
            at=HERE,
            tab="games",
            findings=findings,
            box_id=site.table.snapshot.box,
            missing=[part for part in missing if part not in found],
        )

    @blueprint.post(f"{HERE}/report")
    def download_report() -> Response:
        guard(site)
        return attachment(site.admin.report(pages.language()), NAME, "text/plain")
