"""The dice are fair, fixed by their secret, and the same for the same label."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice import SECRET_BYTES, Dice

SECRETS = st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES)
DICE = Dice(bytes(range(SECRET_BYTES)))


@given(SECRETS, st.integers(1, 10**9), st.text(), st.integers())
def test_a_roll_is_in_range_and_the_same_each_time(secret: bytes, faces: int, word: str, n: int) -> None:
    roll = Dice(secret).roll(faces, word, n)
    assert 0 <= roll < faces
    assert Dice(secret).roll(faces, word, n) == roll


@given(SECRETS)
def test_the_commitment_is_the_secrets_hash(secret: bytes) -> None:
    assert Dice(secret).commitment == hashlib.sha256(secret).hexdigest()


@pytest.mark.parametrize("faces", [2, 6, 7, 100])
def test_every_face_is_equally_likely(faces: int) -> None:
    rolls = 500 * faces
    seen = Counter(DICE.roll(faces, "face", faces, n) for n in range(rolls))
    squares = sum((seen[face] - 500) ** 2 / 500 for face in range(faces))
    assert squares < faces + 5 * (2 * faces) ** 0.5, "chi square, five deviations above its mean"


def test_every_order_is_equally_likely() -> None:
    things = ("a", "b", "c", "d")
    seen = Counter(DICE.shuffle(things, "order", n) for n in range(24 * 100))
    assert set(seen) == set(permutations(things))
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 23 + 5 * 46**0.5


def test_a_roll_that_would_favour_a_face_is_thrown_again() -> None:
    """With almost 2 to the 64 faces half of the hashes fall into the incomplete last round."""
    faces = (1 << 63) + 1
    rolls = [DICE.roll(faces, n) for n in range(400)]
    assert max(rolls) < faces
    assert sum(roll < faces // 2 for roll in rolls) in range(150, 251)


def test_labels_do_not_run_into_each_other() -> None:
    assert len({DICE.roll(1 << 60, *label) for label in ((1, 11), (11, 1), ("1/11",), (111,))}) == 3


def test_dice_need_a_face_and_a_whole_secret() -> None:
    with pytest.raises(ValueError, match="faces"):
        DICE.roll(0, "nothing")
    with pytest.raises(ValueError, match="32 bytes"):
        Dice(b"short")


def test_rolls_are_for_ever_what_they_were_without_seeds_and_with() -> None:
    """By hand: HMAC-SHA256 of the key over the label. With seeds the key is that of the secret over them."""
    secret = bytes(range(SECRET_BYTES))
    key = hmac.digest(secret, '["a die on my table","ün"]'.encode(), "sha256")
    seeded = Dice(secret, ["a die on my table", "ün"])
    for dice, used in ((Dice(secret), secret), (Dice(secret, ()), secret), (seeded, key)):
        digest = hmac.digest(used, b"mine/3/0#0", "sha256")
        assert dice.roll(7, "mine", 3, 0) == int.from_bytes(digest[:8], "big") % 7
        assert dice.commitment == hashlib.sha256(secret).hexdigest()


@given(SECRETS, st.lists(st.text(), min_size=1, max_size=4))
def test_each_seed_and_its_place_make_other_rolls(secret: bytes, seeds: list[str]) -> None:
    rolls = [Dice(secret, seeds).roll(1 << 60, "x")]
    for other in (seeds[1:], [*seeds, ""], [*seeds[:-1], seeds[-1] + "x"], ["".join(seeds), "x"]):
        assert Dice(secret, other).roll(1 << 60, "x") not in rolls
    if seeds != seeds[::-1]:
        assert Dice(secret, seeds[::-1]).roll(1 << 60, "x") not in rolls
