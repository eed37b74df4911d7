"""The table: the one writer, the games on it and in its archive, and what everybody sees of it."""
