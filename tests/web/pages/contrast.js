// Every text with too little contrast to its ground, by the measure of WCAG 2 (AA).
() => {
  const rgb = (text) => {
    const found = text.match(/[\d.]+/g).map(Number);
    return [...found.slice(0, 3), found[3] ?? 1];
  };
  const light = (colour) => {
    const [red, green, blue] = colour.map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const gradient = style.backgroundImage.match(/rgb\([^)]*\)/);
      if (gradient) return rgb(gradient[0]);
      if (rgb(style.backgroundColor)[3] === 1) return rgb(style.backgroundColor);
    }
    return [255, 255, 255];
  };
  const faint = new Set();
  for (const each of document.querySelectorAll("body *")) {
    if (!each.checkVisibility() || each.closest(".hide, [disabled], .free")) continue;
    if (![...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const style = getComputedStyle(each);
    const behind = ground(each).slice(0, 3);
    const [more, less] = [light(rgb(style.color).slice(0, 3)), light(behind)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700);
    if ((more + 0.05) / (less + 0.05) < (large ? 3 : 4.5)) {
      faint.add(`${each.className || each.nodeName} "${each.textContent.trim().slice(0, 30)}": ${style.color} on ${behind}`);
    }
  }
  return [...faint];
}
