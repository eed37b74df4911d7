// Ages and times count on by the time since they were drawn, on a clock that nobody can set.

let drawn = performance.now();
const [seconds, minutes, hours, played] = document.body.dataset.ages.split("|");

export function redrawn(at) {
  drawn = at;
  tick();
}

function said(age) {
  if (age < 60) return seconds.replace("#", age);
  if (age < 3600) return minutes.replace("#", Math.floor(age / 60));
  return hours.replace("#", Math.floor(age / 3600));
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function tick() {
  const since = Math.floor((performance.now() - drawn) / 1000);
  for (const element of document.querySelectorAll("time[data-s]")) put(element, said(Number(element.dataset.s) + since));
  for (const element of document.querySelectorAll("time[data-played]")) {
    const time = Number(element.dataset.played) + (element.hasAttribute("data-running") ? since : 0);
    const minute = String(Math.floor(time / 60) % 60).padStart(2, "0");
    put(element, played.replace("#h", Math.floor(time / 3600)).replace("#m", minute));
  }
}

setInterval(tick, 1000);
