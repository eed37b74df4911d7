// The hall's page: each table that has changed is sent alone, and put in its place.

import { morph } from "./morph.js";
import { redrawn } from "./ages.js";

const SILENCE = 40000; // ms without a byte after which the line counts as dead: the hall says something every 15 s
const LONGEST = 15000; // ms from one try to the next at most
const POLITE = 3000; // ms a lost line is kept quiet about
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

const decoder = new TextDecoder();
let from = tables.dataset.from;
let line = null;
let heard = 0;
let tries = 0;
let retry = 0;

async function listen() {
  clearTimeout(retry);
  line?.abort();
  const ours = line = new AbortController();
  heard = performance.now();
  let wait = Math.min(1000 * 2 ** tries++, LONGEST);
  try {
    const answer = await fetch(from, { headers: { Accept: "text/event-stream" }, signal: ours.signal, cache: "no-store" });
    if (!answer.ok) { wait = 1000 * Number(answer.headers.get("Retry-After") || 5); throw new Error("no place"); }
    shown("on");
    tries = 0;
    const reader = answer.body.getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      heard = performance.now();
      const messages = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = messages.pop();
      messages.forEach(told);
    }
    wait = 1000;
  } catch { /* told below, and tried again */ }
  if (ours !== line) return;
  heard = Infinity; // nothing is expected before the next try
  retry = setTimeout(listen, wait);
  shown("off");
}

function told(message) {
  const fields = Object.fromEntries(message.split("\n").map((each) => each.split(/: (.*)/s, 2)));
  if (fields.event !== "hall") return;
  from = from.replace(/shown=.*/, `shown=${fields.id}`);
  news(JSON.parse(fields.data));
}

function wake() {
  if (document.visibilityState === "hidden") return;
  tries = 0;
  listen();
}

// More tables than fit are shown one part after the other.
function turn() {
  const end = document.documentElement.scrollHeight - innerHeight;
  if (end <= 1) return;
  scrollTo({ top: scrollY >= end - 1 ? 0 : scrollY + innerHeight * 0.9, behavior: "instant" });
}

if (television) setInterval(turn, LEAF);
document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
addEventListener("online", wake);
addEventListener("pagehide", () => { line?.abort(); line = null; });
setInterval(() => { if (performance.now() - heard > SILENCE) listen(); }, 5000);
count();
listen();
