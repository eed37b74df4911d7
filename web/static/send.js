// Forms sent without leaving the page; one that got no answer can be sent again and acts only once.

import { key, main, put, settle, settles, toast } from "./page.js";
import { request } from "./request.js";

const waiting = []; // presses, the first of them under way

const notice = (text, form) => {
  const place = document.getElementById("notice");
  place.replaceChildren(Object.assign(document.createElement("div"), { className: "note", textContent: text, tabIndex: -1 }));
  place.firstChild.setAttribute("role", "alert");
  if (form) place.firstChild.dataset.form = form.getAttribute("id");
  place.firstChild.scrollIntoView({ block: "center" });
};

const waits = (form) => waiting.some((each) => each.form === form);

// Presses wait for one another, so that each is done and shown in its turn. One of the same form that comes before the
// box has answered (`data-each`: each tap counts) gets a key of its own.
function press(form, submitter) {
  if (waits(form)) form.elements.namedItem("id").value = key();
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, value);
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  form.pending = true; // a page that is drawn anew leaves it alone
  waiting.push({ form, submitter, fields });
  submitter?.setAttribute("aria-busy", "true");
  if (waiting.length === 1) sendAll();
}

async function sendAll() {
  while (waiting.length) {
    const { form, submitter, fields } = waiting[0];
    try {
      await send(form, fields, waiting.length > 1);
      waiting.shift();
    } catch {
      form.elements.namedItem("id").value = fields.get("id"); // sent again, it acts only once
      for (const each of waiting) each.submitter?.removeAttribute("aria-busy");
      for (const each of waiting.splice(0)) if (each.form !== form) each.form.pending = false;
      notice(document.body.dataset.unsent, form);
    }
    if (!waiting.some((each) => each.submitter === submitter)) submitter?.removeAttribute("aria-busy");
  }
}

// more: others wait behind it.
async function send(form, fields, more) {
  const came = await request(form.action, { method: "POST", body: fields });
  const { answer } = came;
  form.pending = waiting.slice(1).some((each) => each.form === form);
  const there = new URL(answer.url);
  if (answer.redirected && there.pathname !== new URL(main().dataset.url, location).pathname) {
    location.assign(answer.url + new URL(fields.get("page") ?? "", location).hash);
    return;
  }
  if (answer.ok && !form.pending) { form.reset(); close(form); }
  if (answer.status === 409) close(form);
  put(came, true);
  if (answer.ok && form.hasAttribute("data-moment")) settle(form.getAttribute("id"));
  if (!form.unasked) toast(answer.ok ? main().dataset.did : "", main().dataset.moves);
  history.replaceState(history.state, "", main().dataset.url); // what was typed comes back with the browser's way back
  const told = document.querySelector("#notice .note");
  if (told && !more) { told.focus({ preventScroll: true }); told.scrollIntoView({ block: "center" }); }
}

// A press that is not taken, seen and heard.
function refuse(why) {
  document.getElementById("said").textContent = why;
  toast(why, "", false);
}

// What was asked around a form is answered, or its moment has passed.
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
  if (form.hasAttribute("data-moment") && (settles(form) || waiting.length)) refuse(document.body.dataset.settle);
  else if (waits(form) && !event.submitter?.closest("[data-each]")) refuse(document.body.dataset.busy);
  else press(form, event.submitter);
});

// What is left empty says so in the page's language, and is judged anew by each press.
document.addEventListener("click", ({ target }) => {
  for (const each of target.closest?.("button")?.form?.elements ?? []) each.setCustomValidity("");
}, true);
document.addEventListener("invalid", ({ target }) => {
  if (target.validity.valueMissing) target.setCustomValidity(document.body.dataset.empty);
}, true);

// A page that came of a form says so too, once.
if (main().dataset.did) {
  toast(main().dataset.did, main().dataset.moves);
  history.replaceState(history.state, "", main().dataset.url + location.hash);
}

// One in the place of another game's says, once, why a press there was refused.
if (history.state?.refused) {
  notice(history.state.refused);
  history.replaceState(null, "");
}

// Who types a name beside a box to tick means it ticked.
document.addEventListener("input", ({ target }) => {
  const tick = target.value && document.getElementById(target.dataset.ticks ?? "");
  if (tick) tick.checked = true;
});
