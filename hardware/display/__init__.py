"""The display: from a frame to the bytes on its bus."""
