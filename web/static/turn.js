// My turn has come: the tab's icon says so, and the phone vibrates or sounds where somebody has chosen that on it;
// so it does, where that was chosen too, for what is drawn and at the end.

const KEPT = "companion-signal-";
const GAP = 80; // ms between two pulses of a word
const APART = 250; // ms between two words
// Pulses in Hz and ms, in the rhythms of the box's buzzer.
const WORDS = {
  common: [[880, 80]],
  rare: [[880, 80], [1047, 80], [1319, 80]],
  go: [[880, 80], [1319, 250]],
  end: [[1319, 250], [1047, 80], [880, 80], [659, 250]],
};
const icon = document.getElementById("icon");
const signals = { vibrate, sound };
let audio = null;
let was = turn();

function turn() {
  return document.getElementById("now-bar")?.dataset.turn ?? "";
}

// A phone may forbid that a page keeps anything: then nothing is chosen.
function chosen(signal) {
  try { return localStorage.getItem(KEPT + signal) === "yes"; } catch { return false; }
}

export const sounding = () => chosen("sound");

function keep(signal, on) {
  try { localStorage.setItem(KEPT + signal, on ? "yes" : "no"); } catch { /* it holds for nothing then */ }
}

// Browsers let a page sound only once somebody has tapped on it.
function tapped() {
  if (!chosen("sound")) return;
  audio ??= window.AudioContext && new AudioContext();
  audio?.resume();
}

// ms on, off, on, ... of these words one after the other.
function vibrate(words) {
  navigator.vibrate?.(words.flatMap((word) => WORDS[word].flatMap(([, lasts], n, { length }) => [lasts, n + 1 < length ? GAP : APART])));
}

function sound(words) {
  if (!audio) return;
  let at = audio.currentTime;
  for (const word of words) {
    for (const [pitch, lasts] of WORDS[word]) {
      const [tone, gain, until] = [audio.createOscillator(), audio.createGain(), at + lasts / 1000];
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0.25, at);
      gain.gain.exponentialRampToValueAtTime(0.001, until);
      tone.connect(gain).connect(audio.destination);
      tone.start(at);
      tone.stop(until);
      at = until + GAP / 1000;
    }
    at += (APART - GAP) / 1000;
  }
}

function tell(words) {
  for (const each in signals) if (chosen(each)) signals[each](words);
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
  if (is === "now" && was !== "now") tell(["go"]);
  was = is;
  show();
});
document.addEventListener("sounds", ({ detail }) => { if (chosen("draws")) tell(detail); });
document.addEventListener("change", ({ target }) => {
  const signal = target.dataset?.signal;
  if (!signal) return;
  keep(signal, target.checked);
  if (!target.checked) return;
  tapped();
  if (signal in signals) signals[signal](["go"]);
  else tell(["common", "rare"]);
});
for (const each of ["click", "keydown"]) addEventListener(each, tapped, true);
show();
