// Forms sent without leaving the page; one that got no answer can be sent again and acts only once.

import { FRAGMENT, main, put, settles } from "./page.js";

const TOLD = 4000; // ms that what was done stands over the bar
let going = 0;

const notice = (text) => {
  const place = document.getElementById("notice");
  place.replaceChildren(Object.assign(document.createElement("div"), { className: "note", textContent: text, tabIndex: -1 }));
  place.firstChild.setAttribute("role", "alert");
  place.firstChild.scrollIntoView({ block: "center" });
};

async function send(form, submitter) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, value);
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  form.pending = true;
  submitter?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields, headers: FRAGMENT, cache: "no-store" });
    const html = await answer.text();
    form.pending = false;
    const there = new URL(answer.url);
    if (answer.redirected && there.pathname !== new URL(main().dataset.url, location).pathname) {
      location.assign(answer.url + new URL(fields.get("page") ?? "", location).hash);
      return;
    }
    if (answer.ok) { form.reset(); close(form); }
    put(html, true);
    if (answer.ok) toast(main().dataset.did);
    history.replaceState(history.state, "", main().dataset.url); // what was typed comes back with the browser's way back
    const told = document.querySelector("#notice .note");
    if (told) { told.focus({ preventScroll: true }); told.scrollIntoView({ block: "center" }); }
  } catch {
    notice(document.body.dataset.unsent);
  } finally { submitter?.removeAttribute("aria-busy"); }
}

// What this phone has just done, for eyes that are elsewhere on the page than what changed.
function toast(did) {
  const place = document.getElementById("toast");
  clearTimeout(going);
  place.textContent = did;
  place.hidden = !did;
  going = setTimeout(() => { place.hidden = true; }, TOLD);
}

function close(form) {
  for (const ask of document.querySelectorAll("details.ask[open]")) if (ask.contains(form) || ask.contains(document.activeElement)) {
    ask.open = false;
    ask.querySelector("summary").focus({ preventScroll: true });
  }
  document.getElementById("notice").replaceChildren();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || event.submitter?.hasAttribute("formaction") || new URL(form.action).pathname !== "/act") return;
  event.preventDefault();
  if (event.submitter?.hasAttribute("aria-busy")) return;
  if (settles() && form.hasAttribute("data-moment")) { document.getElementById("said").textContent = document.body.dataset.settle; return; }
  send(form, event.submitter);
});

// A page that came of a form says so too, once.
if (main().dataset.did) {
  toast(main().dataset.did);
  history.replaceState(history.state, "", main().dataset.url + location.hash);
}

// Who types a name beside a box to tick means it ticked.
document.addEventListener("input", ({ target }) => {
  const tick = target.value && document.getElementById(target.dataset.ticks ?? "");
  if (tick) tick.checked = true;
});
