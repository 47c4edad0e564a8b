(function () {
  "use strict";
  const interval = 1000;
  const secret = document.querySelector("meta[name=secret]").content;
  const list = document.getElementById("crawls");
  const controls = document.getElementById("controls");
  const message = document.getElementById("message");
  const report = document.getElementById("report");
  let chosen = null;
  let shown = []; // the parts of the report as they came, before charts were drawn

  function say(text) {
    if (message.textContent !== text) {
      message.textContent = text;
    }
  }

  function address(name) {
    return "/crawls/" + encodeURIComponent(name);
  }

  async function get(path) {
    const answer = await fetch(path);
    if (!answer.ok) {
      throw new Error(await answer.text());
    }
    return answer;
  }

  function choose(name) {
    chosen = name;
    shown = [];
    return refresh();
  }

  /** Shows a button for each crawl, and keeps those that are there, so that none loses the focus. */
  function showCrawls(crawls) {
    if (!crawls.some((crawl) => crawl.name === chosen)) {
      chosen = crawls.length > 0 ? crawls[0].name : null;
    }
    crawls.slice(list.children.length).forEach((crawl) => {
      const button = document.createElement("button");
      button.type = "button";
      button.addEventListener("click", () => choose(crawl.name));
      list.appendChild(document.createElement("li")).appendChild(button);
    });
    crawls.forEach((crawl, i) => {
      const button = list.children[i].firstChild;
      button.textContent = crawl.name + ": " + crawl.state;
      button.toggleAttribute("aria-current", crawl.name === chosen);
    });
    const state = (crawls.find((crawl) => crawl.name === chosen) || { state: "ended" }).state;
    controls.hidden = chosen === null;
    controls.querySelectorAll("button, input").forEach((each) => { each.disabled = state === "ended"; });
    controls.querySelector("[data-command=pause]").disabled = state === "ended" || state === "paused";
    controls.querySelector("[data-command=resume]").disabled = state !== "paused";
  }

  /** Replaces the parts that have changed, but none that holds the focus or the selected text. */
  function showReport(text) {
    const parts = Array.from(new DOMParser().parseFromString(text, "text/html").body.children);
    const texts = parts.map((part) => part.outerHTML);
    if (parts.length !== shown.length) {
      report.replaceChildren(...parts);
      shown = texts;
    } else {
      const selection = document.getSelection();
      parts.forEach((part, i) => {
        const old = report.children[i];
        const used = old.contains(document.activeElement) || (!selection.isCollapsed && selection.containsNode(old, true));
        if (texts[i] !== shown[i] && !used) {
          old.replaceWith(part);
          shown[i] = texts[i];
        }
      });
    }
    document.dispatchEvent(new Event("changed"));
  }

  async function refresh() {
    try {
      showCrawls(await (await get("/crawls")).json());
      const name = chosen;
      if (name !== null) {
        const text = await (await get(address(name))).text();
        if (name === chosen) {
          showReport(text);
        }
      }
      if (message.dataset.kind !== "command") {
        say("");
      }
    } catch (problem) {
      message.dataset.kind = "refresh";
      say(problem instanceof TypeError ? "The monitor does not answer." : problem.message);
    }
  }

  async function command(name, argument) {
    message.dataset.kind = "command";
    try {
      const answer = await fetch(address(chosen) + "/" + name, { method: "POST", headers: { "X-Monitor-Secret": secret }, body: argument });
      say(answer.ok ? "Done: " + name + (argument ? " " + argument : "") : await answer.text());
      await refresh();
      return answer.ok;
    } catch (problem) {
      say("The monitor does not answer.");
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

  (async function loop() {
    await refresh();
    window.setTimeout(loop, interval);
  })();
})();
