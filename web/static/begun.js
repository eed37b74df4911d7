// What was begun in a form is there again when its page is loaded anew, as a phone wakes one that slept long, and when
// the form itself comes back: others may have gone on, and taken that back.

const KEPT = "begun";
const begun = read();

function read() {
  try { return JSON.parse(sessionStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}

function write() {
  try { sessionStorage.setItem(KEPT, JSON.stringify(begun)); } catch { /* a phone that keeps nothing */ }
}

const whose = (form) => form.querySelector("input[type=hidden][name=colour]")?.value ?? "";
const known = (form) => form?.getAttribute("id"); // `form.id` is its field of that name
const ticks = (field) => field.type === "radio" || field.type === "checkbox";
const called = (field) => ticks(field) ? `${field.name}=${field.value}` : field.name;

// A form is known by its id, and by the player for whom it is: another's is not filled in.
document.addEventListener("input", ({ target }) => {
  const form = target.form;
  const id = known(form);
  if (!id || !target.name || form.getAttribute("action") !== "/act") return;
  if (begun[id]?.whose !== whose(form)) begun[id] = { whose: whose(form), fields: {} };
  const { fields } = begun[id];
  if (target.type === "radio") for (const each of form.elements) if (each.name === target.name) delete fields[called(each)];
  fields[called(target)] = ticks(target) ? target.checked : target.value;
  write();
});
document.addEventListener("reset", ({ target }) => { delete begun[known(target)]; write(); });

function again(forms) {
  for (const [id, { whose: who, fields }] of Object.entries(begun)) {
    const form = forms.get(id);
    if (!form || whose(form) !== who) continue;
    for (const each of form.elements) {
      const was = fields[called(each)];
      if (was === undefined) continue;
      if (ticks(each)) each.checked = was; else each.value = was;
      for (let at = each.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
      each.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}

const there = () => new Map([...document.forms].map((form) => [known(form), form]));
let before = there();

document.addEventListener("page", () => {
  const now = there();
  again(new Map([...now].filter(([id]) => !before.has(id))));
  before = now;
});

if (performance.getEntriesByType("navigation")[0]?.type === "reload") again(before);
else { for (const id of Object.keys(begun)) delete begun[id]; write(); }
