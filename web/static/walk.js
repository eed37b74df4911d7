// Going through a game step by step: the slider, the links beside it, the arrow keys, and by itself.

import { main, put } from "./page.js";
import { request } from "./request.js";

const PACE = 1200; // ms that each step is shown when the steps go on by themselves
const BUSY = 503; // too many look back at this moment
const AGAIN = 400; // ms until it is asked once more
const TIMES = 20;
const TYPES = "input, select, textarea";
let wanted = null;
let under = false;
let plays = 0; // the step that comes next by itself, while it does

const slider = () => document.getElementById("walk-step");
const said = document.getElementById("said");

// Of steps that are asked for while one is under way the last alone is fetched.
async function go(step, tell = true) {
  const { min, max } = slider();
  wanted = Math.min(Math.max(step, Number(min)), Number(max));
  slider().value = wanted;
  if (under) return;
  under = true;
  try {
    for (let refused = 0; wanted !== null;) {
      const next = wanted;
      wanted = null;
      const came = await request(`${slider().form.action}?step=${next}`);
      const { answer } = came;
      if (answer.status === BUSY && refused++ < TIMES) {
        await new Promise((done) => setTimeout(done, AGAIN));
        wanted ??= next;
        continue;
      }
      if (!answer.ok) { location.assign(`${slider().form.action}?step=${next}`); return; }
      put(came, true);
      slider().value = wanted ?? next;
      history.replaceState(history.state, "", main().dataset.url);
    }
    if (tell) said.textContent = slider().getAttribute("aria-valuetext");
  } catch { rest(); } finally { under = false; }
}

const at = () => wanted ?? Number(slider().value);

function rest() {
  clearTimeout(plays);
  plays = 0;
  shown();
}

async function on() {
  await go(at() + 1, false);
  if (!plays) return;
  if (at() >= Number(slider().max) || document.hidden) rest();
  else plays = setTimeout(on, PACE);
}

function shown() {
  document.getElementById("walk-play").setAttribute("aria-pressed", String(Boolean(plays)));
}

document.addEventListener("input", ({ target }) => {
  if (target !== slider()) return;
  rest();
  go(Number(target.value), false);
});

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("#walk a, #walk-play");
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (control.id !== "walk-play") {
    rest();
    if (control.hasAttribute("href")) go({ first: 1, back: at() - 1, next: at() + 1, last: Number(slider().max) }[control.id.slice(5)]);
  } else if (plays) rest();
  else {
    plays = -1;
    shown();
    if (at() >= Number(slider().max)) go(1, false).then(() => { if (plays) plays = setTimeout(on, PACE); });
    else on();
  }
});

document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.(TYPES)) return;
  event.preventDefault();
  rest();
  go(at() + by);
});

document.addEventListener("submit", (event) => {
  if (event.target !== slider().form) return;
  event.preventDefault();
  go(Number(slider().value));
}, true);

document.addEventListener("page", shown);
