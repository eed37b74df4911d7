"""The web side: JSON API, live stream and pages, by Flask on cheroot."""
