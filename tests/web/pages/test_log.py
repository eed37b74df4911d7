"""The log leads back to a step: asked once, one step, and refused when the table has gone on. No browser."""

from __future__ import annotations

from tests.fakes.sitting import Sitting, act, shown
from tests.web.pages.rendering import form_of, words


def test_back_to_here_asks_once_is_one_step_and_for_its_moment(playing: Sitting) -> None:
    phone = playing.phone()
    for _ in range(2):
        act(phone, {"type": "advance"})
    asked = shown(phone, "/log?back=1")
    assert "This undoes 2 steps: On to movement On to building" in " ".join(words(asked).split())
    assert playing.game["phase"] == "building", "asking does nothing"
    act(phone, {"type": "advance"})
    late = phone.post("/act", data=form_of(asked, "f-back-to"))
    assert late.status_code == 409
    assert "Yes, undo 3 steps" in late.text
    done = phone.post("/act", data=form_of(late.text, "f-back-to"))
    assert (done.status_code, playing.game["phase"]) == (303, "production")
    log = shown(phone, done.headers["Location"])
    assert "3 steps undone" in log
    assert "Yes, undo" not in log, "it was answered"
    act(phone, {"type": "redo"})
    assert playing.game["phase"] == "wonder"
