// A page that is tapped while the box cannot be reached: this one stays, says so, and goes there when the box is back.

import { request } from "./request.js";

const LONG = 2500; // ms in which the box answers, or is away
const lost = document.getElementById("lost");
const usual = lost.textContent;
let wanted = null;

const there = () => request("/manifest.webmanifest", { method: "HEAD" }, LONG).then(() => true, () => false);

async function go(leave) {
  wanted = leave;
  const answers = await there();
  if (wanted !== leave) return;
  if (answers) { wanted = null; leave(); return; }
  lost.textContent = document.body.dataset.away;
  lost.hidden = false;
  document.dispatchEvent(new Event("away"));
}

// The box is heard again.
export function back() {
  lost.textContent = usual;
  const leave = wanted;
  wanted = null;
  leave?.();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  go(() => location.assign(link.href));
});

// Forms that lead to another page; those that do something here are sent by their own scripts.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.reached || /^\/(act|box)\b/.test(new URL(form.action).pathname) && !submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  go(() => { form.reached = true; form.requestSubmit(submitter); form.reached = false; });
});

// Who types on has changed his mind about leaving.
document.addEventListener("input", () => { if (wanted && !lost.hidden) { wanted = null; lost.textContent = usual; } });
