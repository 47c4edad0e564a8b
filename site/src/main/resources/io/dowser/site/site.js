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
          each.lowerPage = each.page.toLowerCase();
          each.lowerHeading = each.heading.toLowerCase();
          each.lowerText = (each.heading + " " + each.page + " " + each.text).toLowerCase();
        });
        done(window.sections);
      };
      document.head.append(script);
    });
  }

  const few = new Set("a an and any are can do does for from get how i if in into is it me my not of on one or should so than that the there this to use was what when where which who why will with you your".split(" "));

  /** The words that a question is about, without their most common endings; all words if it has no others. */
  function words(question) {
    const all = question.toLowerCase().split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/^[.-]+|[.-]+$/g, "")).filter((word) => word);
    const said = all.filter((word) => !few.has(word));
    return (said.length ? said : all).map((word) => word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word);
  }

  /** A pattern of the words that begin so; within Chinese text, of the characters anywhere. */
  function pattern(word) {
    return new RegExp("(?<![a-z0-9])" + word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "g");
  }

  function times(text, pattern) {
    return (text.match(pattern) || []).length;
  }

  /** Sections that have half of the words or more, those first that have rare words often, in headings and in titles, and lack few. */
  function ranked(all, asked) {
    const patterns = asked.map(pattern);
    const rarity = patterns.map((each) => Math.log(1 + all.length / (1 + all.filter((section) => section.lowerText.search(each) >= 0).length)));
    const total = rarity.reduce((a, b) => a + b, 0);
    return all.map((section) => {
      let found = 0;
      let weight = 0;
      let sum = 0;
      patterns.forEach((each, i) => {
        const inText = times(section.lowerText, each);
        if (inText > 0) {
          const inHeading = section.lowerHeading.search(each) >= 0 ? 2 : 0;
          const inTitle = section.lowerPage.search(each) >= 0 ? 1 : 0;
          found++;
          weight += rarity[i];
          sum += rarity[i] * (Math.log(1 + inText) / (2 + Math.log(1 + section.lowerText.length / 500)) + inHeading + inTitle);
        }
      });
      return { section: section, found: found, score: sum * (weight / total) ** 2 };
    }).filter((each) => each.found > 0 && 2 * each.found >= asked.length)
      .sort((a, b) => b.score - a.score);
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
