"""Pages of the admin, at `/care`: restoring backups, updates, settings and the rest of the box.

A page is rendered for the one who asks and never cached. Its module adds its addresses in `routes`, by
`web.admin.forms`, and stands in `PAGES` of `web.admin.index`, where `care.<name>` is its link.
"""
