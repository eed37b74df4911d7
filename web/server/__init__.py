"""The web server: Tornado's, with Flask mounted on worker threads and the live streams on its loop."""
