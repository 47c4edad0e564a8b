(function () {
  "use strict";
  const colours = 12;
  const solid = 6; // further lines are dashed, so that neighbours differ in print as well
  const dashes = [null, "8 3", "8 3 2 3", "4 2"];
  const font = 7; // pixels that a character takes, roughly

  /** Adds an element to a parent; attributes of null are left out. */
  function add(parent, name, attributes, text) {
    const svg = name === "svg" || parent instanceof SVGElement;
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    Object.entries(attributes || {}).filter((each) => each[1] !== null).forEach((each) => element.setAttribute(each[0], each[1]));
    if (text !== undefined) {
      element.textContent = text;
    }
    return parent.appendChild(element);
  }

  function number(value) {
    return value.toLocaleString("en", { maximumSignificantDigits: 4 });
  }

  /** Maps values from low to high to pixels, with round numbers for about that number of ticks. */
  function scale(low, high, from, to, count) {
    const width = high - low || 1;
    const power = Math.pow(10, Math.floor(Math.log10(width / count)));
    const step = [1, 2, 5, 10].find((factor) => width / (factor * power) <= count) * power;
    const ticks = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
      ticks.push(i * step || 0); // never -0
    }
    return { place: (value) => from + (value - low) / width * (to - from), step: step, ticks: ticks };
  }

  /** The same, with ends moved outwards to ticks. */
  function roundScale(low, high, from, to, count) {
    const step = scale(low, high, from, to, count).step;
    return scale(Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step, from, to, count);
  }

  function looks(all) {
    let plain = 0;
    let references = 0;
    return all.map((series) => {
      const index = series.reference ? references++ : plain++;
      return series.reference
        ? { colour: "var(--reference)", dash: index % 2 ? "2 3" : "7 4" }
        : { colour: "var(--c" + (index % colours) + ")", dash: dashes[Math.floor(index / solid) % dashes.length] };
    });
  }

  function canvas(figure, width, height) {
    figure.querySelectorAll("svg.chart").forEach((old) => old.remove());
    const svg = add(figure, "svg", { class: "chart", role: "img", width: width, height: height, viewBox: "0 0 " + width + " " + height,
      "aria-label": figure.querySelector("figcaption").textContent });
    figure.insertBefore(svg, figure.querySelector(".legend"));
    return svg;
  }

  function bottomAxis(svg, x, from, to, y, label) {
    const axis = add(svg, "g", { class: "axis" });
    add(axis, "path", { d: "M" + from + "," + y + "H" + to });
    x.ticks.forEach((tick) => {
      add(axis, "path", { d: "M" + x.place(tick) + "," + y + "v6" });
      add(axis, "text", { x: x.place(tick), y: y + 19, "text-anchor": "middle" }, number(tick));
    });
    add(svg, "text", { class: "label", "text-anchor": "middle", x: (from + to) / 2, y: y + 32 }, label);
  }

  function leftAxis(svg, y, from, to, label) {
    const axis = add(svg, "g", { class: "axis" });
    y.ticks.forEach((tick) => {
      add(axis, "path", { class: "grid", d: "M" + from + "," + y.place(tick) + "H" + to });
      add(axis, "text", { x: from - 8, y: y.place(tick) + 4, "text-anchor": "end" }, number(tick));
    });
    const middle = (y.place(y.ticks[0]) + y.place(y.ticks[y.ticks.length - 1])) / 2;
    add(svg, "text", { class: "label", "text-anchor": "middle", transform: "translate(13," + middle + ") rotate(-90)" }, label);
  }

  function fade(figure, name) {
    figure.querySelectorAll("svg.chart [data-series]").forEach((part) => part.classList.toggle("faded", name !== null && part.dataset.series !== name));
  }

  function legend(figure, all, styles) {
    if (figure.querySelector(".legend") || all.length < 2) {
      return;
    }
    const list = add(figure, "ul", { class: "legend" });
    all.forEach((series, i) => {
      const entry = add(list, "li");
      entry.addEventListener("mouseenter", () => fade(figure, series.name));
      entry.addEventListener("mouseleave", () => fade(figure, null));
      add(add(entry, "svg", { viewBox: "0 0 26 10", "aria-hidden": "true" }), "path",
        { d: "M0,5H26", fill: "none", "stroke-width": 3, stroke: styles[i].colour, "stroke-dasharray": styles[i].dash });
      add(entry, "span", {}, series.name);
    });
  }

  function path(points, x, y) {
    return points.map((p) => x.place(p[0]).toFixed(1) + "," + y.place(p[1]).toFixed(1)).join("L");
  }

  function lines(figure, chart, width) {
    const height = chart.height || Math.round(Math.max(260, Math.min(420, width * 0.52)));
    const margin = { top: 12, right: 22, bottom: 40, left: 52 };
    const points = chart.series.flatMap((series) => series.points);
    const extent = (low, high) => [points.reduce((least, p) => Math.min(least, p[low]), 0), points.reduce((most, p) => Math.max(most, p[high]), -Infinity) || 1];
    const [first, last] = extent(0, 0);
    const x = scale(first, Math.max(last, chart.until || 0), margin.left, width - margin.right, Math.max(3, Math.floor(width / 90)));
    const y = roundScale(...extent(2, 3), height - margin.bottom, margin.top, 6);
    const svg = canvas(figure, width, height);
    leftAxis(svg, y, margin.left, width - margin.right, chart.y);
    bottomAxis(svg, x, margin.left, width - margin.right, height - margin.bottom, chart.x);
    const styles = looks(chart.series);
    chart.series.forEach((series, i) => { // all bands below all lines, which keep their colours so
      if (series.points.some((p) => p[2] < p[3])) {
        const low = series.points.map((p) => [p[0], p[2]]);
        const high = series.points.map((p) => [p[0], p[3]]).reverse();
        add(svg, "path", { class: "band", "data-series": series.name, d: "M" + path(low.concat(high), x, y) + "Z", fill: styles[i].colour });
      }
    });
    chart.series.forEach((series, i) => {
      const line = add(add(svg, "g", { "data-series": series.name }), "path",
        { class: "line", d: "M" + path(series.points, x, y), stroke: styles[i].colour, "stroke-dasharray": styles[i].dash });
      add(line, "title", {}, series.name);
    });
    (chart.marks || []).forEach((mark) => {
      const line = add(svg, "path", { class: "mark", d: "M" + x.place(mark.x).toFixed(1) + "," + margin.top + "V" + (height - margin.bottom) });
      add(line, "title", {}, mark.text);
    });
    legend(figure, chart.series, styles);
  }

  function bars(figure, chart, width) {
    const row = 24;
    const longest = Math.max(...chart.bars.map((bar) => bar.name.length));
    const margin = { top: 4, right: 64, bottom: 36, left: Math.min(Math.max(70, longest * font), width * 0.45) };
    const end = margin.top + row * chart.bars.length;
    const x = roundScale(0, Math.max(...chart.bars.map((bar) => bar.value)) || 1, margin.left, width - margin.right, Math.max(2, Math.floor(width / 120)));
    const svg = canvas(figure, width, end + margin.bottom);
    bottomAxis(svg, x, margin.left, width - margin.right, end, chart.x);
    const characters = Math.floor(margin.left / font);
    chart.bars.forEach((bar, i) => {
      const group = add(svg, "g", { class: "bar", "data-series": bar.name, transform: "translate(0," + (margin.top + i * row) + ")" });
      add(group, "rect", { x: margin.left, y: 3, height: row - 6, width: x.place(bar.value) - margin.left, fill: "var(--c0)" });
      const shown = bar.name.length > characters ? bar.name.slice(0, characters - 1) + "\u2026" : bar.name;
      add(add(group, "text", { x: margin.left - 6, y: row / 2 + 4, "text-anchor": "end" }, shown), "title", {}, bar.name);
      add(group, "text", { class: "label", x: x.place(bar.value) + 5, y: row / 2 + 4 }, number(bar.value));
    });
  }

  function draw(width) {
    document.querySelectorAll("figure[data-chart]").forEach((figure) => {
      const chart = JSON.parse(figure.querySelector("script").textContent);
      const kind = figure.dataset.chart === "lines" ? lines : bars;
      kind(figure, chart, width || Math.max(280, figure.clientWidth));
    });
    document.documentElement.dataset.drawn = "true";
  }

  let drawnFor = window.innerWidth;
  draw();
  window.addEventListener("resize", () => {
    if (window.innerWidth !== drawnFor) {
      drawnFor = window.innerWidth;
      draw();
    }
  });
  window.addEventListener("beforeprint", () => draw(680));
  window.addEventListener("afterprint", () => draw());
  document.addEventListener("changed", () => draw()); // by a page that replaces its charts
})();
