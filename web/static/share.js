// The picture of an ended game goes to what the phone shares with, where the browser can; else the link brings the file.

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-share]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  try {
    const picture = await (await fetch(link.href)).blob();
    await navigator.share({ files: [new File([picture], "companion.png", { type: picture.type })] });
  } catch (fault) {
    if (fault.name !== "AbortError") location.assign(link.href); // closed without a choice, it is not wanted
  }
});
