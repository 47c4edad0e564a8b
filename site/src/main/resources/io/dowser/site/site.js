"use strict";
(() => {
  const root = document.currentScript.dataset.root;
  const html = document.documentElement;
  const search = document.getElementById("search");
  const found = document.getElementById("found");
  const most = 20;

  const remembered = localStorage.getItem("colours");
  if (remembered) html.dataset.colours = remembered;
  document.getElementById("colours").addEventListener("click", () => {
    const dark = html.dataset.colours ? html.dataset.colours === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    html.dataset.colours = dark ? "light" : "dark";
    localStorage.setItem("colours", html.dataset.colours);
  });

  /** Loads the texts of all pages at the first search. */
  function texts() {
    return window.pages ? Promise.resolve(window.pages) : new Promise((done) => {
      const script = document.createElement("script");
      script.src = root + "search.js";
      script.onload = () => done(window.pages);
      document.head.append(script);
    });
  }

  /** How often all words occur, titles counting tenfold; 0 if one is missing. */
  function weight(page, words) {
    const title = page.title.toLowerCase();
    const text = page.text.toLowerCase();
    let sum = 0;
    for (const word of words) {
      const times = text.split(word).length - 1 + 10 * (title.split(word).length - 1);
      if (times === 0) return 0;
      sum += Math.log(1 + times);
    }
    return sum;
  }

  function entry(page, word) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + page.target;
    link.textContent = page.title;
    const at = Math.max(0, page.text.toLowerCase().indexOf(word) - 60);
    const excerpt = document.createElement("p");
    excerpt.textContent = "… " + page.text.substring(at, at + 180) + " …";
    item.append(link, excerpt);
    return item;
  }

  search.addEventListener("input", async () => {
    const words = search.value.toLowerCase().split(/\s+/).filter((word) => word);
    const pages = words.length ? await texts() : [];
    const hits = pages.map((page) => [weight(page, words), page]).filter(([sum]) => sum > 0).sort((a, b) => b[0] - a[0]);
    found.replaceChildren(...hits.slice(0, most).map(([, page]) => entry(page, words[0])));
    if (words.length && !hits.length) found.append("No page has all of these words.");
  });
})();
