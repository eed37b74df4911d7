// The page's main part: fetched again when there is something new, and put in the place of the old.

import { morph } from "./morph.js";
import { redrawn } from "./ages.js";
import { FRAGMENT, request } from "./request.js";

const SETTLE = 700; // ms in which a button that has just changed its meaning takes no press
const KEY = 9; // bytes of a form's key
const TOP = 52; // px under the head of the page
const BOUNCE = 500; // ms in which one that has acted takes none
const TOLD = 6000; // ms that what was done stands over the head
const CLICK = 60; // ms after which a finger that was lifted has also clicked
const news = document.getElementById("said");
let pressing = false;
let waiting = null;
let running = null;
let again = false;
let settling = 0;
let going = 0;
let known = null; // the ETag of what is shown, where nothing was added to it

export const main = () => document.getElementById("main");
export const settles = (form) => ["", form.getAttribute("id")].includes(main().dataset.settling);

addEventListener("pointerdown", () => { pressing = true; }, true);
addEventListener("pointerup", released, true);
addEventListener("pointercancel", released, true);
addEventListener("blur", (event) => { if (event.target === window) released(); }, true);
document.addEventListener("click", (event) => {
  const details = event.target.closest?.("summary")?.parentElement;
  if (!details) return;
  details.seen = true;
  if (details.name) for (const each of document.getElementsByName(details.name)) each.seen = true; // it closes the others
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

// own: this page's own form brought it, so its notices are shown. A form that was sent and not answered stays, so that
// sending it again acts only once.
export function put({ answer, text }, own) {
  const now = JSON.parse(answer.headers.get("X-Moment"));
  if (answer.status === 304) {
    const before = waiting ?? (() => {});
    later(own, () => { before(); date(main(), now); });
    return;
  }
  const made = now && new DOMParser().parseFromString(text.replaceAll(now.key, key), "text/html").getElementById("main");
  if (!made || made.dataset.looks !== main().dataset.looks) {
    if (!own && main().querySelector("[aria-busy]")) return; // the answer says it
    if (own) {
      history.replaceState({ refused: made?.querySelector("#notice strong")?.textContent }, "");
      scrollTo(0, 0); // the browser keeps the place
    }
    return location.reload();
  }
  const late = isBehind(now.etag); // a newer one was fetched while this one was under way
  if (late && !own) return;
  known = answer.ok ? answer.headers.get("ETag") : null;
  const drawn = performance.now();
  later(own, () => {
    const old = main();
    const moved = old.dataset.etag !== now.etag;
    date(made, now, old.dataset);
    // Drawn again it rests on; the answer to a press here ends a rest.
    if (!own && "settling" in old.dataset) made.dataset.settling = old.dataset.settling;
    const restoreFocus = keepFocus(), restoreScroll = own ? () => {} : keepScroll();
    morph(old, made, (was, next) =>
      was.pending && was.dataset.of === next.dataset.of || (was.getAttribute("id") === "notice" && !own && !next.querySelector(".note") && !(moved && isOver(was, made))));
    restoreFocus();
    restoreScroll();
    if (moved && !own) settle("", SETTLE);
    document.title = made.dataset.title;
    redrawn(now.now, drawn);
    document.dispatchEvent(new Event("page"));
    if (late) refresh().catch(() => {});
  });
}

// Whether the next entry ends a notice: not while what it is about waits in its form, and is for any moment.
function isOver(notice, made) {
  const { form } = notice.querySelector(".note:not([data-moment])")?.dataset ?? {};
  const waits = form && made.ownerDocument.getElementById(form) && document.getElementById(form);
  return !(waits?.touched || waits?.pending && !waits.hasAttribute("data-moment"));
}

// What no fragment holds: of which moment it is, and what this phone has done. What was done last is said aloud, once;
// what others undid, redid or corrected is shown, too.
function date(made, { etag, version, now, news: latest, did, moves }, before = made.dataset) {
  const aloud = did || latest;
  if (aloud && aloud !== before.news) news.textContent = aloud;
  const others = !did && table(etag) !== table(before.etag) && !main().querySelector("[aria-busy]");
  if (others && (moves || document.querySelector(".toast.moves"))) toast(moves && latest, moves);
  Object.assign(made.dataset, { etag, now, news: latest, did, moves });
  for (const each of made.querySelectorAll("input[name=expects]")) each.setAttribute("value", version);
}

export const key = () => Array.from(crypto.getRandomValues(new Uint8Array(KEY)), (each) => each.toString(16).padStart(2, "0")).join("");

// What was done, wherever its page is looked at. moves: it takes back, and ends with the next entry. taken: not
// so a press that does nothing.
export function toast(text, moves, taken = true) {
  const place = document.getElementById("toast");
  clearTimeout(going);
  place.textContent = text;
  place.classList.toggle("moves", Boolean(moves));
  place.classList.toggle("not", !taken);
  place.hidden = !text;
  going = setTimeout(() => { place.hidden = true; }, TOLD);
}

// Epoch and version of the table.
const table = (etag) => etag.split(".")[0];

// Whether a table is older than the one shown: their etags begin with epoch and version.
function isBehind(etag) {
  const [[, epoch, version], [, ours, shown]] = [etag, main().dataset.etag].map((each) => /^(.*)-(\d+)/.exec(each));
  return epoch === ours && Number(version) < Number(shown);
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
function keepFocus() {
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
function keepScroll() {
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

// Fetch it unless it shows this moment; a fetch that is under way may bring it.
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
        const { url } = main().dataset;
        const came = await request(url, { headers: known ? { ...FRAGMENT, "If-None-Match": known } : FRAGMENT });
        const { answer } = came;
        if (answer.redirected && new URL(answer.url).pathname !== new URL(url, location).pathname) {
          location.assign(answer.url);
          return;
        }
        if (url !== main().dataset.url) again = true; // the page has become another
        else if (answer.ok || answer.status === 304) put(came, false);
      } while (again);
    } finally { running = null; }
  })();
  return running;
}
