"""Many replays at once leave threads for play; an excess one is asked to retry."""

from __future__ import annotations

import http.client
import json
import threading
from contextlib import ExitStack

from tests.fakes.sitting import JSON, Sitting, act, refusal
from tests.patience import PATIENCE
from web.server.server import THREADS, WebServer
from web.site import REPLAYS

CORRECT = {"type": "correct", "field": "turn", "value": 2, "reason": "r"}
LONG = ("/api/v1/games/{}/at/1", "/games/{}/at/1", "/games/{}/at?step=1", "/games/{}/replay")
OVER = ("/games/{}/give", "/games/{}/bgstats", "/games/{}/play.bgsplay", "/games/{}/scores.csv")


def test_an_excess_request_is_asked_to_retry_and_then_succeeds(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, {"type": "end"})
    for address in LONG:
        for _ in range(2 * REPLAYS):
            assert phone.get(address.format("nothing")).status_code == 404, "and gives its place back"
    for _ in range(REPLAYS):
        assert playing.site.replays.acquire(blocking=False)
    for address in (*LONG, *OVER):
        asked = address.format(playing.table.snapshot.body["game"]["id"])
        late = phone.get(asked)
        assert late.status_code == 503, address
        assert int(late.headers["Retry-After"]) > 0
        if asked.startswith("/api"):
            assert refusal(late, 503)["code"] == "too-many-look-back"
        playing.site.replays.release()
        assert phone.get(asked).status_code < 400, address
        assert playing.site.replays.acquire(blocking=False)


def test_a_press_is_answered_while_more_look_back_than_there_are_threads(
    playing: Sitting, web: WebServer
) -> None:
    """No replay is answered before the press, which would wait for ever without a thread."""
    game = playing.table.snapshot.body["game"]["id"]
    replay = playing.table._viewer
    tokens = [playing.token() for _ in range(THREADS + 3)]
    looking, refused = threading.Barrier(THREADS + 3), threading.Semaphore(0)

    def look(number: int) -> None:
        here = (f"127.0.1.{number}", 0)
        phone = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE, source_address=here)
        phone.connect()
        looking.wait()
        phone.request(
            "GET", f"/api/v1/games/{game}/at/1", headers={"Authorization": f"Bearer {tokens[number]}"}
        )
        statuses.append(status := phone.getresponse().status)
        if status != 200:
            refused.release()
        phone.close()

    statuses: list[int] = []
    crowd = [threading.Thread(target=look, args=(each + 1,)) for each in range(THREADS + 2)]
    with ExitStack() as held:
        for each in crowd:
            held.callback(each.join)
            each.start()
        held.enter_context(replay._read_lock)
        looking.wait()
        for _ in range(THREADS + 2 - REPLAYS):
            assert refused.acquire(timeout=PATIENCE), "every thread waits"
        phone = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
        held.callback(phone.close)
        headers = {"Content-Type": JSON, "Authorization": f"Bearer {tokens[0]}"}
        phone.request("POST", "/api/v1/commands", json.dumps(CORRECT), headers)
        assert phone.getresponse().status == 200
    assert sorted(statuses) == sorted([200] * REPLAYS + [503] * (THREADS + 2 - REPLAYS))
