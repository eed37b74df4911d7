"""News of the kernel, by a socket with another end."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator

import pytest

from companion.health.netlink import NetlinkSocket, device_changes, network_changes
from companion.notifier import Wakeup


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, NetlinkSocket]]:
    far, near = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    told = NetlinkSocket(near)
    yield far, told
    told.close()
    far.close()


def test_all_news_are_taken_at_once_and_the_next_are_news_again(
    ends: tuple[socket.socket, NetlinkSocket],
) -> None:
    far, told = ends
    wakeup = Wakeup()
    assert not wakeup.wait(0.0, told)
    for _ in range(5):
        far.send(b"an address")
    assert wakeup.wait(0.0, told)
    told.take()
    assert not wakeup.wait(0.0, told)
    far.send(b"another")
    assert wakeup.wait(0.0, told)
    wakeup.close()


class _Refusing(socket.socket):
    def bind(self, _address: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))


@pytest.mark.parametrize("tells", [network_changes, device_changes])
def test_without_news_of_the_kernel_there_is_no_socket(
    tells: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(tells)
    monkeypatch.setattr("socket.socket", _Refusing)
    assert tells() is None
    monkeypatch.delattr("socket.AF_NETLINK")
    assert tells() is None
