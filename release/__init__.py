"""How the program becomes a Debian package: run by `make deb` and `make release`, not carried in it."""
