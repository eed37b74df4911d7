// The box's stream of events: opened within a deadline, opened again when it ends or falls silent, let go while the
// page is hidden. Pages of one browser share one: whoever has it passes on what comes.

const OPENS = 5000; // ms in which the box answers, or is away
const SILENCE = 40000; // ms without a byte after which a stream is dead: the box sends something every 15 s
const LOOK = 5000; // ms from one look whether it is to the next
const LONGEST = 15000; // ms from one try to the next at most
const FIRST = 1000; // ms in which of the pages that lost the stream they shared one opens another
const decoder = new TextDecoder();

// address: gives the stream's. on: it flows. off: it does not, and is tried again. news: an event's kind, data and id.
// rests: whether this page does without. channel: a name that pages have in common which share a stream, if any do.
export function follow({ address, on, off, news, rests = () => document.hidden, channel }) {
  const others = channel && window.BroadcastChannel ? new BroadcastChannel(channel) : null;
  const chance = Math.random();
  let stream = null;
  let flows = false;
  let heard = Infinity; // nothing is expected yet
  let latest = ""; // event with an id, for a page that comes to share the stream
  let tries = 0;
  let retry = 0;
  let pause = 1000; // ms to stay away when the stream ends, as the box said last

  const rank = () => chance + Number(document.hidden); // of two streams that of the lower stays: a hidden page may freeze
  const pass = (message = latest) => others?.postMessage({ rank: rank(), message });

  function close() {
    clearTimeout(retry);
    stream?.abort();
    stream = null;
    if (flows) others?.postMessage({ gone: true });
    flows = false;
    heard = Infinity;
  }

  async function open() {
    close();
    if (rests()) return;
    const ours = stream = new AbortController();
    const late = setTimeout(() => ours.abort(), OPENS);
    let wait = Math.min(1000 * 2 ** tries++, LONGEST);
    try {
      const answer = await fetch(address(), { headers: { Accept: "text/event-stream" }, signal: ours.signal, cache: "no-store" });
      if (!answer.ok) { wait = 1000 * Number(answer.headers.get("Retry-After") || 5); throw new Error("no place"); }
      clearTimeout(late);
      flows = true;
      tries = 0;
      on();
      const reader = answer.body.getReader();
      for (let rest = "", done = false, value; !done;) {
        heard = performance.now();
        pass();
        ({ done, value } = await reader.read());
        const messages = (rest + decoder.decode(value, { stream: true })).split("\n\n");
        rest = messages.pop();
        for (const message of messages) { take(message); pass(message); }
      }
      wait = pause;
    } catch { /* told below, and tried again */ } finally { clearTimeout(late); }
    if (ours === stream) lost(wait);
  }

  function lost(wait) {
    close();
    retry = setTimeout(open, wait);
    off();
  }

  function take(message) {
    const { event, data, id, retry: rest } = Object.fromEntries(message.split("\n").map((each) => each.split(/: ?(.*)/s, 2)));
    if (rest) pause = Number(rest);
    if (id) latest = message;
    if (event) news(event, data, id);
  }

  others?.addEventListener("message", ({ data: { rank: its, gone, message } }) => {
    if (rests()) return;
    if (gone && !flows) {
      clearTimeout(retry);
      retry = setTimeout(open, FIRST * chance);
    }
    if (gone) return;
    if (flows && rank() < its) { pass(); return; }
    flows = false; // the other's goes on
    close();
    heard = performance.now();
    tries = 0;
    on();
    if (message) take(message);
  });

  function wake() {
    tries = 0;
    open();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("pagehide", close);
  addEventListener("online", wake);
  addEventListener("offline", () => lost(1000));
  setInterval(() => { if (performance.now() - heard > SILENCE) lost(0); }, LOOK);
  open();
  return open;
}
