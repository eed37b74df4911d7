// A question to the box, with a deadline: a router may swallow all that is sent through it.

const ANSWERS = 10000; // ms in which the box answers, or is away
export const FRAGMENT = { "X-Fragment": "main" };

// The answer with all its text. Raises what fetch raises; after that time, too.
export async function request(address, options = {}, time = ANSWERS) {
  const ours = new AbortController();
  const late = setTimeout(() => ours.abort(), time);
  try {
    const answer = await fetch(address, { headers: FRAGMENT, ...options, signal: ours.signal, cache: "no-store" });
    return { answer, text: await answer.text() };
  } finally { clearTimeout(late); }
}
