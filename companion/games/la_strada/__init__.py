"""La Strada: its rules, its words for the display, its catalogues and its page templates."""
