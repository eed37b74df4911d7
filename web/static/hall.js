// The hall's page: each table that has changed is sent alone, and put in its place.

import { morph } from "./morph.js";
import { redrawn } from "./ages.js";
import { follow } from "./stream.js";

const POLITE = 3000; // ms a lost stream is kept quiet about
const FIT = 2000; // ms from one look whether all still fits a television to the next
const LEAF = 10000; // ms that a television shows a part of more tables than fit
const dot = document.getElementById("dot");
const lost = document.getElementById("lost");
const tables = document.getElementById("tables");
const head = document.getElementById("head");
const television = document.querySelector(".at-hall-tv");
const title = document.title;
let telling = 0;
let fitting = 0;

document.documentElement.classList.add("js");

function shown(how) {
  dot.className = `dot ${how} onlyjs`;
  dot.setAttribute("aria-label", dot.dataset[how]);
  if (how === "off") { telling ||= setTimeout(() => { lost.hidden = false; }, POLITE); return; }
  clearTimeout(telling);
  telling = 0;
  lost.hidden = true;
}

function made(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

function put(box, html) {
  const now = document.getElementById(`t-${box}`);
  if (!html) { now?.remove(); return; }
  const next = made(html).firstElementChild;
  const before = now?.dataset.need;
  if (now) morph(now, next, () => false); else tables.append(next);
  if (next.dataset.need === "calls" && before !== "calls") {
    const name = next.querySelector("h2 span").textContent;
    document.getElementById("said").textContent = document.body.dataset.calls.replace("#", name);
  }
}

// Only what has moved is moved: what has the focus keeps it.
function sort(order) {
  const wanted = new Set(order.map((box) => `t-${box}`));
  for (const each of [...tables.children]) if (!wanted.has(each.id)) each.remove();
  let at = tables.firstElementChild;
  for (const box of order) {
    const each = document.getElementById(`t-${box}`);
    if (!each) continue;
    if (each === at) at = at.nextElementSibling;
    else tables.insertBefore(each, at);
  }
}

function news(said) {
  for (const [box, html] of Object.entries(said.rows)) put(box, html);
  if (said.order) sort(said.order);
  if (said.head !== undefined) {
    const next = head.cloneNode(false);
    next.append(made(said.head));
    morph(head, next, () => false);
  }
  redrawn(said.now, performance.now());
  count();
  if (television) fitting ||= setTimeout(() => { fitting = 0; document.dispatchEvent(new Event("page")); }, FIT);
}

function count() {
  const calls = tables.querySelectorAll(".calls").length;
  document.title = calls ? `(${calls}) ${title}` : title;
}

let from = tables.dataset.from;

function told(kind, data, id) {
  if (kind !== "hall") return;
  from = from.replace(/shown=.*/, `shown=${id}`);
  news(JSON.parse(data));
}

// More tables than fit are shown one part after the other.
function turn() {
  const end = document.documentElement.scrollHeight - innerHeight;
  if (end <= 1) return;
  scrollTo({ top: scrollY >= end - 1 ? 0 : scrollY + innerHeight * 0.9, behavior: "instant" });
}

if (television) setInterval(turn, LEAF);
count();
follow({ address: () => from, on: () => shown("on"), off: () => shown("off"), news: told });
