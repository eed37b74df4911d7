// A page that stands while the box goes from one thing to another asks until the box has, and goes on by itself.
// data-until: "table", when it serves games; "set-up", when it is being set up. data-then: where to, else here.

const ASK = 1000; // ms from one question to the next
const ANSWERS = 5000; // ms in which it answers, or is away
const { until, then } = document.querySelector("[data-until]").dataset;

async function ask() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout?.(ANSWERS) });
    const { why = [] } = await answer.json();
    if (why.includes("set-up") === (until === "set-up")) {
      location.replace(then ?? location.href);
      return;
    }
  } catch { /* between the two nobody answers */ }
  setTimeout(ask, ASK);
}

setTimeout(ask, ASK);
