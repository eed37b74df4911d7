"""The two files that the owner copies onto a freshly flashed card, and the text that goes with them."""
