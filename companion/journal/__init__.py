"""What has happened, on the disk: the entries, their file, its repair and its copies."""
