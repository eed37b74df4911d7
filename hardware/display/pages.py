"""A picture in the order of the controllers' memory: eight pages of eight rows, a byte a column."""

from __future__ import annotations

from PIL import Image

WIDTH = 128
PAGES = 8


def pack(image: Image.Image) -> bytes:
    """Turn an image of mode "1", 128x64, into 1024 bytes; bit 0 of a byte is the uppermost row."""
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()  # a row of it: a column from below
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def unpack(memory: bytes) -> Image.Image:
    """Turn 1024 bytes back into the image."""
    columns = bytearray(len(memory))
    for page in range(PAGES):
        columns[PAGES - 1 - page :: PAGES] = memory[page * WIDTH : (page + 1) * WIDTH]
    upright = Image.frombytes("1", (8 * PAGES, WIDTH), bytes(columns))
    return upright.transpose(Image.Transpose.ROTATE_90)
