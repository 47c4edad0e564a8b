(function () {
  "use strict";
  const colours = 12;
  const solid = 6; // further lines are dashed, so that neighbours differ in print as well
  const dashes = ["", "8 3", "8 3 2 3", "4 2"];

  function look(series, index) {
    return series.reference
      ? { colour: "var(--reference)", dash: index % 2 ? "2 3" : "7 4" }
      : { colour: "var(--c" + (index % colours) + ")", dash: dashes[Math.floor(index / solid) % dashes.length] };
  }

  function looks(all) {
    let plain = 0;
    let references = 0;
    return all.map((series) => look(series, series.reference ? references++ : plain++));
  }

  function canvas(figure, width, height) {
    d3.select(figure).select("svg.chart").remove();
    return d3.select(figure).insert("svg", ".legend").attr("class", "chart").attr("role", "img")
      .attr("aria-label", figure.querySelector("figcaption").textContent)
      .attr("width", width).attr("height", height).attr("viewBox", "0 0 " + width + " " + height);
  }

  function fade(figure, name) {
    d3.select(figure).selectAll("svg.chart [data-series]")
      .classed("faded", function () { return name !== null && this.dataset.series !== name; });
  }

  function legend(figure, all, styles) {
    if (figure.querySelector(".legend") || all.length < 2) {
      return;
    }
    const entries = d3.select(figure).append("ul").attr("class", "legend").selectAll("li").data(all).join("li")
      .on("mouseenter", (event, series) => fade(figure, series.name))
      .on("mouseleave", () => fade(figure, null));
    entries.append("svg").attr("viewBox", "0 0 26 10").attr("aria-hidden", "true").append("path")
      .attr("d", "M0,5H26").attr("fill", "none").attr("stroke-width", 3)
      .attr("stroke", (series, i) => styles[i].colour).attr("stroke-dasharray", (series, i) => styles[i].dash || null);
    entries.append("span").text((series) => series.name);
  }

  function lines(figure, chart, width) {
    const height = Math.round(Math.max(260, Math.min(420, width * 0.52)));
    const margin = { top: 12, right: 14, bottom: 40, left: 52 };
    const points = chart.series.flatMap((series) => series.points);
    const x = d3.scaleLinear().domain([Math.min(0, d3.min(points, (p) => p[0])), d3.max(points, (p) => p[0]) || 1])
      .range([margin.left, width - margin.right]);
    const y = d3.scaleLinear().domain([Math.min(0, d3.min(points, (p) => p[2])), d3.max(points, (p) => p[3]) || 1]).nice()
      .range([height - margin.bottom, margin.top]);
    const svg = canvas(figure, width, height);
    svg.append("g").attr("class", "axis grid").attr("transform", "translate(" + margin.left + ",0)")
      .call(d3.axisLeft(y).ticks(6).tickSize(-(width - margin.left - margin.right)).tickFormat(""));
    svg.append("g").attr("class", "axis").attr("transform", "translate(0," + (height - margin.bottom) + ")")
      .call(d3.axisBottom(x).ticks(Math.max(3, Math.floor(width / 90))));
    svg.append("g").attr("class", "axis").attr("transform", "translate(" + margin.left + ",0)").call(d3.axisLeft(y).ticks(6));
    svg.append("text").attr("class", "label").attr("text-anchor", "middle").text(chart.x)
      .attr("x", (margin.left + width - margin.right) / 2).attr("y", height - 6);
    svg.append("text").attr("class", "label").attr("text-anchor", "middle").text(chart.y)
      .attr("transform", "translate(13," + (margin.top + height - margin.bottom) / 2 + ") rotate(-90)");
    const band = d3.area().x((p) => x(p[0])).y0((p) => y(p[2])).y1((p) => y(p[3]));
    const line = d3.line().x((p) => x(p[0])).y((p) => y(p[1]));
    const styles = looks(chart.series);
    chart.series.forEach((series, i) => { // all bands below all lines, which keep their colours so
      if (series.points.some((p) => p[2] < p[3])) {
        svg.append("path").attr("class", "band").attr("data-series", series.name)
          .attr("d", band(series.points)).style("fill", styles[i].colour);
      }
    });
    chart.series.forEach((series, i) => {
      svg.append("g").attr("data-series", series.name).append("path").attr("class", "line").attr("d", line(series.points))
        .style("stroke", styles[i].colour).attr("stroke-dasharray", styles[i].dash || null)
        .append("title").text(series.name);
    });
    legend(figure, chart.series, styles);
  }

  function bars(figure, chart, width) {
    const row = 24;
    const longest = d3.max(chart.bars, (bar) => bar.name.length);
    const margin = { top: 4, right: 64, bottom: 36, left: Math.min(Math.max(70, longest * 7.2), width * 0.45) };
    const height = margin.top + margin.bottom + row * chart.bars.length;
    const x = d3.scaleLinear().domain([0, d3.max(chart.bars, (bar) => bar.value) || 1]).nice()
      .range([margin.left, width - margin.right]);
    const svg = canvas(figure, width, height);
    svg.append("g").attr("class", "axis").attr("transform", "translate(0," + (height - margin.bottom) + ")")
      .call(d3.axisBottom(x).ticks(Math.max(2, Math.floor(width / 120))));
    svg.append("text").attr("class", "label").attr("text-anchor", "middle").text(chart.x)
      .attr("x", (margin.left + width - margin.right) / 2).attr("y", height - 4);
    const characters = Math.floor(margin.left / 7);
    const rows = svg.selectAll("g.bar").data(chart.bars).join("g").attr("class", "bar")
      .attr("data-series", (bar) => bar.name).attr("transform", (bar, i) => "translate(0," + (margin.top + i * row) + ")");
    rows.append("rect").attr("x", margin.left).attr("y", 3).attr("height", row - 6)
      .attr("width", (bar) => Math.max(0, x(bar.value) - margin.left)).style("fill", "var(--c0)");
    rows.append("text").attr("x", margin.left - 6).attr("y", row / 2 + 4).attr("text-anchor", "end")
      .text((bar) => bar.name.length > characters ? bar.name.slice(0, characters - 1) + "\u2026" : bar.name)
      .append("title").text((bar) => bar.name);
    rows.append("text").attr("class", "label").attr("x", (bar) => x(bar.value) + 5).attr("y", row / 2 + 4)
      .text((bar) => d3.format(",.4~g")(bar.value));
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
})();
