// The simulated box: a press is short or held, by finger, mouse or keyboard; display, lamps and buzzer are always the present ones.

import { refresh } from "./page.js";
import { request } from "./request.js";

const HOLD = 700; // ms after which a press counts as held
const ANSWERS = 5000; // ms in which the box answers, or is away
const SHOW = 1000; // ms between two looks at the display, which changes by itself too
let shown = "";
let looking = false;
let pressed = null;

const asked = async (path) => JSON.parse((await request(`/api/v1/box/${path}`)).text);

function light(list, every) {
  const lamps = Object.entries(every).filter(([, lamp]) => lamp.state !== "off");
  const items = new Map([...list.querySelectorAll("li[data-colour]")].map((item) => [item.dataset.colour, item]));
  if (items.size !== lamps.length || lamps.some(([colour]) => !items.has(colour))) { refresh().catch(() => {}); return; }
  for (const [place, [colour, lamp]] of lamps.entries()) {
    const item = items.get(colour);
    if (list.children[place] !== item) list.insertBefore(item, list.children[place]);
    item.querySelector(".lit").setAttribute("fill", `rgb(${lamp.pixel})`);
    const said = item.querySelector(".shows"), words = list.getAttribute(`data-${lamp.state}`);
    if (said.textContent !== words) said.textContent = words;
  }
}

async function signal() {
  const lamps = document.getElementById("lamps"), buzzer = document.getElementById("buzzer");
  if (lamps) light(lamps, await asked("lamps.json"));
  if (!buzzer) return;
  const words = buzzer.getAttribute(`data-${(await asked("sounds.json")).at(-1)?.word ?? "nothing"}`);
  if (buzzer.textContent !== words) buzzer.textContent = words;
}

async function display() {
  const screen = document.getElementById("screen");
  if (!screen) return;
  const words = await asked("screen.json");
  const picture = await fetch("/api/v1/box/screen.png", { cache: "no-store", signal: AbortSignal.timeout?.(ANSWERS) }).then((answer) => answer.blob());
  const read = await new Promise((done) => { const file = new FileReader(); file.onload = () => done(file.result); file.readAsDataURL(picture); });
  if (read === shown) return;
  shown = screen.src = read;
  screen.alt = [words.title, ...(words.lines ?? []), words.hint].filter(Boolean).join(" · ");
}

async function show() {
  if (looking || document.hidden) return;
  looking = true;
  try { await Promise.all([signal(), display()]); } catch { /* the dot in the head says that the box is away */ } finally { looking = false; }
}

async function tell(path, body) {
  const answer = await fetch(`/api/v1/box/${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (answer.status === 401) { // sent as a form once the phone has joined
    const form = `/box/${path === "plug" ? "pull" : path}?${new URLSearchParams({ ...body, out: path === "pull" })}`;
    location.assign(`/join?back=${encodeURIComponent(form)}`);
  }
  show();
}

function down(button) {
  if (pressed) return;
  button.classList.add("down");
  pressed = { button, timer: setTimeout(() => { up(true); }, HOLD) };
}

function up(held) {
  if (!pressed) return;
  const { button, timer } = pressed;
  pressed = null;
  clearTimeout(timer);
  button.classList.remove("down");
  tell("press", { button: button.dataset.button, held }).catch(() => {});
}

const key = (event) => event.target.closest?.("button[data-button]");

document.addEventListener("pointerdown", (event) => { const button = key(event); if (button && event.button === 0) { button.setPointerCapture(event.pointerId); down(button); } });
document.addEventListener("pointerup", () => up(false));
document.addEventListener("pointercancel", () => { if (pressed) { clearTimeout(pressed.timer); pressed.button.classList.remove("down"); pressed = null; } });
document.addEventListener("keydown", (event) => { if (key(event) && (event.key === " " || event.key === "Enter") && !event.repeat) { event.preventDefault(); down(key(event)); } });
document.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") { if (pressed) event.preventDefault(); up(false); } });
document.addEventListener("contextmenu", (event) => { if (key(event)) event.preventDefault(); });
document.addEventListener("click", (event) => { if (key(event) && event.detail > 0) event.preventDefault(); else if (key(event) && event.detail === 0) { event.preventDefault(); tell("press", { button: key(event).dataset.button, held: false }).catch(() => {}); } });
document.addEventListener("submit", (event) => {
  const form = event.target;
  const path = new URL(form.action).pathname;
  if (path === "/box/press") event.preventDefault();
  if (path === "/box/scan") { event.preventDefault(); tell("scan", { tag: event.submitter.value }).catch(() => {}); }
  if (path === "/box/pull") {
    event.preventDefault();
    const fields = new FormData(form);
    tell(fields.get("out") === "1" ? "pull" : "plug", { part: fields.get("part") }).then(refresh).catch(() => {});
  }
});
document.addEventListener("news", show);
document.addEventListener("visibilitychange", show);
setInterval(show, SHOW);
show();
