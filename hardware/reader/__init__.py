"""The tag reader: from the bytes on its line to tags."""
