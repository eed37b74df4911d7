// A screen that nobody touches: everything on it is as large as fits, and it stays lit where the browser lets it.

const root = document.documentElement;
const SMALLEST = 10; // px of a letter below which the page is rather moved than read
const LARGEST = 64;

const large = matchMedia("(min-width: 47rem) and (min-height: 37rem)"); // as in tv.css; a phone's page is moved by its finger

// Whether a part of the page is out of sight, or reaches beyond what it stands in.
function cut() {
  return root.scrollHeight > innerHeight || root.scrollWidth > innerWidth
    || [...document.querySelectorAll(".card")].some((each) => each.scrollWidth > each.clientWidth + 1);
}

// The largest letters with which all is seen at once.
function fit() {
  if (!large.matches) { root.style.removeProperty("--fits"); return; }
  let low = SMALLEST, high = LARGEST;
  while (high - low > 0.1) {
    const size = (low + high) / 2;
    root.style.setProperty("--fits", `${size}px`);
    if (cut()) high = size; else low = size;
  }
  root.style.setProperty("--fits", `${low}px`);
}

// Only where the page came by a way that the browser trusts; elsewhere the screen's own settings keep it lit.
function stayLit() {
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
}

addEventListener("resize", fit);
document.addEventListener("page", fit);
document.addEventListener("visibilitychange", stayLit);
fit();
stayLit();
setInterval(() => { if (cut()) fit(); }, 1000); // an age that counts on may need another line
