// A form that only asks (`data-live`) is asked again by itself, whenever something in it has changed.

import { main, refresh } from "./page.js";

const TRIES = 5; // a fresh table may come in between and draw the page as it was asked for before
const PAUSE = 150; // ms after a letter in which the next one may follow
let asking = false;
let soon = 0;

const address = (form) => `${new URL(form.action).pathname}?${new URLSearchParams(new FormData(form))}`;

async function ask(form) {
  if (asking) return;
  asking = true;
  try {
    for (let asked = "", tries = TRIES; tries && form.isConnected && main().dataset.url !== address(form); tries--) {
      if (asked !== address(form)) tries = TRIES;
      main().dataset.url = asked = address(form);
      await refresh();
    }
    history.replaceState(history.state, "", main().dataset.url);
  } catch { /* the line in the head says that the box is away */ } finally { asking = false; }
}

document.addEventListener("input", ({ target }) => {
  if (!target.form?.hasAttribute("data-live")) return;
  clearTimeout(soon);
  soon = setTimeout(ask, target.type === "search" ? PAUSE : 0, target.form);
});

// From what is typed down into the answers and back, with the arrows.
document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const field = document.querySelector("form[data-live] input[type=search]");
  const places = [field, ...document.querySelectorAll("#answers h2 a")];
  const at = places.indexOf(document.activeElement);
  if (!step || !field || at < 0 || !places[at + step]) return;
  event.preventDefault();
  places[at + step].focus();
});
