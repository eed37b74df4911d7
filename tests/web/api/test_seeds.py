"""What phones add to the next game's dice: each its own, none another's, and the secret stays unsaid."""

from __future__ import annotations

from typing import Any

from companion.table.commitment import SETTING
from tests.fakes.sitting import START, Sitting, act, refusal


def test_each_phone_adds_its_own_and_replaces_only_that(sitting: Sitting) -> None:
    one, two = sitting.phone(), sitting.phone()
    for phone, seed, seeds in ((one, "a", 1), (two, "b", 2), (one, "c", 2)):
        added = act(phone, {"type": "add-seed", "seed": seed}).get_json()
        assert added["table"]["next"]["seeds"] == seeds
        assert [each["seed"] for each in added["events"]] == [seed]
    started = act(two, {**START, "seed": "d"}).get_json()
    assert started["events"][-1] == {"type": "seeded", "seeds": ["c", "d"]}
    assert started["table"]["next"]["seeds"] == 0


def test_a_command_cannot_choose_its_phone_nor_what_is_no_seed(sitting: Sitting) -> None:
    refusal(act(sitting.phone(), {"type": "add-seed", "seed": "a", "phone": "another's"}), 400)
    for seed in ("", "x" * 65, 5, None):
        refusal(act(sitting.phone(), {"type": "add-seed", "seed": seed}), 400)
    assert sitting.table.snapshot.body["next"]["seeds"] == 0


def test_the_mark_of_a_phone_reveals_nothing_of_its_token(sitting: Sitting) -> None:
    token = sitting.token()
    added = sitting.stranger().post(
        "/api/v1/commands",
        json={"type": "add-seed", "seed": "a"},
        headers={"Authorization": f"Bearer {token}"},
    )
    (event,) = added.get_json()["events"]
    assert len(event["phone"]) == 16
    assert event["phone"] not in token


def test_the_next_games_secret_is_in_no_answer_before_its_end(sitting: Sitting) -> None:
    secret = (sitting.journal.settings.get(SETTING, dict[str, Any]) or {})["secret"]
    phone = sitting.phone()
    added = act(phone, {"type": "add-seed", "seed": "a"})
    paths = ("/api/v1/table", "/api/v1/log", "/api/v1/schema", "/healthz", "/games", "/log")
    texts = [each.get_data(as_text=True) for each in (added, *(phone.get(path) for path in paths))]
    texts.append(act(phone, START).get_data(as_text=True))
    texts.append(phone.get("/api/v1/export").get_data(as_text=True))
    assert secret not in "".join(texts)
    assert act(phone, {"type": "end"}).get_json()["table"]["game"]["secret"] == secret
