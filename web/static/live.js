// The live stream: every change of the table is heard and the page drawn anew; after sleep it comes back by itself.

import "./asking.js";
import "./folds.js";
import "./send.js";
import "./seed.js";
import { main, refresh } from "./page.js";

const SILENCE = 40000; // ms without a byte after which the line counts as dead: the box says something every 15 s
const POLITE = 3000; // ms a lost line is kept quiet about
const dot = document.getElementById("dot");
const lost = document.getElementById("lost");
const decoder = new TextDecoder();
let line = null;
let heard = 0;
let tries = 0;
let retry = 0;
let telling = 0;

document.documentElement.classList.add("js");

function shown(on) {
  dot.className = `dot ${on ? "on" : "off"} onlyjs`;
  dot.setAttribute("aria-label", on ? dot.dataset.on : dot.dataset.off);
  if (!on) { telling ||= setTimeout(() => { lost.hidden = false; }, POLITE); return; }
  clearTimeout(telling);
  telling = 0;
  lost.hidden = true;
}

async function listen() {
  clearTimeout(retry);
  line?.abort();
  const ours = line = new AbortController();
  heard = performance.now();
  let wait = Math.min(1000 * 2 ** tries++, 15000);
  try {
    const answer = await fetch("/api/v1/events", { headers: { Accept: "text/event-stream" }, signal: ours.signal, cache: "no-store" });
    if (!answer.ok) { wait = 1000 * Number(answer.headers.get("Retry-After") || 5); throw new Error("no place"); }
    shown(true);
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
    wait = 1000;
  } catch { /* told below, and tried again */ }
  if (ours !== line) return;
  shown(false);
  retry = setTimeout(listen, wait);
}

function news(message) {
  const fields = Object.fromEntries(message.split("\n").map((each) => each.split(/: (.*)/s, 2)));
  if (fields.event === "table" && fields.id !== main().dataset.etag) refresh().catch(() => {});
  if (fields.event) document.dispatchEvent(new Event(`box-${fields.event}`));
}

function wake() {
  if (document.visibilityState === "hidden") return;
  tries = 0;
  listen();
  refresh().catch(() => {});
}

document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
addEventListener("online", wake);
addEventListener("offline", () => { line?.abort(); });
addEventListener("pagehide", () => { line?.abort(); });
setInterval(() => { if (performance.now() - heard > SILENCE) listen(); }, 5000);
listen();
