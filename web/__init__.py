"""The JSON API and the pages for phones.

`app` builds the application of a `site`, the collaborators that the daemon hands over. `api` and `pages`
respond; `auth` finds the member of `membership` who sent a request. Every refusal is a `Problem` of `errors`,
sent as JSON or as a page. `server` runs the application in its own threads.
"""
