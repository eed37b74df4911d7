// What this phone adds to the next game's dice: made by chance, and sent by itself where a game may be started.

const BYTES = 16;
const random = () => Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (each) => each.toString(16).padStart(2, "0")).join("");
let sent = false;

function add() {
  const field = document.querySelector("#f-add-seed [data-adds]");
  if (sent || !field || field.value) return;
  sent = true; // once: what is refused is not sent again by itself
  field.value = random();
  field.form.unasked = true;
  field.form.requestSubmit();
}

// Who starts a game adds last, so that nobody could choose after him. Sent again, it is the same start.
document.addEventListener("submit", ({ target, submitter }) => {
  if (target.elements.type?.value !== "start" || target.elements.seed || submitter?.hasAttribute("formaction")) return;
  target.append(Object.assign(document.createElement("input"), { type: "hidden", name: "seed", value: random() }));
}, true);

document.addEventListener("page", add);
add();
