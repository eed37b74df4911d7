// An open page: it fetches its main part anew when the stream says that there is something new. Without a
// stream, or once a fetch failed, it asks every few seconds.

import "./asking.js";
import "./folds.js";
import "./send.js";
import "./seed.js";
import { back } from "./away.js";
import { reach, refresh } from "./page.js";
import { follow } from "./stream.js";
import { sounding } from "./turn.js";

const POLITE = 3000; // ms a lost stream is kept quiet about
const ASK = 5000; // ms from one question whether there is something new to the next
const dot = document.getElementById("dot");
const lost = document.getElementById("lost");
let telling = 0;
let next = 0;
let question = null;
let streaming = false;

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

async function ask() {
  clearTimeout(next);
  const ours = question = {};
  if (document.hidden) return;
  const answers = await refresh().then(() => "asks", () => "off");
  if (ours !== question) return;
  if (streaming && answers === "asks") return on();
  shown(answers);
  next = setTimeout(ask, ASK);
}

function on() {
  streaming = true;
  clearTimeout(next);
  question = null;
  shown("on");
}

function off() {
  streaming = false;
  if (!question) retry();
}

function retry() {
  shown("off");
  ask();
}

function news(kind, data, etag) {
  if (kind === "moment") reach(etag).catch(retry);
  if (kind === "sounds") document.dispatchEvent(new CustomEvent("sounds", { detail: JSON.parse(data) }));
  document.dispatchEvent(new Event("news"));
}

const open = follow({
  address: () => "/api/v1/events?pages", on, off, news, channel: "companion",
  rests: () => document.hidden && !sounding(), // a page that sounds when the turn comes does so unseen, too
});
document.addEventListener("away", open);
document.addEventListener("visibilitychange", () => { if (question) ask(); });
if (location.pathname.startsWith("/act")) import("./begun.js"); // the other pages are lighter without it
