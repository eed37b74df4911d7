// A form that only asks (`data-live`) is asked again by itself, whenever something in it has changed.

import { main, refresh } from "./page.js";

const TRIES = 5; // a fresh table may come in between and draw the page as it was asked for before
let asking = false;

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

document.addEventListener("input", ({ target }) => { if (target.form?.hasAttribute("data-live")) ask(target.form); });
