// My turn has come: the tab's icon says so, and the phone vibrates or sounds where somebody has chosen that on it.

const KEPT = "companion-signal-";
const TREMBLE = [200, 120, 200]; // ms on, off, on
const TONES = [[660, 0], [880, 0.18]]; // Hz, and s from now
const icon = document.getElementById("icon");
const signals = { vibrate: () => navigator.vibrate?.(TREMBLE), sound };
let audio = null;
let was = turn();

function turn() {
  return document.querySelector("#turn [data-turn]")?.dataset.turn ?? "";
}

// A phone may forbid that a page keeps anything: then nothing is chosen.
function chosen(signal) {
  try { return localStorage.getItem(KEPT + signal) === "yes"; } catch { return false; }
}

function keep(signal, on) {
  try { localStorage.setItem(KEPT + signal, on ? "yes" : "no"); } catch { /* it holds for nothing then */ }
}

// Browsers let a page sound only once somebody has tapped on it.
function tapped() {
  if (!chosen("sound")) return;
  audio ??= window.AudioContext && new AudioContext();
  audio?.resume();
}

function sound() {
  for (const [pitch, after] of audio ? TONES : []) {
    const [tone, gain, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.25, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  }
}

function show() {
  for (const tick of document.querySelectorAll("[data-signal]")) {
    tick.checked = chosen(tick.dataset.signal);
    tick.parentElement.hidden = tick.dataset.signal === "vibrate" && !navigator.vibrate;
  }
}

document.addEventListener("page", () => {
  const is = turn();
  icon.href = is === "now" ? icon.dataset.turn : icon.dataset.usual;
  if (is === "now" && was !== "now") for (const each in signals) if (chosen(each)) signals[each]();
  was = is;
  show();
});
document.addEventListener("change", ({ target }) => {
  const signal = target.dataset?.signal;
  if (!signal) return;
  keep(signal, target.checked);
  if (!target.checked) return;
  tapped();
  signals[signal]();
});
for (const each of ["click", "keydown"]) addEventListener(each, tapped, true);
show();
