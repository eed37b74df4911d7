// Turns one tree into another and keeps every node that stays: with it its focus and what was typed.
// What has an id stays as long as the id does; `seen` on a <details> says that a person opened or closed it.

export function morph(from, to, settled) {
  attributes(from, to);
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
}

function same(a, b) {
  return Boolean(a) && a.nodeType === b.nodeType && a.nodeName === b.nodeName && !named(a) && !named(b);
}

// Not `.id`: a form answers that with its field of the name.
function named(node) {
  return node.getAttribute?.("id") ?? "";
}

function attributes(from, to) {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !(name === "open" && from.seen)) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (name === "open" && from.seen) continue;
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}
