// The phone's time, which the box takes where it knows none: shown as it goes, and sent as it is when it is sent.

const form = document.getElementById("f-clock");
if (form) {
  const { lang } = document.documentElement;
  const shown = form.querySelector("[data-said]");
  const say = () => { shown.textContent = new Date().toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" }); };
  form.querySelector("[data-typed]").hidden = true;
  say();
  setInterval(say, 10_000);
  form.addEventListener("submit", () => { form.querySelector("[data-now]").value = String(Date.now()); });
}
