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

  html.classList.add("scripted");
  const menu = document.getElementById("menu");
  menu.addEventListener("click", () => {
    const open = document.getElementById("pages").classList.toggle("open");
    menu.setAttribute("aria-expanded", open);
  });

  /** Loads the texts of all sections at the first search. */
  function texts() {
    return window.sections ? Promise.resolve(window.sections) : new Promise((done) => {
      const script = document.createElement("script");
      script.src = root + "search.js";
      script.onload = () => {
        window.sections.forEach((each) => {
          each.lowerHeading = each.heading.toLowerCase();
          each.lowerText = (each.heading + " " + each.page + " " + each.text).toLowerCase();
        });
        done(window.sections);
      };
      document.head.append(script);
    });
  }

  const few = new Set("a an and are can do does for from how i in into is it me my not of on or that the this to was what when where which who why with you".split(" "));

  /** The words that a question is about, without their most common endings; all words if it has no others. */
  function words(question) {
    const all = question.toLowerCase().split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/^[.-]+|[.-]+$/g, "")).filter((word) => word);
    const said = all.filter((word) => !few.has(word));
    return (said.length ? said : all).map((word) => word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word);
  }

  function times(text, word) {
    return text.split(word).length - 1;
  }

  /** Sections with most of the words, those first that have all, then those with rare words often and in headings. */
  function ranked(all, asked) {
    const rarity = asked.map((word) => Math.log(1 + all.length / (1 + all.filter((each) => each.lowerText.includes(word)).length)));
    return all.map((section) => {
      let found = 0;
      let sum = 0;
      asked.forEach((word, i) => {
        const inText = times(section.lowerText, word);
        found += inText > 0 ? 1 : 0;
        sum += rarity[i] * (Math.log(1 + inText) / (2 + Math.log(1 + section.lowerText.length / 500)) + 2 * Math.min(1, times(section.lowerHeading, word)));
      });
      return { section: section, found: found, sum: sum };
    }).filter((each) => each.found > 0 && 2 * each.found >= asked.length)
      .sort((a, b) => b.found - a.found || b.sum - a.sum);
  }

  function entry(section, asked) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + section.target;
    link.textContent = section.heading === section.page || !section.heading ? section.page : section.page + ": " + section.heading;
    const lower = section.text.toLowerCase();
    const first = asked.map((word) => lower.indexOf(word)).filter((at) => at >= 0).sort((a, b) => a - b)[0] || 0;
    const at = Math.max(0, first - 60);
    const excerpt = document.createElement("p");
    excerpt.textContent = (at > 0 ? "… " : "") + section.text.substring(at, at + 180) + " …";
    item.append(link, excerpt);
    return item;
  }

  async function show() {
    const asked = words(search.value);
    const hits = asked.length ? ranked(await texts(), asked) : [];
    found.replaceChildren(...hits.slice(0, most).map((hit) => entry(hit.section, asked)));
    if (asked.length && !hits.length) found.append("No section has these words.");
  }

  search.addEventListener("input", show);
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    search.value = asked;
    show();
  }
})();
