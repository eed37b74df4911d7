"""Games and settings on the disk: one file of lines for each game, one small file for the box."""
