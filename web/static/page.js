// The page's main part: sent by the box or fetched again when the table has moved on, and put in the place of the old.

import { morph } from "./morph.js";
import { redrawn } from "./ages.js";

const SETTLE = 700; // ms in which a button that has just changed its meaning takes no press
const KEY = 9; // bytes of a form's key
const TOP = 52; // px under the head of the page
const BOUNCE = 500; // ms in which one that has acted takes none
const CLICK = 60; // ms after which a finger that was lifted has also clicked
export const FRAGMENT = { "X-Fragment": "main" };
const said = document.getElementById("said");
let pressing = false;
let waiting = null;
let running = null;
let again = false;
let settling = 0;
let told = 0; // main parts that the box has sent

export const main = () => document.getElementById("main");
export const settles = (form) => ["", form.getAttribute("id")].includes(main().dataset.settling);

addEventListener("pointerdown", () => { pressing = true; }, true);
addEventListener("pointerup", released, true);
addEventListener("pointercancel", released, true);
addEventListener("blur", (event) => { if (event.target === window) released(); }, true);
document.addEventListener("click", (event) => {
  const details = event.target.closest?.("summary")?.parentElement;
  if (details) details.seen = true;
});
document.addEventListener("focusin", ({ target }) => stay(target));
document.addEventListener("input", ({ target }) => {
  stay(target);
  if (target.form) (target.form.touched ??= new Set()).add(target.name);
  keepFor();
});
document.addEventListener("reset", ({ target }) => { target.touched = undefined; });

// The folds around what is being filled in stay open, whatever phase begins.
function stay(element) {
  for (let at = element.closest?.("details"); at; at = at.parentElement.closest("details")) at.seen ||= at.open;
}

// A page on which something was begun goes on to act for whom it did.
function keepFor() {
  const whom = main().querySelector("[data-for]")?.dataset.for;
  const address = new URL(main().dataset.url, location);
  if (!whom || address.searchParams.has("for")) return;
  address.searchParams.set("for", whom);
  main().dataset.url = address.pathname + address.search;
}

function released() {
  pressing = false;
  setTimeout(() => {
    if (!waiting || pressing) return;
    const swap = waiting;
    waiting = null;
    swap();
  }, CLICK);
}

// A form that was sent and not answered stays, so that sending it again acts only once.
// own: this page's own form brought it, so its notices are shown.
export function put(html, own) {
  const made = parsed(html);
  if (!made || made.dataset.looks !== main().dataset.looks) return location.reload();
  const late = isBehind(made.dataset.etag); // a newer one was sent while this one was fetched
  if (late && !own) return;
  const drawn = performance.now();
  later(own, () => {
    const old = main();
    const news = own && made.dataset.did || made.dataset.news;
    const moved = old.dataset.etag !== made.dataset.etag;
    // Drawn again it rests on; the answer to a press here ends a rest.
    if (!own && "settling" in old.dataset) made.dataset.settling = old.dataset.settling;
    if (news && news !== old.dataset.news) said.textContent = news;
    const held = focused(), stays = own ? () => {} : still();
    morph(old, made, (now, next) =>
      now.pending && now.dataset.of === next.dataset.of || (now.getAttribute("id") === "notice" && !own && !next.querySelector(".note") && !(moved && now.querySelector("[data-moment]"))));
    held();
    stays();
    if (moved && !own) settle("", SETTLE);
    document.title = made.dataset.title;
    redrawn(made.dataset.now, drawn);
    document.dispatchEvent(new Event("page"));
    if (late) refresh().catch(() => {});
  });
}

// What the box sends: a main part without what is this page's or this moment's own, none where nothing here is another.
export function sent({ etag, version, now, news, mark, sounds, main: html }) {
  if (isBehind(etag)) return;
  if (sounds) document.dispatchEvent(new CustomEvent("sounds", { detail: sounds }));
  const own = (made) => {
    Object.assign(made.dataset, { etag, now, news });
    for (const each of made.querySelectorAll("input[name=expects]")) each.setAttribute("value", version);
  };
  if (html !== undefined) {
    told += 1;
    const made = parsed(html.replaceAll(mark, key));
    own(made);
    put(made, false);
  } else {
    const before = waiting ?? (() => {});
    later(false, () => { before(); said.textContent = news; own(main()); });
  }
}

const parsed = (html) => typeof html === "string" ? new DOMParser().parseFromString(html, "text/html").getElementById("main") : html;
export const key = () => Array.from(crypto.getRandomValues(new Uint8Array(KEY)), (each) => each.toString(16).padStart(2, "0")).join("");

// Whether a table is older than the one shown: their etags differ in the number at the end.
function isBehind(etag) {
  const [old, epoch, version] = /(.*)-(.*)/.exec(etag) ?? [];
  const [, ours, shown] = /(.*)-(.*)/.exec(main().dataset.etag) ?? [];
  return Boolean(old) && epoch === ours && Number(version) < Number(shown);
}

function later(own, swap) {
  if (pressing && !own) waiting = swap;
  else { waiting = null; swap(); }
}

// Of what is around an element, from the inside.
function ids(element) {
  const found = [];
  for (let at = element; at && at !== main(); at = at.parentElement) if (at.getAttribute("id")) found.push(at.getAttribute("id"));
  return found;
}

function instead(around) {
  if (!around) return;
  const controls = "button:not([disabled]), summary, a[href]";
  const at = around.map((id) => document.getElementById(id)).find((each) => each?.isConnected);
  (at?.matches(controls) ? at : at?.querySelector(controls) ?? main()).focus({ preventScroll: true });
}

// Moving a node takes its focus: this gives it back; where the node is gone, or takes no press any more, to what
// stands in its place.
function focused() {
  const element = document.activeElement;
  const around = element && main().contains(element) ? ids(element) : null;
  const [from, to] = [element?.selectionStart, element?.selectionEnd];
  return () => {
    if (!element?.isConnected || element.disabled) { instead(around); return; }
    if (element === document.activeElement) return;
    element.focus({ preventScroll: true });
    if (typeof from === "number") element.setSelectionRange(from, to);
  };
}

// What is looked at stays where it is on the screen: what has the focus, else the first with a name that is seen whole.
// At the top nobody has begun to read: there what comes is seen.
function still() {
  if (scrollY < 8) return () => {};
  const rooted = document.documentElement.style;
  const seen = (each, { top } = each.getBoundingClientRect()) => top > TOP && top < innerHeight && (each.checkVisibility?.() ?? true);
  const element = [document.activeElement, ...main().querySelectorAll("[id]")].find((each) => each !== main() && main().contains(each) && seen(each));
  const before = element?.getBoundingClientRect().top;
  rooted.overflowAnchor = "none";
  return () => {
    if (element?.isConnected) scrollBy({ top: element.getBoundingClientRect().top - before, behavior: "instant" });
    rooted.overflowAnchor = "";
  };
}

export function settle(form, time = BOUNCE) {
  main().dataset.settling = form;
  clearTimeout(settling);
  settling = setTimeout(() => { delete main().dataset.settling; }, time);
}

// Fetch it unless it shows this table; a fetch that is under way may bring it.
export async function reach(etag) {
  await running?.catch(() => {});
  if (main().dataset.etag !== etag) await refresh();
}

export async function refresh() {
  if (running) { again = true; return running; }
  running = (async () => {
    try {
      do {
        again = false;
        const before = told;
        const { url } = main().dataset;
        const answer = await fetch(url, { headers: FRAGMENT, cache: "no-store" });
        if (answer.redirected && new URL(answer.url).pathname !== new URL(url, location).pathname) {
          location.assign(answer.url);
          return;
        }
        const html = await answer.text();
        // What was sent meanwhile may tell of a part that this does not know of; or the page has become another.
        if (told !== before || url !== main().dataset.url) again = true;
        else if (answer.ok) put(html, false);
      } while (again);
    } finally { running = null; }
  })();
  return running;
}
