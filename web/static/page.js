// The page's main part: fetched again when the table has moved on, and put in the place of the old one.

import { morph } from "./morph.js";
import { redrawn } from "./ages.js";

const SETTLE = 700; // ms in which a button that has just changed its meaning takes no press
const CLICK = 60; // ms after which a finger that was lifted has also clicked
export const FRAGMENT = { "X-Fragment": "main" };
const said = document.getElementById("said");
let pressing = false;
let waiting = null;
let running = null;
let again = false;
let settling = 0;

export const main = () => document.getElementById("main");
export const settles = () => main().hasAttribute("data-settling");

addEventListener("pointerdown", () => { pressing = true; }, true);
addEventListener("pointerup", released, true);
addEventListener("pointercancel", released, true);
addEventListener("blur", (event) => { if (event.target === window) released(); }, true);
document.addEventListener("click", (event) => {
  const details = event.target.closest?.("summary")?.parentElement;
  if (details) details.seen = true;
});

function released() {
  pressing = false;
  setTimeout(() => {
    if (!waiting || pressing) return;
    const swap = waiting;
    waiting = null;
    swap();
  }, CLICK);
}

// A form that was sent and not answered stays as it is, so that sending it again acts only once.
// own: this page's own form brought it, so its notices are shown and nobody needs to look again.
export function put(html, own) {
  const made = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  if (!made || made.dataset.looks !== main().dataset.looks) return location.reload();
  const drawn = performance.now();
  const swap = () => {
    const old = main();
    const news = made.dataset.news;
    const moved = old.dataset.etag !== made.dataset.etag;
    if (news && news !== old.dataset.news) said.textContent = news;
    const held = focused();
    morph(old, made, (now, next) =>
      now.pending || (now.getAttribute("id") === "notice" && !own && !next.querySelector(".note")));
    held();
    if (moved && !own) settle();
    document.title = made.dataset.title;
    redrawn(drawn);
    document.dispatchEvent(new Event("page"));
  };
  if (pressing && !own) waiting = swap;
  else { waiting = null; swap(); }
}

// Moving a node takes its focus: this gives it back.
function focused() {
  const element = document.activeElement;
  const [from, to] = [element?.selectionStart, element?.selectionEnd];
  return () => {
    if (element === document.activeElement || !element?.isConnected) return;
    element.focus({ preventScroll: true });
    if (typeof from === "number") element.setSelectionRange(from, to);
  };
}

function settle() {
  main().setAttribute("data-settling", "");
  clearTimeout(settling);
  settling = setTimeout(() => main().removeAttribute("data-settling"), SETTLE);
}

export async function refresh() {
  if (running) { again = true; return running; }
  running = (async () => {
    try {
      do {
        again = false;
        const answer = await fetch(main().dataset.url, { headers: FRAGMENT, cache: "no-store" });
        if (answer.redirected && new URL(answer.url).pathname !== new URL(main().dataset.url, location).pathname) {
          location.assign(answer.url);
          return;
        }
        if (answer.ok) put(await answer.text(), false);
      } while (again);
    } finally { running = null; }
  })();
  return running;
}
