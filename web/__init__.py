"""What phones and programs reach: the JSON API with its live stream, and the pages, by Flask.

`app` makes the application of a `site`, the collaborators that the daemon hands over. `api` and `pages`
answer, to those whom `callers` knows by their token from `membership`; what is refused leaves as a
`Problem` of `errors`, in the shape of what was asked. `server` runs the application in a thread of its own.
"""
