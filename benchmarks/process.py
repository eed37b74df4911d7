"""The process as a whole: start to ready, memory, idle processor time, SIGTERM to exit."""

from __future__ import annotations

import time

from benchmarks.figures import told
from tests.fakes.served import companion

IDLE = 30
STARTS = 10


def main() -> None:
    starts, stops = [], []
    for _ in range(STARTS):
        with companion() as box:
            starts.append(box.started)
            stops.append(box.stop())
    told("start to ready", starts, "400")
    told("SIGTERM to exit, nobody connected", stops, "1500")
    with companion("web.host=0.0.0.0") as box:  # as at home: the network is looked at as well
        box.join()
        box.start_game()
        phones = [box.stream() for _ in range(8)]
        print(f"{'memory with 8 streams':<42} {box.memory():8.1f} MB   goal 48")
        before = box.cpu()
        time.sleep(IDLE)
        used = (box.cpu() - before) * 1e3
        print(f"{f'processor time in {IDLE} idle s, 8 streams':<42} {used:8.1f} ms   goal 20")
        told("SIGTERM to exit, 8 phones connected", [box.stop()], "1500")
        for phone in phones:
            phone.close()


if __name__ == "__main__":
    main()
