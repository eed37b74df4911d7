"""The chip's frames, as logs and sources of others have them."""

from __future__ import annotations

import pytest

from hardware.reader.pn532 import ACK, NACK, WAKE, Packet, Packets, Pn532Decoder, command, encode, uid

COMMANDS = {
    "SAMConfiguration": ("00 00 FF 03 FD D4 14 01 17 00", 0x14, "01"),
    "Diagnose": ("00 00 FF 09 F7 D4 00 00 6C 69 62 6E 66 63 BE 00", 0x00, "00 6C 69 62 6E 66 63"),
    "RFConfiguration, retries for ever": ("00 00 FF 06 FA D4 32 05 FF FF FF F8 00", 0x32, "05 FF FF FF"),
    "InListPassiveTarget": ("00 00 FF 04 FC D4 4A 01 00 E1 00", 0x4A, "01 00"),
}
ANSWERS = {
    "SAMConfiguration": ("00 00 FF 02 FE D5 15 16 00", 0x15, ""),
    "GetFirmwareVersion": ("00 00 FF 06 FA D5 03 32 01 06 07 E8 00", 0x03, "32 01 06 07"),
    "RFConfiguration": ("00 00 FF 02 FE D5 33 F8 00", 0x33, ""),
    "InListPassiveTarget, none": ("00 00 FF 03 FD D5 4B 00 E0 00", 0x4B, "00"),
    "InListPassiveTarget, Mifare": (
        "00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 FB 0E E2 0B D8 00", 0x4B, "01 01 00 04 08 04 FB 0E E2 0B",
    ),
    "InAutoPoll, NTAG": (
        "00 00 FF 11 EF D5 61 01 10 0C 01 00 44 00 07 04 37 4B D2 9C 39 80 B4 00",
        0x61, "01 10 0C 01 00 44 00 07 04 37 4B D2 9C 39 80",
    ),
}  # fmt: skip
ERROR = bytes.fromhex("00 00 FF 01 FF 7F 81 00")
WRONG_SPEED = bytes.fromhex("98 80 98 80 1E 66")
GOOD = bytes.fromhex(ANSWERS["InListPassiveTarget, Mifare"][0])
UID = "FB0EE20B"


def sorts(data: bytes) -> list[str]:
    return [frame.sort for frame in Packets().feed(data)]


def extended(payload: bytes) -> bytes:
    size = len(payload).to_bytes(2, "big")
    head = b"\x00\x00\xff\xff\xff" + size + bytes((-sum(size) & 0xFF,))
    return head + payload + bytes((-sum(payload) & 0xFF, 0))


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_are_written_and_read_as_others_write_them(name: str) -> None:
    dump, code, data = COMMANDS[name]
    frame = bytes.fromhex(dump)
    assert command(code, bytes.fromhex(data)) == frame
    assert Packets().feed(frame) == [Packet("command", frame[1:-1], code, bytes.fromhex(data))]


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_read(name: str) -> None:
    dump, code, data = ANSWERS[name]
    frame = bytes.fromhex(dump)
    assert encode(bytes.fromhex(f"D5 {code:02X} {data}")) == frame
    assert Packets().feed(frame) == [Packet("answer", frame[1:-1], code, bytes.fromhex(data))]


def test_a_diagnosis_echoes_what_was_sent() -> None:
    (echo,) = Packets().feed(encode(b"\xd5\x01\x00libnfc"))
    assert (echo.sort, echo.code, echo.data) == ("answer", 0x01, b"\x00libnfc")


def test_the_short_frames_are_distinguished() -> None:
    assert bytes.fromhex("00 00 FF 00 FF 00") == ACK
    assert bytes.fromhex("00 00 FF FF 00 00") == NACK
    assert sorts(ACK) == ["ack"]
    assert sorts(NACK) == ["nack"]
    assert sorts(ERROR) == ["error"]
    assert sorts(ACK + NACK + ACK + ERROR + ACK) == ["ack", "nack", "ack", "error", "ack"]


def test_the_wake_up_is_no_frame_and_the_command_behind_it_is_one() -> None:
    assert bytes.fromhex("55 55" + 14 * " 00") == WAKE
    frames = Packets().feed(WAKE + bytes.fromhex(COMMANDS["SAMConfiguration"][0]))
    assert [(frame.sort, frame.raw[:2]) for frame in frames] == [
        ("noise", b"\x55\x55"),
        ("command", b"\0\xff"),
    ]


def test_an_ack_and_an_answer_may_come_glued_together_or_split() -> None:
    assert sorts(ACK + GOOD) == ["ack", "answer"]
    frames = Packets()
    seen = [frame.sort for part in (ACK, GOOD[:5], GOOD[5:7], GOOD[7:]) for frame in frames.feed(part)]
    assert seen == ["ack", "answer"]


@pytest.mark.parametrize("before", [b"", b"\x00", b"\x00" * 9])
@pytest.mark.parametrize("after", [b"", b"\x00", b"\x00" * 9])
def test_any_number_of_zeros_may_stand_around_a_frame(before: bytes, after: bytes) -> None:
    frame = before + GOOD[1:-1] + after
    assert sorts(frame + frame) == ["answer", "answer"]


@pytest.mark.parametrize("size", [2, 12, 255, 256, 265])
def test_extended_frames_are_read(size: int) -> None:
    payload = bytes((0xD5, 0x4B)) + b"\xaa" * (size - 2)
    (frame,) = Packets().feed(extended(payload))
    assert (frame.sort, frame.code, frame.data) == ("answer", 0x4B, payload[2:])


def test_what_is_longer_than_the_chip_can_send_is_not_waited_for() -> None:
    assert sorts(extended(b"\xd5" + bytes(265))[:8] + GOOD) == ["noise", "answer"]
    assert sorts(bytes.fromhex("00 00 FF FF FF 7F FF 82") + GOOD) == ["noise", "answer"]


def test_a_wrong_checksum_is_reported_and_the_next_frame_read() -> None:
    for at in range(5, len(GOOD) - 1):
        broken = GOOD[:at] + bytes((GOOD[at] ^ 0x10,)) + GOOD[at + 1 :]
        assert sorts(broken + GOOD) == ["bad", "answer"]


def test_a_wrong_length_is_noise_and_the_next_frame_is_read() -> None:
    for at in (3, 4):
        broken = GOOD[:at] + bytes((GOOD[at] ^ 0x10,)) + GOOD[at + 1 :]
        assert sorts(broken + GOOD) == ["noise", "answer"]


@pytest.mark.parametrize("cut", range(1, len(GOOD)))
def test_a_frame_that_lacks_its_end_or_its_beginning_does_not_swallow_the_next_ones(cut: int) -> None:
    assert sorts(GOOD[:cut] + GOOD + GOOD)[-2:] == ["answer", "answer"]
    assert sorts(GOOD[cut:] + ACK + GOOD)[-2:] == ["ack", "answer"]


@pytest.mark.parametrize(
    "frame", ["00 00 FF 00 00 00", "00 00 FF 01 FF D5 2B 00", "00 00 FF 02 FE 33 33 9A 00"]
)
def test_unknown_frames_are_noise(frame: str) -> None:
    assert set(sorts(bytes.fromhex(frame) + b"\xaa")) == {"noise"}


def test_bytes_of_a_wrong_speed_are_noise_at_once() -> None:
    assert Packets().feed(WRONG_SPEED) == [Packet("noise", WRONG_SPEED)]


def test_a_flipped_bit_never_gives_another_tag() -> None:
    for bit in range(8 * len(GOOD)):
        lying = bytearray(GOOD)
        lying[bit // 8] ^= 1 << bit % 8
        found = [uid(frame) for frame in Packets().feed(bytes(lying) + GOOD)]
        assert set(found) <= {None, UID}
        assert found[-1] == UID


def tag_of(answer: bytes) -> str | None:
    (frame,) = Packets().feed(answer)
    return uid(frame)


@pytest.mark.parametrize(
    ("target", "tag"),
    [
        ("01 01 00 04 08 04 FB 0E E2 0B", UID),
        ("01 01 00 44 00 07 04 37 4B D2 9C 39 80", "04374BD29C3980"),
        ("01 01 00 84 00 0A 01 02 03 04 05 06 07 08 09 0A", "0102030405060708090A"),
        ("01 01 00 04 20 04 FB 0E E2 0B 05 78 80 70 02", UID),  # an answer to select behind the UID
        ("02 01 00 04 08 04 FB 0E E2 0B 02 00 04 08 04 11 22 33 44", UID),
        ("00", None),
        ("", None),
        ("01", None),
        ("01 01 00 04 08", None),
        ("01 01 00 04 08 04 FB 0E E2", None),
        ("01 01 00 44 00 07 04 37 4B D2", None),
        ("01 01 00 04 08 05 FB 0E E2 0B 0C", None),
        ("01 01 00 04 08 00", None),
    ],
)
def test_the_uid_is_the_tag(target: str, tag: str | None) -> None:
    assert tag_of(encode(bytes.fromhex(f"D5 4B {target}"))) == tag


def test_a_number_that_a_phone_makes_up_is_no_tag() -> None:
    assert tag_of(encode(bytes.fromhex("D5 4B 01 01 00 04 20 04 08 0E E2 0B"))) is None
    assert tag_of(encode(bytes.fromhex("D5 4B 01 01 00 44 00 07 08 37 4B D2 9C 39 80"))) == "08374BD29C3980"


def test_only_an_answer_to_a_look_brings_a_tag() -> None:
    assert tag_of(encode(bytes.fromhex("D4 4B 01 01 00 04 08 04 FB 0E E2 0B"))) is None
    assert tag_of(encode(bytes.fromhex("D5 4A 01 01 00 04 08 04 FB 0E E2 0B"))) is None


def test_every_frame_is_explained_in_a_dump() -> None:
    frames = {
        "dump.ack": ACK,
        "dump.nack": NACK,
        "dump.error": ERROR,
        "dump.noise": WRONG_SPEED,
        "dump.bad-checksum": GOOD[:-2] + b"\x00\x00",
        "dump.command": command(0x4A, b"\x01\x00"),
        "dump.answer": bytes.fromhex(ANSWERS["SAMConfiguration"][0]),
        "dump.chip": bytes.fromhex(ANSWERS["GetFirmwareVersion"][0]),
        "dump.no-tag": bytes.fromhex(ANSWERS["InListPassiveTarget, none"][0]),
        "dump.made-up": encode(bytes.fromhex("D5 4B 01 01 00 04 20 04 08 0E E2 0B")),
        "dump.tag": GOOD,
    }
    pieces = Pn532Decoder().feed(b"".join(frames.values()))
    assert [piece.means.code for piece in pieces] == list(frames)
    assert [piece.tag for piece in pieces if piece.tag is not None] == [UID]
    assert pieces[5].means.params == {"code": "4A"}
    assert pieces[6].means.params == {"code": "14"}
    assert pieces[7].means.params == {"chip": "PN532", "version": "1.6"}
