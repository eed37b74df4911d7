// Ages and times count on by the box's clock: what it said when the page was drawn, and the time since, which nobody
// can set.

let first = document.getElementById("main").dataset.now - performance.now() / 1000;
const [seconds, minutes, hours, played] = document.body.dataset.ages.split("|");

// now: the box's seconds at the moment `at`, by this page's clock.
export function redrawn(now, at) {
  first = now - at / 1000;
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
  const now = Math.floor(first + performance.now() / 1000);
  for (const element of document.querySelectorAll("time[data-at]")) put(element, said(Math.max(0, now - element.dataset.at)));
  for (const element of document.querySelectorAll("time[data-began]")) {
    const time = Math.max(0, now - element.dataset.began);
    const minute = String(Math.floor(time / 60) % 60).padStart(2, "0");
    put(element, played.replace("#h", Math.floor(time / 3600)).replace("#m", minute));
  }
}

setInterval(tick, 1000);
