// What axe finds on the page that is open, all folds opened; what a fold would fetch is a page of its own.
// met: marks of what was judged for its colours before, with commas between. Returns what is found, the marks with
// this page's, and whether there are more of them now.
async ({ words, colours, met }) => {
  const known = new Set(met ? met.split(",").map(Number) : []);

  // An element's colours depend on what it and everything around it look like: what looks the same is judged once.
  // Its mark is a hash of that (cyrb53), begun with the mark of what is around it.
  function mark(text, seed) {
    let a = 0xdeadbeef ^ seed, b = 0x41c6ce57 ^ (seed / 2 ** 21);
    for (let at = 0; at < text.length; at++) {
      a = Math.imul(a ^ text.charCodeAt(at), 2654435761);
      b = Math.imul(b ^ text.charCodeAt(at), 1597334677);
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
    return 4294967296 * (2097151 & b) + (a >>> 0);
  }

  function unmet() {
    const marks = new Map();
    const of = (each) => {
      if (!each) return 0;
      if (!marks.has(each)) {
        const seen = getComputedStyle(each);
        const look = [each.nodeName, each.getAttribute("class"), each.getAttribute("aria-current"), seen.color, seen.backgroundColor, seen.backgroundImage, seen.opacity,
          seen.fontSize, seen.fontWeight, seen.textShadow, seen.position, seen.filter, each.disabled];
        marks.set(each, mark(look.join(), of(each.parentElement)));
      }
      return marks.get(each);
    };
    const says = (each) => each.matches("input, select, textarea") || [...each.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
    const found = [];
    for (const each of document.body.querySelectorAll("*")) {
      if (!says(each) || !each.checkVisibility() || known.has(of(each))) continue;
      known.add(of(each));
      found.push(each);
    }
    return found;
  }

  async function found(of, how) {
    const { violations } = await axe.run(of, how);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }

  for (const each of document.querySelectorAll("[data-fetch]")) delete each.dataset.fetch;
  for (const each of document.querySelectorAll("main details")) each.open = true;
  // What lies under what sticks is scrolled out from under it: axe knows that only of what is fixed.
  for (const each of document.querySelectorAll(".bar, .now-bar, form > .go")) each.style.position = "static";
  const all = words ? await found(document, words) : [];
  const plain = unmet();
  if (plain.length) all.push(...await found({ include: plain }, colours));
  return [all, [...known].join(), plain.length > 0];
}
