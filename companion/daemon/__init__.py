"""The daemon: where everything is put together. Nothing else in `companion` knows hardware and web."""
