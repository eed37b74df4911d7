// A fold that fetches what it holds when it is opened, and again once that depends on something else (`data-of`);
// and the fold around what an address points at opens.

import { request } from "./request.js";

async function fill(place) {
  if (place.pending) return;
  place.pending = true; // a page that is drawn anew leaves it alone
  const of = place.filled = place.dataset.of;
  try {
    const { text } = await request(place.dataset.fetch);
    if (place.filled !== of) return; // what it depends on has become something else meanwhile
    const part = new DOMParser().parseFromString(text, "text/html").getElementById(place.dataset.part);
    if (!part) throw new Error("nothing there");
    for (const each of part.querySelectorAll("[id]")) if (document.getElementById(each.id)) each.removeAttribute("id");
    for (const each of part.querySelectorAll("details")) each.open = false;
    place.replaceChildren(...part.children);
  } catch {
    if (place.filled === of) place.pending = false; // the link in it still leads there
  }
}

function reveal() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = wanted?.closest("details"); at; at = at.parentElement.closest("details")) at.open = at.seen = true;
  if (wanted?.closest("details")) wanted.scrollIntoView();
}

function fillIn(fold) {
  for (const place of fold.querySelectorAll("[data-fetch]")) if (place.closest("details") === fold) fill(place);
}

// What a finger has opened is seen, and of a question above all its answer.
function bring(fold) {
  const bar = fold.closest(".now-bar");
  if (bar) { bar.scrollTop = bar.scrollHeight; return; }
  fold.scrollIntoView({ block: "nearest" });
  if (fold.matches(".ask")) fold.querySelector("button")?.scrollIntoView({ block: "nearest" });
}

// What is brought into sight stands over the bar, however high that is.
const bars = new ResizeObserver(([{ target }]) => {
  document.documentElement.style.setProperty("--now-bar", `${target.offsetHeight}px`);
});
function watch() {
  const bar = document.getElementById("now-bar");
  if (bar) bars.observe(bar);
}

document.addEventListener("toggle", ({ target }) => {
  if (!target.open) return;
  fillIn(target);
  if (target.seen && target.matches(".ask")) target.querySelector("input[type=text]")?.focus({ preventScroll: true });
  if (target.seen) bring(target);
}, true);
document.addEventListener("page", () => {
  watch();
  for (const place of document.querySelectorAll("[data-fetch]")) if (place.filled !== place.dataset.of) place.pending = false;
  document.querySelectorAll("details[open]").forEach(fillIn);
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("button[data-step]");
  const number = button?.parentElement.querySelector("input");
  if (!number) return;
  if (button.dataset.step > 0) number.stepUp(); else number.stepDown();
  number.dispatchEvent(new Event("input", { bubbles: true }));
});
addEventListener("hashchange", reveal);
watch();
reveal();
