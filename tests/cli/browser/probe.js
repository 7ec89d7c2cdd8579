// Measures the page that it stands in, and tells the page around it.
addEventListener("load", () => {
  // What is folded has no size.
  document.querySelectorAll("details").forEach(it => { it.open = true });
  const all = selector => [...document.querySelectorAll(selector)];
  const name = it => (it.id || it.getAttribute("aria-label") || it.textContent).trim().slice(0, 60);
  const names = list => [...new Set(list.map(name))].slice(0, 10);
  const box = it => it.getBoundingClientRect();

  // The width without the vertical scroll bar.
  const room = document.documentElement.clientWidth;

  const things = all("main table, main svg, .scroll, h1, h2, h3");
  // Of pictures for screens and for phones only one is shown.
  const empty = things.filter(it => it.checkVisibility()).filter(it => box(it).width < 1 || box(it).height < 1);

  // What scrolls in a box of its own may be wider than the page.
  const tooWide = all("body *").filter(it => box(it).right > room + 0.5 && (it.matches(".scroll") || !it.closest(".scroll")));

  const outside = [], overlapping = [];
  for (const plot of all("svg.plot")) {
    const frame = box(plot);
    const texts = [...plot.querySelectorAll("text")].map(it => [it, box(it)]);
    texts.forEach(([text, one], index) => {
      if (one.left < frame.left - 1 || one.right > frame.right + 1 || one.top < frame.top - 1 || one.bottom > frame.bottom + 1) outside.push(text);
      for (const [other, two] of texts.slice(index + 1)) {
        const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        // Boxes of lines of text are higher than their letters.
        if (wide > 0 && high > 4) overlapping.push(text, other);
      }
    });
  }

  // Contrast as WCAG 2 defines it.
  const channels = color => (color.match(/[\d.]+/g) || []).map(Number);
  const luminance = color => {
    const [r, g, b] = channels(color).map(it => it / 255).map(it => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isOpaque = color => channels(color)[3] !== 0;
  const background = it => {
    for (; it; it = it.parentElement) {
      const color = getComputedStyle(it).backgroundColor;
      if (isOpaque(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const hasText = it => [...it.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.textContent.trim());
  const faint = all("body *:not(script)").filter(it => {
    if (!hasText(it) || it.closest("title")) return false;
    const ink = it.closest("svg") ? getComputedStyle(it).fill : getComputedStyle(it).color;
    return contrast(luminance(ink), luminance(background(it))) < 4.5;
  });
  // Every picture is there, in the one form or in the other.
  empty.push(...all(".plots").filter(it => ![...it.children].some(picture => picture.checkVisibility())));
  // Marks are to be told from the paper.
  const dim = all("svg.plot [class^=series] *:not(title)").filter(it => contrast(luminance(getComputedStyle(it).stroke), luminance(background(it))) < 3);

  // What is asked for elsewhere, found or not.
  const sources = all("[src], link, object").map(it => it.src || it.href || it.data).filter(it => !it.startsWith("data:"));
  const sheets = all("style").map(it => it.textContent).filter(it => /url\(|@import/.test(it));
  const loaded = [...performance.getEntriesByType("resource").map(it => it.name), ...sources, ...sheets];

  parent.postMessage(JSON.stringify({
    width: innerWidth,
    overflow: document.documentElement.scrollWidth - room,
    tables: all("table").length,
    pictures: all("svg").length,
    isDark: luminance(background(document.body)) < 0.2,
    empty: names(empty),
    tooWide: names(tooWide),
    outside: names(outside),
    overlapping: names(overlapping),
    faint: names([...faint, ...dim]),
    loaded,
  }), "*");
});
