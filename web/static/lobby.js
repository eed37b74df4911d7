// Who waits for a game goes to its table once it is there; who writes a text, or has just sent something, stays.

const there = () => document.getElementById("lobby").dataset.game;
let game = there();

document.addEventListener("page", () => {
  const before = game;
  game = there();
  if (!game || game === before || document.activeElement.matches("textarea")) return;
  if (![...document.forms].some((form) => form.pending)) location.assign("/table");
});
