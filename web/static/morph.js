// Turns one tree into another and keeps every node that stays: with it its focus and what was typed.
// What has an id stays as long as the id does; `seen` on a <details> says that a person opened or closed it.

export function morph(from, to, settled) {
  attributes(from, to);
  const chosen = from.nodeName === "SELECT" && touched(from) ? from.value : null;
  const kept = new Map();
  for (const child of from.children) if (named(child)) kept.set(named(child), child);
  let at = from.firstChild;
  for (const next of [...to.childNodes]) {
    const name = named(next);
    const match = name ? kept.get(name) : same(at, next) ? at : null;
    if (match) {
      if (match === at) at = at.nextSibling;
      else from.insertBefore(match, at);
      kept.delete(name);
      if (match.nodeType !== Node.ELEMENT_NODE) { if (match.data !== next.data) match.data = next.data; }
      else if (!settled(match, next)) morph(match, next, settled);
    } else {
      from.insertBefore(document.importNode(next, true), at);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
  if (chosen !== null && [...from.options].some((each) => each.value === chosen)) from.value = chosen;
}

function same(a, b) {
  return Boolean(a) && a.nodeType === b.nodeType && a.nodeName === b.nodeName && !named(a) && !named(b);
}

// Not `.id`: a form answers that with its field of the name. What can be chosen is known by what it stands for, so that
// what was chosen stays chosen when others come or go.
function named(node) {
  if (node.nodeName === "OPTION") return `option ${node.value}`;
  const tick = node.nodeName === "LABEL" && node.querySelector("input[type=radio], input[type=checkbox]");
  return tick ? `${tick.name} ${tick.value}` : node.getAttribute?.("id") ?? "";
}

// Whether somebody has chosen: what is chosen for nobody then changes it no more.
function touched(node) {
  const field = node.nodeName === "OPTION" ? node.closest("select") : node;
  return Boolean(field?.form?.touched?.has(field.name));
}

const CHOICE = new Set(["checked", "selected"]);

function attributes(from, to) {
  const held = touched(from);
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !(name === "open" && from.seen) && !(held && CHOICE.has(name))) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (name === "open" && from.seen || held && CHOICE.has(name)) continue;
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}
