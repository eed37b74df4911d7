// A page that is tapped while the box cannot be reached: this one stays, says so, and goes there when the box is back.

const LONG = 2500; // ms in which the box answers, or is away
const SURE = 1000; // ms that an answer counts for the next tap
const lost = document.getElementById("lost");
const usual = lost.textContent;
let wanted = null;
let answered = -Infinity;

async function there() {
  if (performance.now() - answered < SURE) return true;
  const ours = new AbortController();
  const tired = setTimeout(() => ours.abort(), LONG);
  try {
    await fetch("/healthz", { method: "HEAD", cache: "no-store", signal: ours.signal });
    answered = performance.now();
    return true;
  } catch { return false; } finally { clearTimeout(tired); }
}

async function go(leave) {
  wanted = leave;
  const answers = await there();
  if (wanted !== leave) return;
  if (answers) { wanted = null; leave(); return; }
  lost.textContent = document.body.dataset.away;
  lost.hidden = false;
}

// The box is heard again.
export function back() {
  lost.textContent = usual;
  answered = performance.now();
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
