(function () {
  "use strict";
  const interval = 1000;
  const detailsInterval = 5000;
  const pageSize = 25;
  const keptPages = 1000; // the first ones, whose text is kept wherever they are judged
  const embedded = document.getElementById("data").textContent.trim();
  const secret = document.querySelector("meta[name=secret]");
  const part = (id) => document.getElementById(id);
  const message = part("message");
  const filter = part("filter");
  let chosen = null; // the name of the crawl
  let crawl = null; // what it looks like
  let host = "";
  let from = 0;
  let shown = null; // the results in the list, as they came
  let selected = null; // the number of the page in the panel
  let detailed = 0; // when the details were loaded
  let refreshed = Promise.resolve(); // the last refresh that was asked for
  const announced = {}; // when visited pages were judged again, by name of the crawl
  let changed = false; // whether a crawl that has ended got answers that were not loaded yet
  let acted = 0; // when a command was given last
  let answered = null; // the text next to the last answer
  let composing = false; // whether the form of a new crawl is shown

  // elements

  /** Creates an element; children are elements or texts, which stay texts. */
  function el(name, attributes, ...children) {
    const element = document.createElement(name);
    Object.entries(attributes || {}).forEach(([key, value]) => {
      if (typeof value === "function") {
        element.addEventListener(key, value);
      } else if (value !== null && value !== false) {
        element.setAttribute(key, value === true ? "" : value);
      }
    });
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  }

  /** Fills an element if its content has changed and it is not in use. */
  function fill(element, value, build) {
    const text = JSON.stringify(value);
    const selection = document.getSelection();
    const used = (element.contains(document.activeElement) && document.activeElement.matches("a, button, input, summary")) || (!selection.isCollapsed && selection.containsNode(element, true));
    const aimed = Date.now() - acted > 3000 && element.querySelector("tr:hover button") !== null; // a row must not go from under the pointer
    if (element.dataset.shown !== text && !((used || aimed) && element.dataset.shown)) {
      element.dataset.shown = text;
      element.replaceChildren(...build());
      return true;
    }
    return false;
  }

  /** A link to a page of the web; other addresses stay text. */
  function link(url, text) {
    return /^https?:\/\//.test(url)
      ? el("a", { href: url, rel: "noreferrer noopener", target: "_blank" }, text || url)
      : el("span", {}, text || url);
  }

  function whole(value) {
    return Math.round(value).toLocaleString("en");
  }

  function number(value, digits) {
    return value.toLocaleString("en", { maximumSignificantDigits: digits || 3 });
  }

  function share(value) {
    return Math.round(100 * value) + " %";
  }

  function counted(count, one, more) {
    return whole(count) + " " + (count === 1 ? one : more);
  }

  function duration(seconds) {
    const units = [[86400, "day", "days"], [3600, "hour", "hours"], [60, "minute", "minutes"]];
    const unit = units.find((each) => seconds >= 1.5 * each[0]);
    return unit ? counted(seconds / unit[0], unit[1], unit[2]) : counted(Math.max(1, Math.round(seconds)), "second", "seconds");
  }

  function bytes(value) {
    return value >= 1e9 ? number(value / 1e9) + " GB" : value >= 1e6 ? number(value / 1e6) + " MB" : number(value / 1e3) + " kB";
  }

  function hostOf(url) {
    return url.replace(/^[a-z]+:\/\//, "").replace(/\/.*/, "");
  }

  function say(text) {
    if (message.textContent !== text) {
      message.textContent = text;
    }
  }

  // where values come from

  async function get(path) {
    const response = await fetch(path);
    if (!response.ok) {
      throw new Error(await response.text());
    }
    return response;
  }

  function address(name) {
    return "/crawls/" + encodeURIComponent(name);
  }

  /** Finds results among those that the page has. */
  function findHere(query) {
    const text = query.text.toLowerCase();
    const orders = {
      relevance: (a, b) => b.relevance - a.relevance || a.number - b.number,
      published: (a, b) => (b.published || "").localeCompare(a.published || "") || a.number - b.number,
      visited: (a, b) => b.number - a.number,
      title: (a, b) => !a.title - !b.title || a.title.localeCompare(b.title),
      host: (a, b) => hostOf(a.url).localeCompare(hostOf(b.url)) || a.number - b.number
    };
    const all = query.show === "relevant" ? crawl.results.rows : [];
    const rows = all
      .filter((row) => [row.title, row.passage, row.url].some((each) => each.toLowerCase().includes(text)))
      .filter((row) => query.host === "" || hostOf(row.url) === query.host)
      .sort(orders[query.order]);
    const isAll = rows.length === all.length && query.show === "relevant";
    return { total: isAll ? crawl.results.total : rows.length, available: rows.length, rows: rows.slice(query.from, query.from + query.count) };
  }

  /** The forms in which relevant pages are exported: the text of the link and the end of the name of the file. */
  const formats = {
    "csv": ["CSV", ".csv"], "json-lines": ["JSON lines", ".jsonl"], "markdown": ["Markdown", " markdown.zip"],
    "lucene": ["Lucene index", " index.zip"], "warc": ["WARC", ".warc.gz"]
  };

  function download(path, text, end) {
    return el("li", {}, el("a", { href: address(chosen) + path, download: chosen + end }, text));
  }

  function showDownloads() {
    part("downloads").hidden = Boolean(crawl.results);
    const best = part("best").validity.valid && part("best").value ? "&best=" + part("best").value : "";
    fill(part("formats"), [chosen, best, part("downloads").hidden], () => part("downloads").hidden ? [] : Object.entries(formats)
      .map(([format, [text, end]]) => download("/export?format=" + format + best, text, end))
      .concat(download("/report", "Report of the crawl", ".html")));
  }

  async function find(query) {
    showDownloads();
    return crawl.results ? findHere(query) : (await get(address(chosen) + "/results?" + new URLSearchParams(query))).json();
  }

  async function readPage(row) {
    if (crawl.results) {
      return (crawl.pages || {})[row.number] || row;
    }
    return (await get(address(chosen) + "/pages/" + row.number)).json();
  }

  // header and overview

  function showHeader() {
    part("name").textContent = crawl.name;
    part("state").textContent = crawl.state;
    part("state").dataset.state = crawl.state;
    const sentence = crawl.sentence + outside();
    if (part("sentence").textContent !== sentence) {
      part("sentence").textContent = sentence;
    }
    showProgress();
  }

  /** Reports that a crawl that found no more pages was kept from those of other hosts. */
  function outside() {
    const skipped = crawl.problems.find((each) => each.reason === "link skipped: out of scope");
    return crawl.state === "ended" && crawl.totals.pending === 0 && skipped
      ? " " + counted(skipped.times, "link leads", "links lead") + " outside of what it may visit; to follow them, start again and visit more." : "";
  }

  function showProgress() {
    const totals = crawl.totals;
    const limits = crawl.limits;
    const goals = [];
    if (limits.maxPages) {
      const left = totals.pagesPerSecond > 0 ? (limits.maxPages - totals.visited) / totals.pagesPerSecond : null;
      goals.push({ done: totals.visited / limits.maxPages, left: left, text: whole(totals.visited) + " of " + counted(limits.maxPages, "page", "pages") });
    }
    if (limits.maxRelevantPages) {
      const speed = totals.pagesPerSecond * totals.harvestNow;
      goals.push({ done: totals.relevant / limits.maxRelevantPages, left: speed > 0 ? (limits.maxRelevantPages - totals.relevant) / speed : null,
        text: whole(totals.relevant) + " of " + counted(limits.maxRelevantPages, "relevant page", "relevant pages") });
    }
    if (limits.maxSeconds) {
      goals.push({ done: totals.seconds / limits.maxSeconds, left: limits.maxSeconds - totals.seconds, text: duration(totals.seconds) + " of " + duration(limits.maxSeconds) });
    }
    const live = crawl.state !== "ended" && totals.visited > 0;
    const mayEndBefore = limits.maxPages && totals.pending < limits.maxPages - totals.visited;
    if (goals.length === 0 && live && totals.pagesPerSecond > 0) {
      goals.push({ done: totals.visited / Math.max(1, totals.visited + totals.pending), left: totals.pending / totals.pagesPerSecond,
        text: whole(totals.visited) + " pages visited, " + whole(totals.pending) + " pending; no limit of pages" });
    }
    goals.sort((a, b) => b.done - a.done);
    part("progress").hidden = goals.length === 0;
    if (goals.length > 0) {
      const goal = goals[0];
      part("done").value = Math.min(1, goal.done);
      const eta = live && !mayEndBefore && crawl.state === "running" && goal.left !== null && goal.left > 0 ? ", about " + duration(goal.left) + " left" : "";
      part("left").textContent = goal.text + eta;
    }
  }

  function tiles() {
    const totals = crawl.totals;
    const left = totals.estimatedRelevant - totals.relevant;
    const all = [
      ["pages visited", whole(totals.visited), totals.inFlight > 0 ? totals.inFlight + " in flight" : ""],
      ["relevant pages", whole(totals.relevant), totals.nearlyRelevant > 0 ? whole(totals.nearlyRelevant) + " just below" : ""],
      ["harvest now", share(totals.harvestNow), share(totals.harvest) + " in all"],
      ["pending URLs", whole(totals.pending), whole(totals.known) + " known"]
    ];
    if (totals.pagesPerSecond > 0) {
      all.push(["pages a second", number(totals.pagesPerSecond), bytes(totals.bytes)]);
    }
    if (totals.estimatedRelevant > 0) {
      all.push(["relevant left, estimated", left < 0.5 ? "0" : "~" + number(left, 2), "within reach"]);
    }
    return all.map(([name, value, more]) => el("div", {}, el("dt", {}, name), el("dd", {}, value, more ? el("small", {}, more) : null)));
  }

  function curve() {
    if (crawl.curve.length === 0) {
      return [];
    }
    const points = [[0, 0, 0, 0]].concat(crawl.curve.map((at) => [at[0], at[1], at[1], at[1]]));
    const budget = crawl.limits.maxPages || 0;
    const last = points[points.length - 1][0];
    const chart = {
      x: "pages visited", y: "relevant pages", height: 210, until: budget <= 4 * last ? budget : 0,
      series: [{ name: "relevant pages", reference: false, points: points }],
      marks: crawl.log.filter((note) => note.steered).map((note) => ({ x: note.visited, text: note.text }))
    };
    const data = el("script", { type: "application/json" }, JSON.stringify(chart));
    return [el("figure", { "data-chart": "lines" }, el("figcaption", {}, "Relevant pages found" + (chart.marks.length > 0 ? "; dotted: answers and other changes by people, see Log" : "")), data)];
  }

  function showOverview() {
    part("overview").hidden = false;
    fill(part("tiles"), crawl.totals, tiles);
    if (fill(part("curve"), [crawl.curve, crawl.limits, crawl.log.filter((note) => note.steered)], curve)) {
      document.dispatchEvent(new Event("changed"));
    }
  }

  // results

  function query() {
    return { text: filter.text.value.trim(), host: host, show: filter.show.value, order: filter.order.value, from: from, count: pageSize };
  }

  function marked(row) {
    const passage = [];
    let end = 0;
    row.marks.forEach(([start, stop]) => {
      passage.push(row.passage.slice(end, start), el("mark", {}, row.passage.slice(start, stop)));
      end = stop;
    });
    passage.push(row.passage.slice(end));
    return el("p", { class: "passage" }, ...passage);
  }

  /** A page without a title has the text of its link, or its path. */
  function titleOf(row) {
    return row.title || row.anchor || row.url.replace(/^[a-z]+:\/\/[^/]*\/?/, "") || row.url;
  }

  function relevance(row) {
    return el("span", {}, "relevance ", el("meter", { min: 0, max: 1, value: row.relevance, "aria-label": "relevance" }), " " + row.relevance.toFixed(2) + (hasMoved(row) ? ", was " + row.relevanceWhenVisited.toFixed(2) : ""));
  }

  /** Whether answers or a recheck have changed the relevance since the page was visited first. */
  function hasMoved(row) {
    return row.relevanceWhenVisited !== undefined && row.relevanceWhenVisited.toFixed(2) !== row.relevance.toFixed(2);
  }

  function item(row) {
    const where = hostOf(row.url);
    return el("li", { "data-number": row.number, "aria-current": selected === row.number ? "true" : null },
      el("h2", {}, el("button", { type: "button", click: () => open(row) }, titleOf(row))),
      el("p", { class: "meta" },
        el("button", { type: "button", class: "quiet", title: "Show only this host", click: () => chooseHost(where) }, where),
        relevance(row),
        row.published ? el("span", {}, row.published) : null,
        row.duplicates > 0 ? el("span", {}, counted(row.duplicates, "duplicate", "duplicates") + " folded") : null,
        link(row.url, "open \u2197")),
      row.passage ? marked(row) : null,
      answers(row));
  }

  /** Buttons to teach the judge; the one that is pressed withdraws the answer. */
  function answers(row) {
    if (!crawl.teachable) {
      return null;
    }
    if (!row.teachable) {
      return el("p", { class: "soft" }, row.number <= keptPages ? "It is a duplicate or was not judged, so its text was not kept." : "Its text was not kept, because it is far from the threshold.");
    }
    const buttons = [["Relevant", true, "relevant"], ["Not relevant", false, "irrelevant"]].map(([text, value, name]) => {
      const button = el("button", { type: "button", "aria-pressed": row.answer === value ? "true" : "false" }, text);
      button.addEventListener("click", async () => {
        const withdraws = row.answer === value;
        if (await command(withdraws ? "withdraw" : name, String(row.number))) {
          row.answer = withdraws ? undefined : value;
          buttons.forEach((each, i) => each.setAttribute("aria-pressed", row.answer === (i === 0) ? "true" : "false"));
          recount().catch(failed);
          answered = button.parentElement.lastChild;
          answered.replaceChildren(withdraws ? " Withdrawn. " : " Kept. ", crawl.state !== "ended" ? "The visited pages are judged again."
            : crawl.continuable && crawl.totals.visited >= crawl.limits.maxPages ? judgeAgain() : "The visited pages are judged again when you continue.");
        }
      });
      return button;
    });
    return el("p", { class: "answers", role: "group", "aria-label": "Is this page relevant?" }, ...buttons, el("span", { class: "soft" }));
  }

  /** A run whose budget of pages is spent fetches nothing: it judges pages for answers that are new, and ends. */
  function judgeAgain() {
    const button = el("button", { type: "button" }, "Judge the visited pages again now");
    button.addEventListener("click", () => {
      button.disabled = true;
      return goOn({ settings: {} }, "Visited pages are judged again, if answers have changed.");
    });
    return button;
  }

  function chooseHost(name) {
    host = name;
    from = 0;
    showResults();
  }

  /** A file has only the best results. */
  function availableOf(results) {
    return results.available === undefined ? results.total : results.available;
  }

  /** Shows the list; a refresh does not replace it while something in it has the focus. */
  async function showResults(isAsked = true) {
    const asked = query();
    filter.order.disabled = asked.show === "unsure"; // the least sure first
    const relevant = crawl.totals.relevant;
    const results = await find(asked);
    if (JSON.stringify(asked) !== JSON.stringify(query())) {
      return; // another question was asked meanwhile
    }
    if (!isAsked && isListUsed()) {
      return;
    }
    shown = results;
    shown.relevant = relevant;
    const button = part("anyHost");
    button.hidden = host === "";
    button.textContent = "Only " + host + " \u2715";
    const last = from + results.rows.length;
    const available = availableOf(results);
    part("range").textContent = results.rows.length === 0 ? "" : whole(from + 1) + " to " + whole(last) + " of " + whole(available);
    part("pager").hidden = available <= pageSize;
    part("back").disabled = from === 0;
    part("forth").disabled = last >= available;
    showCount(asked, results);
    part("fresh").hidden = true;
    part("list").replaceChildren(...results.rows.map(item));
  }

  function isListUsed() {
    return part("list").contains(document.activeElement);
  }

  /** Shows how many results there are, and what answers did to them. */
  function showCount(asked, results) {
    const available = availableOf(results);
    const noun = {
      relevant: ["relevant page", "relevant pages"],
      unsure: ["page of which the judge is unsure", "pages of which the judge is unsure, the least sure first"],
      irrelevant: ["page that is not relevant", "pages that are not relevant"]
    }[asked.show];
    const best = available < results.total ? "; this page has the best " + whole(available) : "";
    const answered = (results.byAnswer ? ", " + whole(results.byAnswer) + " of them only by your answers" : "")
      + (results.removedByAnswer ? "; your answers have removed " + whole(results.removedByAnswer) : "");
    const needsExample = crawl.plan.judge === "expanded-topic" && !crawl.plan.example;
    const refusals = needsExample && results.answeredIrrelevant > 0 && results.answeredRelevant === 0 ? ". To learn words, the judge needs a page that you mark as relevant, too" : "";
    part("count").textContent = (results.total === 0 ? nothing(asked) : counted(results.total, noun[0], noun[1]) + answered + best) + refusals;
  }

  /** Shows the effect of an answer at once; the list stays, so that nothing moves under the pointer. */
  async function recount() {
    const asked = query();
    const results = await find(asked);
    if (JSON.stringify(asked) === JSON.stringify(query())) {
      if (results.total === 0) {
        return showResults();
      }
      showCount(asked, results);
      part("range").textContent = ""; // is of the list as it was
    }
    return null;
  }

  function nothing(asked) {
    if (asked.text || asked.host) {
      return "No result matches." + (asked.show === "relevant" && !crawl.results ? " Others may be among the pages that are not relevant." : "");
    }
    if (asked.show !== "relevant") {
      return crawl.results ? "Only a crawl with a directory keeps them." : asked.show === "irrelevant" ? "All visited pages are relevant." : "The judge is sure of all pages without an answer.";
    }
    const phrase = (crawl.plan.topic || []).find((term) => term.includes(" ") && term.split(/\s+/).length <= 4);
    return crawl.totals.visited === 0 ? "No page was visited yet."
      : "No page is relevant yet." + (phrase ? " A page must have the words of a phrase such as \u201c" + phrase + "\u201d together. Start again with single words, separated by commas." : "");
  }

  /** Returns the last time that visited pages were judged again, in the log. */
  function lastJudged() {
    return crawl.log.filter((note) => !note.steered && note.text.startsWith("judged ")).pop();
  }

  /** Returns what the judge had learned by then, as clauses. */
  function learnedWords() {
    const last = lastJudged();
    return last === undefined ? [] : crawl.log.slice(crawl.log.indexOf(last)).filter((note) => note.text.startsWith("learned: ")).map((note) => note.text.slice(9));
  }

  /** Shows with which effect visited pages were judged again, and returns whether that is news. */
  function announceJudgedAgain() {
    const last = lastJudged();
    const judged = last ? last.time + last.text : "";
    const isNews = judged !== "" && announced[crawl.name] !== undefined && announced[crawl.name] !== judged;
    announced[crawl.name] = judged || announced[crawl.name] || ""; // a run that starts has not read its log yet
    const learned = learnedWords();
    const effect = last === undefined ? "" : "After your answers, the crawl has " + last.text + "." + (learned.length === 0 ? "" : " It has learned that " + learned.join(", and ") + ".");
    if (part("effect").textContent !== effect) {
      part("effect").textContent = effect;
    }
    if (isNews && answered) {
      answered.textContent = " " + effect;
    }
    return isNews;
  }

  /** Loads results that have come while the list is short; else reports them, so that nothing moves. */
  function refreshResults() {
    if (announceJudgedAgain() && shown !== null) {
      shown.old = true;
      return recount();
    }
    if (shown === null || (shown.rows.length < pageSize && from === 0 && shown.relevant !== crawl.totals.relevant && !isListUsed())) {
      return showResults(false);
    }
    const more = crawl.totals.relevant - shown.relevant;
    part("fresh").hidden = more <= 0 && !shown.old;
    part("fresh").textContent = shown.old ? "Show the list as it is judged now" : "Show " + counted(more, "new result", "new results");
    return null;
  }

  async function open(row) {
    selected = row.number;
    part("list").querySelectorAll("li").forEach((each) => each.toggleAttribute("aria-current", each.dataset.number === String(selected)));
    try {
      const page = await readPage(row);
      part("page").replaceChildren(...panel(page));
      part("page").hidden = false;
      part("page").scrollTop = 0;
      part("page").focus({ preventScroll: true });
    } catch (problem) {
      failed(problem);
    }
  }

  function close() {
    const number = selected;
    selected = null;
    part("page").hidden = true;
    part("list").querySelectorAll("li").forEach((each) => each.removeAttribute("aria-current"));
    const row = part("list").querySelector("li[data-number='" + number + "'] h2 button");
    if (row) {
      row.focus();
    }
  }

  function panel(page) {
    const terms = Object.entries(page.terms);
    const why = [];
    if (page.threshold !== undefined && page.threshold !== null) {
      const reached = page.relevance >= page.threshold ? ", at or above the threshold of " : ", below the threshold of ";
      const before = hasMoved(page) ? "; it was " + page.relevanceWhenVisited.toFixed(3) + " when the page was visited first" : "";
      why.push(el("p", {}, "Relevance " + page.relevance.toFixed(3) + reached + number(page.threshold) + before + "."));
    } else {
      why.push(el("p", {}, "Relevance " + page.relevance.toFixed(3) + "."));
    }
    if (page.answer !== undefined) {
      why.push(el("p", {}, "You have answered that it is " + (page.answer ? "relevant" : "not relevant") + ", and so it counts."));
    }
    if (page.answersBefore > 0) {
      why.push(el("p", {}, "When it was visited, the judge knew " + counted(page.answersBefore, "answer", "answers") + " about other pages."));
    }
    why.push(el("p", {}, terms.length === 0 ? "Its main text has no term of the topic." : "Terms of the topic in its main text: " + terms.map(([term, times]) => term + " \u00d7 " + times).join(", ") + "."));
    const learned = learnedWords();
    if (learned.length > 0) {
      why.push(el("p", {}, "The judge has also learned from your answers that " + learned.join(", and ") + "."));
    }
    const parts = [
      el("button", { type: "button", class: "close", click: close }, "Close"),
      el("h2", {}, titleOf(page)),
      el("p", { class: "meta" }, link(page.url), page.published ? el("span", {}, "published " + page.published) : null,
        page.time ? el("span", {}, "visited " + page.time.slice(0, 19).replace("T", " ")) : null, page.bytes ? el("span", {}, bytes(page.bytes)) : null),
      answers(page),
      el("h3", {}, "Why it was judged so"), ...why
    ].filter((each) => each !== null);
    if (page.path) {
      parts.push(el("h3", {}, "The way to it"), el("ol", { class: "steps" }, ...page.path.map(step)));
      parts.push(el("h3", {}, "What became of its links"), ...links(page));
      if (page.duplicateUrls.length > 0) {
        parts.push(el("h3", {}, "Duplicates"), el("ul", { class: "list" }, ...page.duplicateUrls.map((url) => el("li", {}, link(url)))));
      }
      parts.push(el("h3", {}, "Main text"), el("div", { class: "text" }, ...page.text.split("\n\n").map((block) => el("p", {}, block))));
    } else {
      parts.push(el("h3", {}, "Best sentence"), marked(page),
        el("p", { class: "soft" }, "A crawl with a directory also keeps the main text, the way to the page and its links."));
    }
    return parts;
  }

  function step(each) {
    const score = each.score === undefined ? "seed" : (each.anchor ? "\u201c" + each.anchor + "\u201d, " : "") + "score " + number(each.score, 4);
    return el("li", {}, link(each.url), el("br"), el("span", { class: "soft" }, score + (each.parts ? ": " + each.parts : "")));
  }

  function links(page) {
    const outcomes = Object.entries(page.outcomes).map(([outcome, count]) => whole(count) + " " + outcome);
    if (outcomes.length === 0) {
      return [el("p", {}, "None of its links was queued. Problems has the reasons for which links are skipped, such as nofollow.")];
    }
    return [el("p", {}, outcomes.join(", ") + "."),
      el("details", {}, el("summary", {}, page.links.length === 1 ? "The link" : "The first " + page.links.length),
        el("ul", { class: "list" }, ...page.links.map((each) => el("li", {}, link(each.url, each.anchor || each.url), el("span", { class: "soft" }, " " + each.outcome + ", score " + number(each.score, 3))))))];
  }

  // the other parts

  function problems() {
    const rows = crawl.failedSeeds.map((seed) => ({ times: 1, reason: "seed without a page: " + seed.reason, examples: [seed.url], remedy: "Check the address. A crawl that is continued tries again what may be over, such as a server that was down." }))
      .concat(crawl.problems);
    if (rows.length === 0) {
      return [el("p", {}, "Everything was fetched and queued.")];
    }
    return rows.map((row) => el("div", { class: "problem" },
      el("div", { class: "times" }, whole(row.times)),
      el("div", {}, el("h2", {}, row.reason), row.examples.length > 0 ? el("p", {}, "for example ", ...row.examples.flatMap((url, i) => i === 0 ? [link(url)] : [", ", link(url)])) : null,
        row.remedy ? el("p", { class: "soft" }, row.remedy) : null)));
  }

  function table(caption, header, rows) {
    const cell = (name, each, attributes) => el(name, Object.assign(typeof each === "number" ? {} : { class: "words" }, attributes), typeof each === "number" ? whole(each) : each);
    return el("div", { class: "table", tabindex: "0", role: "region", "aria-label": caption }, el("table", {}, el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...header.map((each, i) => el("th", { scope: "col", class: rows.length > 0 && typeof rows[0][i] !== "number" ? "words" : null }, each)))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((each) => cell("td", each)))))));
  }

  function hosts() {
    const over = crawl.state === "ended";
    const exclude = (name) => {
      document.activeElement.blur(); // the table changes
      return over ? goOn({ exclusions: [name] }) : command("exclude", name);
    };
    const text = over ? "Exclude and continue" : "Exclude";
    const buttons = crawl.steered || crawl.continuable;
    const excluder = (name) => name === "other hosts" ? ""
      : crawl.excluded.includes(name + "/") ? "excluded"
        : el("button", { type: "button", "aria-label": text + ": " + name, click: () => exclude(name) }, text);
    const change = (text, name, order) => el("button", { type: "button", "aria-label": text + ": " + name, click: () => { document.activeElement.blur(); return command(order, name); } }, text);
    const preferrer = (name) => name === "other hosts" || name.includes(":") ? "" // not of one host
      : crawl.preferred.includes(name) ? change("Not first", name, "withdraw-preference") : change("Fetch first", name, "prefer");
    const timed = !over || crawl.hosts.some((each) => each.milliseconds);
    const rows = crawl.hosts.map((each) => [each.name, each.status || "", each.visited || 0, each.relevant || 0, each.failed || 0]
      .concat(timed ? [each.milliseconds ? whole(each.milliseconds) : ""] : [], [each.lastFailure || ""], crawl.steered && !over ? [preferrer(each.name)] : [], buttons ? [excluder(each.name)] : []));
    return [table(over ? "Hosts: those with pending URLs first, then those with most pages" : "Hosts: those in use or waiting first, then those with most pages", ["host", "waits for", "visited", "relevant", "failures"].concat(timed ? ["ms a fetch"] : [], ["last failure"], crawl.steered && !over ? ["order"] : [], buttons ? ["exclude"] : []), rows)];
  }

  function next() {
    if (crawl.next.length === 0) {
      return [el("p", {}, crawl.state !== "ended" ? "Nothing is known to come next." : crawl.totals.pending === 0 ? "The crawl has ended. Nothing is pending." : "The crawl has ended.")];
    }
    const kept = crawl.next.some((each) => each.parts);
    const rows = crawl.next.map((each) => [link(each.url), each.anchor, each.seed ? "seed" : number(each.score, 4)].concat(kept ? [each.parts] : [], [each.depth, each.host]));
    return [table(crawl.state === "ended" ? "Best pending link of each host, with which a continued crawl starts" : "Best pending link of each host", ["link", "text", "score"].concat(kept ? ["parts when it was found"] : [], ["depth", "host"]), rows)];
  }

  function log() {
    const rows = crawl.log.slice().reverse();
    return rows.length === 0
      ? [el("p", {}, "There are no events.")]
      : [el("ul", { class: "list" }, ...rows.map((each) => el("li", {}, el("span", { class: "soft" }, each.time + ", page " + whole(each.visited) + ": "), el(each.steered ? "strong" : "span", {}, each.text))))];
  }

  async function showDetails() {
    if (embedded === "" && !part("details").hidden && Date.now() - detailed > detailsInterval && !part("details").contains(document.activeElement)) {
      detailed = Date.now();
      const text = await (await get(address(chosen) + "/details")).text();
      const parts = new DOMParser().parseFromString(text, "text/html").body.children;
      part("details").replaceChildren(...parts);
      document.dispatchEvent(new Event("changed"));
    }
  }

  function showAll() {
    showHeader();
    showOverview();
    fill(part("problems"), [crawl.failedSeeds, crawl.problems], problems);
    fill(part("hosts"), [crawl.hosts, crawl.excluded, crawl.preferred, crawl.state, crawl.steered, crawl.continuable], hosts);
    fill(part("next"), [crawl.next, crawl.state], next);
    fill(part("log"), crawl.log, log);
  }

  // tabs

  const tabs = Array.from(document.querySelectorAll("[role=tab]"));

  function choose(tab) {
    tabs.forEach((each) => {
      const isChosen = each === tab;
      each.setAttribute("aria-selected", isChosen);
      each.tabIndex = isChosen ? 0 : -1;
      part(each.getAttribute("aria-controls")).hidden = !isChosen;
    });
    showDetails().catch(failed);
    document.dispatchEvent(new Event("changed")); // charts get the width that they have now
  }

  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) {
        const other = tabs[(i + step + tabs.length) % tabs.length];
        other.focus();
        choose(other);
        event.preventDefault();
      }
    });
  });
  part("tabs").hidden = false;

  // what people do

  part("list").addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const titles = Array.from(part("list").querySelectorAll("h2 button"));
    const at = titles.indexOf(document.activeElement);
    if (step && at >= 0 && titles[at + step]) {
      titles[at + step].focus();
      event.preventDefault();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && selected !== null) {
      close();
    }
  });
  let typing = 0;
  function search() {
    window.clearTimeout(typing);
    typing = window.setTimeout(() => { from = 0; showResults().catch(failed); }, 200);
  }
  filter.text.addEventListener("input", search);
  [filter.show, filter.order].forEach((select) => select.addEventListener("change", search));
  part("best").addEventListener("input", showDownloads);
  part("skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address has the name of the crawl
    (part("list").querySelector("button") || filter.text).focus();
  });
  filter.addEventListener("submit", (event) => event.preventDefault());
  part("anyHost").addEventListener("click", () => chooseHost(""));
  part("fresh").addEventListener("click", () => { from = 0; showResults().catch(failed); });
  function turn(step) {
    from = Math.max(0, from + step * pageSize);
    showResults().then(() => part("count").scrollIntoView({ block: "nearest" })).catch(failed);
  }
  part("back").addEventListener("click", () => turn(-1));
  part("forth").addEventListener("click", () => turn(1));

  function failed(problem) {
    message.dataset.kind = "refresh";
    say(problem instanceof TypeError ? "The monitor does not respond." : problem.message);
  }

  // a page with its values in it

  if (embedded !== "") {
    crawl = JSON.parse(embedded);
    showAll();
    showResults();
    choose(tabs[0]);
    return;
  }

  // a page of a server

  /** Keeps texts by name; only as long as the page is open if the browser allows no more. */
  function keptByBrowser() {
    try {
      return window.localStorage;
    } catch (problem) {
      const values = {};
      return { getItem: (name) => values[name], setItem: (name, value) => { values[name] = value; } };
    }
  }

  const controls = part("controls");
  const start = part("start");
  const more = part("continue");
  const mayStart = document.querySelector("meta[name=folder]") !== null;
  const planned = keptByBrowser(); // the pages that a trial is for, by name, and the crawl that was shown last

  /** Shows a button for each crawl, and keeps those that are there, so that none loses the focus. */
  function showCrawls(crawls) {
    const list = part("crawls");
    if (!composing && !crawls.some((each) => each.name === chosen)) {
      const named = crawls.find((each) => "#" + encodeURIComponent(each.name) === location.hash) || crawls.find((each) => each.state !== "ended") || crawls.find((each) => each.name === planned.getItem("shown")) || crawls[0];
      forget(named ? named.name : null);
      compose(mayStart && chosen === null);
    }
    crawls.slice(list.children.length).forEach(() => {
      const button = el("button", { type: "button" });
      button.addEventListener("click", () => show(button.dataset.name));
      list.append(el("li", {}, button));
    });
    while (list.children.length > crawls.length) {
      list.lastChild.remove();
    }
    crawls.forEach((each, i) => {
      const button = list.children[i].firstChild;
      button.dataset.name = each.name;
      button.textContent = each.name + ": " + each.state;
      button.toggleAttribute("aria-current", each.name === chosen);
    });
    list.parentElement.hidden = crawls.length < (mayStart ? 1 : 2);
  }

  function show(name) {
    forget(name);
    compose(false);
    history.replaceState(null, "", "#" + encodeURIComponent(name));
    planned.setItem("shown", name);
    return refresh();
  }

  /** Shows the form of a new crawl instead of a crawl, or hides it. */
  function compose(yes) {
    composing = yes;
    start.hidden = !yes;
    ["tabs", "panels"].forEach((id) => { part(id).hidden = yes; });
    if (yes) {
      forget(null);
      ["overview", "progress", "controls", "continue", "excluded"].forEach((id) => { part(id).hidden = true; });
      part("name").textContent = "New crawl";
      part("state").textContent = "";
      part("sentence").textContent = "";
    }
  }

  /** Returns a name that no crawl has, of the first words of a topic. */
  function nameFor(topic) {
    const all = topic.replace(/<[^>]*>/g, " ").replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
    const words = (all.length <= 30 ? all : all.slice(0, 31).replace(/ [^ ]*$/, "").slice(0, 30).trim()) || "crawl";
    const taken = Array.from(part("crawls").querySelectorAll("button")).map((each) => each.dataset.name);
    let name = words;
    for (let number = 2; taken.includes(name); number++) {
      name = words + " " + number;
    }
    return name;
  }

  start.kind.addEventListener("change", () => {
    part("ask").textContent = { words: "Words", sentence: "Sentence", example: "Its text or HTML" }[start.kind.value];
    start.topic.rows = start.kind.value === "example" ? 8 : 3;
    start.topic.placeholder = { words: "tide, ebb, spring tide", sentence: "When do tide and ebb come?", example: "" }[start.kind.value];
    part("hint").hidden = start.kind.value !== "words";
  });
  /** Offers single words instead of a phrase, which few pages have as it is. */
  function showPhrase() {
    const words = start.topic.value.trim().split(/\s+/);
    const isPhrase = words.length > 1 && terms().length === 1;
    part("phrase").textContent = isPhrase ? "This is one phrase of " + words.length + " words: pages must have them together." : "Words without a comma between them are one phrase.";
    part("split").hidden = !isPhrase;
    part("split").textContent = "Look for each word: " + words.join(", ");
  }
  const terms = () => start.topic.value.split(/[,\n\uff0c\u3001]/).map((each) => each.trim()).filter((each) => each);
  start.topic.addEventListener("input", showPhrase);
  part("split").addEventListener("click", () => {
    start.topic.value = start.topic.value.trim().split(/\s+/).join(", ");
    showPhrase();
    start.topic.focus();
  });
  const seeds = () => start.seeds.value.split(/,?\s+|,$/).filter((each) => each);
  start.seeds.addEventListener("input", () => {
    const wrong = seeds().find((each) => !/^https?:\/\//i.test(each));
    start.seeds.setCustomValidity(wrong ? "A page to start from begins with http:// or https://, but this does not: " + wrong : "");
  });
  start.addEventListener("submit", async (event) => {
    event.preventDefault();
    const trial = event.submitter && event.submitter.name === "trial";
    const pages = Number(start.pages.value);
    const text = start.topic.value.trim();
    const name = start.elements.name.value.trim() || nameFor(text);
    const body = {
      name: name,
      seeds: seeds(),
      settings: { stayOn: start.scope.value, maxPages: String(trial ? Math.min(30, pages) : pages) }
    };
    if (start.kind.value === "example") {
      body.example = text;
    } else {
      body.topic = start.kind.value === "sentence" ? [text.replace(/\s+/g, " ")] : terms();
      body.settings.judge = "expanded-topic"; // which learns words from answers
    }
    say("Starting: " + name);
    if (await post("/crawls", JSON.stringify(body), "Started: " + name)) {
      planned.setItem("pages of " + name, pages);
      start.topic.value = "";
      showPhrase();
      start.elements.name.value = "";
      choose(tabs[0]);
      await show(name);
      part("name").focus();
    }
  });
  part("compose").hidden = !mayStart;
  part("compose").addEventListener("click", () => { compose(true); start.topic.focus(); });
  more.addEventListener("submit", async (event) => {
    event.preventDefault();
    await goOn({ seeds: more.seed.value ? [more.seed.value] : [] });
  });
  part("rephrase").addEventListener("click", () => {
    const plan = crawl.plan;
    const pages = more.pages.value;
    compose(true);
    const isSentence = !plan.example && plan.topic.length === 1 && plan.topic[0].split(" ").length > 3;
    start.kind.value = plan.example ? "example" : isSentence ? "sentence" : "words";
    start.kind.dispatchEvent(new Event("change"));
    start.topic.value = plan.example || plan.topic.join(", ");
    showPhrase();
    start.seeds.value = plan.seeds.join("\n");
    start.seeds.dispatchEvent(new Event("input"));
    start.scope.value = plan.stayOn;
    start.pages.value = pages;
    start.topic.focus();
  });
  /** Continues the crawl, and returns whether it runs. */
  async function goOn(changes, success) {
    const name = chosen;
    const body = Object.assign({ settings: { maxPages: more.pages.value } }, changes);
    planned.setItem("pages of " + name, more.pages.value);
    if (!await post(address(name) + "/continue", JSON.stringify(body), success || "Continues: " + name + ", up to " + whole(Number(more.pages.value)) + " pages")) {
      return false;
    }
    more.seed.value = changes.seeds ? "" : more.seed.value;
    more.hidden = true;
    shown = null;
    await refresh();
    return true;
  }

  function forget(name) {
    if (name !== chosen) {
      say("");
    }
    chosen = name;
    part("list").replaceChildren(); // whose buttons are for the crawl that is chosen
    part("count").textContent = "";
    part("effect").textContent = "";
    crawl = null;
    shown = null;
    selected = null;
    host = "";
    filter.text.value = "";
    filter.show.value = "relevant";
    filter.order.value = "relevance";
    from = 0;
    detailed = 0;
    more.hidden = true;
    part("page").hidden = true;
  }

  function showControls() {
    const over = crawl.state === "ended";
    controls.hidden = !crawl.steered || over;
    controls.querySelectorAll("button, input").forEach((each) => { each.disabled = over; });
    controls.querySelector("[data-command=pause]").disabled = over || crawl.state === "paused";
    controls.querySelector("[data-command=resume]").disabled = crawl.state !== "paused";
    const preferred = over && !crawl.continuable ? [] : crawl.preferred;
    part("excluded").hidden = crawl.excluded.length + preferred.length === 0 || !(crawl.steered || crawl.continuable);
    fill(part("excluded"), [crawl.excluded, preferred, over], () => crawl.excluded.map((pattern) => exclusion(pattern, over)).concat(preferred.map((host) => preference(host, over))));
    if (more.hidden && crawl.continuable) {
      more.pages.min = crawl.totals.visited + 1;
      const wanted = planned.getItem("pages of " + chosen) || Math.max(1000, crawl.limits.maxPages || 0);
      more.pages.value = wanted > crawl.totals.visited ? wanted : 2 * crawl.totals.visited;
    }
    more.hidden = !crawl.continuable;
  }

  function exclusion(pattern, over) {
    const withdraw = () => {
      document.activeElement.blur(); // the list changes
      return over ? goOn({ withdrawnExclusions: [pattern] }) : command("withdraw-exclusion", pattern);
    };
    const text = over ? "Withdraw and continue" : "Withdraw";
    return el("li", {}, "excluded: " + pattern + " ", el("button", { type: "button", "aria-label": text + ": " + pattern, click: withdraw }, text));
  }

  function preference(host, over) {
    const text = over ? "Withdraw and continue" : "Withdraw";
    const withdraw = async () => {
      document.activeElement.blur(); // the list changes
      return (!over || await goOn({})) && command("withdraw-preference", host);
    };
    return el("li", {}, "fetched first: " + host + " ", el("button", { type: "button", "aria-label": text + ": " + host, click: withdraw }, text));
  }

  /** The outcomes of commands, in the words of its button. */
  const later = () => crawl.state === "ended" ? " When the crawl continues, visited pages whose text is kept are judged again." : " Visited pages whose text is kept are judged again.";
  const done = {
    relevant: () => "Taught: the page is relevant." + later(), irrelevant: () => "Taught: the page is not relevant." + later(),
    withdraw: () => "The answer is withdrawn." + later(), "withdraw-exclusion": () => "The exclusion is withdrawn.", "withdraw-preference": (host) => "No longer fetched first: " + host,
    prefer: (host) => "Fetched first from now on, as long as it has pending URLs and as often as its delay allows: " + host,
    pause: () => "Pausing: what is in flight is finished.", resume: () => "The crawl continues.", stop: () => "Stopping: what is in flight is finished.", seed: (url) => "Added, if the crawl may visit it: " + url + ". To undo it before it is fetched, exclude it.",
    exclude: (pattern) => "Excluded: " + (pattern.startsWith("/") ? "paths on all hosts that match " : "the host and path ") + pattern
  };

  /** Refreshes after a refresh that has begun, so that no older state replaces a newer one. */
  function refresh() {
    refreshed = refreshed.then(refreshOnce);
    return refreshed;
  }

  async function refreshOnce() {
    try {
      const crawls = await (await get("/crawls")).json();
      showCrawls(crawls);
      const name = chosen;
      const now = crawls.find((each) => each.name === name);
      const settled = crawl && crawl.state === "ended" && !changed && (crawl.continuable || !mayStart); // not before its directory says why
      if (now && !(settled && now.state === "ended")) {
        changed = false;
        const looked = await (await get(address(name))).json();
        if (name === chosen) {
          if (crawl && crawl.state !== "ended" && looked.state === "ended") {
            shown = null; // the last results are committed now
          }
          const begins = crawl && looked.state === "starting"; // it reads what its directory has
          crawl = begins ? Object.assign({}, looked, { totals: crawl.totals, curve: crawl.curve, hosts: crawl.hosts, problems: crawl.problems, log: crawl.log }) : looked;
          crawl.name = name;
          showAll();
          showControls();
        }
      }
      if (crawl && name === chosen) {
        await refreshResults();
        await showDetails();
      } else if (!now && !composing) {
        part("sentence").textContent = "No crawl is watched yet.";
      }
      if (!["command", "refused"].includes(message.dataset.kind)) {
        say("");
      }
    } catch (problem) {
      failed(problem);
    }
  }

  function command(name, argument) {
    acted = Date.now();
    return post(address(chosen) + "/" + name, argument, done[name] ? done[name](argument) : "Done: " + name);
  }

  async function post(path, body, success) {
    message.dataset.kind = "command";
    try {
      const response = await fetch(path, { method: "POST", headers: { "X-Monitor-Secret": secret.content }, body: body });
      say(response.ok ? success : await response.text());
      message.dataset.kind = response.ok ? "command" : "refused";
      if (crawl && crawl.state === "ended") {
        changed = true;
        refresh(); // which may take long
      } else {
        await refresh();
      }
      return response.ok;
    } catch (problem) {
      say("The monitor does not respond.");
      message.dataset.kind = "refresh";
      return false;
    }
  }

  controls.querySelectorAll("button[data-command]").forEach((button) => {
    button.addEventListener("click", () => {
      if (button.dataset.command !== "stop" || window.confirm("Stop the crawl " + chosen + "?")) {
        command(button.dataset.command, "");
      }
    });
  });
  controls.querySelectorAll("form").forEach((form) => {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await command(form.dataset.command, form.argument.value)) {
        form.reset();
      }
    });
  });
  choose(tabs[0]);

  (async function loop() {
    await refresh();
    window.setTimeout(loop, interval);
  })();
})();
