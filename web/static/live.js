// The live stream: the box is told which page this is, and sends it anew with every change of the table; after sleep
// it comes back by itself.
// Without it the box is asked every few seconds, until there is a place at the stream again.

import "./asking.js";
import "./folds.js";
import "./send.js";
import "./seed.js";
import "./turn.js";
import { back } from "./away.js";
import { main, reach, refresh, sent } from "./page.js";

const SILENCE = 40000; // ms without a byte after which the line counts as dead: the box says something every 15 s
const POLITE = 3000; // ms a lost line is kept quiet about
const ASK = 5000; // ms from one question whether the table has moved on to the next, while there is no line
const dot = document.getElementById("dot");
const lost = document.getElementById("lost");
const decoder = new TextDecoder();
let line = null;
let listened = ""; // the page of which the line tells
let heard = 0;
let tries = 0;
let retry = 0;
let pause = 1000; // ms to stay away when the line ends, as the box said last
let telling = 0;
let next = 0;
let question = null;

document.documentElement.classList.add("js");

// how: "on", heard live; "asks", answered when asked; "off".
function shown(how) {
  dot.className = `dot ${how} onlyjs`;
  dot.setAttribute("aria-label", dot.dataset[how]);
  if (how === "off") { telling ||= setTimeout(() => { lost.hidden = false; }, POLITE); return; }
  clearTimeout(telling);
  telling = 0;
  lost.hidden = true;
  back();
}

// At a table of an event the etag of the table does not tell whether the page shows what the organiser says.
const organised = () => document.getElementById("organiser");

async function listen() {
  clearTimeout(retry);
  line?.abort();
  const ours = line = new AbortController();
  heard = performance.now();
  let wait = Math.min(1000 * 2 ** tries++, 15000);
  listened = main().dataset.url;
  const { pathname, search } = new URL(listened, location);
  const shows = { "X-Page": pathname + search, "X-Shown": main().dataset.etag };
  try {
    const answer = await fetch("/api/v1/events", { headers: { Accept: "text/event-stream", ...shows }, signal: ours.signal, cache: "no-store" });
    if (!answer.ok) { wait = 1000 * Number(answer.headers.get("Retry-After") || 5); throw new Error("no place"); }
    shown("on");
    quiet();
    if (organised()) refresh().catch(() => {});
    tries = 0;
    const reader = answer.body.getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      heard = performance.now();
      const messages = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = messages.pop();
      messages.forEach(news);
    }
    wait = pause;
  } catch { /* told below, and tried again */ }
  if (ours !== line) return;
  heard = Infinity; // nothing is expected before the next try
  retry = setTimeout(listen, wait);
  if (!question) { shown("off"); ask(); }
}

async function ask() {
  if (document.hidden) return;
  const ours = question = new AbortController();
  const tired = setTimeout(() => ours.abort(), ASK);
  try {
    const known = { "If-None-Match": `"${main().dataset.etag}"` };
    const answer = await fetch("/api/v1/table", { headers: known, signal: ours.signal, cache: "no-store" });
    if (!answer.ok && answer.status !== 304) throw new Error("no answer");
    if (ours !== question) return;
    shown("asks");
    if (answer.ok || organised()) {
      await refresh();
      document.dispatchEvent(new Event("box-table"));
    }
  } catch {
    if (ours === question) shown("off");
  } finally { clearTimeout(tired); }
  if (ours === question) next = setTimeout(ask, ASK);
}

// No more questions: the line is there, or nobody looks.
function quiet() {
  clearTimeout(next);
  question?.abort();
  question = null;
}

function news(message) {
  const fields = Object.fromEntries(message.split("\n").map((each) => each.split(/: (.*)/s, 2)));
  if (fields.retry) pause = Number(fields.retry);
  if (fields.event === "table") reach(fields.id).catch(() => {});
  if (fields.event === "page") turned(JSON.parse(fields.data)).catch(() => {});
  if (fields.event) document.dispatchEvent(new Event(`box-${fields.event}`));
}

// A page that has become another by what was chosen on it fetches, and is then told of from there.
async function turned(news) {
  if (main().dataset.url !== listened) { await reach(news.etag); listen(); }
  else if (news.fetch) await reach(news.etag);
  else sent(news);
}

function wake() {
  quiet();
  if (document.visibilityState === "hidden") return;
  tries = 0;
  listen();
  refresh().catch(() => {});
}

document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
addEventListener("online", wake);
document.addEventListener("away", listen);
addEventListener("offline", () => { line?.abort(); });
addEventListener("pagehide", () => { quiet(); line?.abort(); line = null; });
setInterval(() => { if (performance.now() - heard > SILENCE) listen(); }, 5000);
listen();
if (location.pathname.startsWith("/act")) import("./begun.js"); // the other pages are lighter without it
