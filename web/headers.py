"""What every answer says to a browser of whose page it is and what that may do."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
"""Sent with every answer. `same-origin`: with no referrer browsers hide the origin of our own forms too."""
