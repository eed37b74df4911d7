"""Builds Debian packages and releases: `make deb`, `make release`. Not part of the package."""
