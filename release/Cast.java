import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Draws a recording of {@code script --log-out OUTPUT --log-timing TIMING} as an animated SVG
 * without scripts: {@code java release/Cast.java OUTPUT TIMING > FILE.svg}. Waits are shortened to
 * two seconds; a clock shows the true time. Knows text, line ends, carriage return and "erase to
 * the end of the line"; ignores all other escape sequences, colours among them.
 */
public final class Cast {

  private static final int COLUMNS = 104;
  private static final int ROWS = 24;
  private static final double LINE = 19;
  private static final double TOP = 48;
  private static final double LEFT = 16;
  private static final double WIDTH = 2 * LEFT + COLUMNS * 8.43;
  private static final double LONGEST_WAIT = 2;
  private static final double FRAME = 1;
  private static final double LAST_FRAME = 6;

  /** What is shown from one time to another, in seconds of the animation. */
  private record Span(double from, double to) implements Comparable<Span> {
    @Override
    public int compareTo(Span other) {
      int byStart = Double.compare(from, other.from);
      return byStart != 0 ? byStart : Double.compare(to, other.to);
    }
  }

  /** A line of text at one place, from some time on. */
  private static final class Line {
    private final TreeMap<Double, String> versions = new TreeMap<>();

    void show(double time, String text) {
      Map.Entry<Double, String> before = versions.lowerEntry(time);
      if (before == null || !before.getValue().equals(text)) {
        versions.put(time, text);
      }
    }

    void addTo(Map<Span, StringBuilder> drawn, double x, double y) {
      for (Map.Entry<Double, String> version : versions.entrySet()) {
        Double next = versions.higherKey(version.getKey());
        var span = new Span(version.getKey(), next == null ? Double.POSITIVE_INFINITY : next);
        String text = version.getValue();
        if (!text.isBlank()) {
          drawn.computeIfAbsent(span, any -> new StringBuilder()).append(text(x, y, text));
        }
      }
    }

    private static String text(double x, double y, String text) {
      String plain =
          text.stripTrailing()
              .replace("&", "&amp;")
              .replace("<", "&lt;")
              .replace("  ", "\u00a0\u00a0");
      String kind = text.startsWith("$ ") ? " class=\"c\"" : "";
      return format("<text x=\"%.0f\" y=\"%.0f\"%s>%s</text>", x, y, kind, plain);
    }
  }

  private final List<Line> lines = new ArrayList<>(List.of(new Line()));
  private final Line clock = new Line();
  private final TreeMap<Double, Integer> firstRow = new TreeMap<>(Map.of(0.0, 0));
  private final StringBuilder current = new StringBuilder();
  private int column;
  private double trueTime;
  private double time;
  private int spans;
  private boolean wrap = true;

  private Cast() {}

  /** Writes the SVG to standard output. */
  public static void main(String[] args) throws IOException {
    byte[] output = Files.readAllBytes(Path.of(args[0]));
    int at = new String(output, UTF_8).startsWith("Script started") ? lineEnd(output) : 0;
    var cast = new Cast();
    for (String entry : Files.readAllLines(Path.of(args[1]))) {
      String[] delayAndBytes = entry.split(" ");
      int length = Integer.parseInt(delayAndBytes[1]);
      cast.print(Double.parseDouble(delayAndBytes[0]), new String(output, at, length, UTF_8));
      at += length;
    }
    System.out.print(cast.svg());
  }

  private static int lineEnd(byte[] output) {
    int end = 0;
    while (output[end] != '\n') {
      end++;
    }
    return end + 1;
  }

  private void print(double delay, String text) {
    trueTime += delay;
    time += Math.min(delay, LONGEST_WAIT);
    clock.show(frame(), format("%d:%02d", (int) trueTime / 60, (int) trueTime % 60));
    text.replace("\u001b[K", "\1")
        .replace("\u001b[?7l", "\2")
        .replace("\u001b[?7h", "\3")
        .replaceAll("\u001b\\[[0-9;?]*[A-Za-z]|\uFEFF", "")
        .chars()
        .forEach(this::print);
    show();
  }

  private void print(int character) {
    switch (character) {
      case '\r' -> column = 0;
      case '\n' -> newLine();
      case '\1' -> current.setLength(Math.min(column, current.length()));
      case '\2' -> wrap = false;
      case '\3' -> wrap = true;
      default -> put((char) character);
    }
  }

  private void newLine() {
    show();
    current.setLength(0);
    lines.add(new Line());
    if (lines.size() > ROWS) {
      firstRow.put(frame(), lines.size() - ROWS);
    }
  }

  private void put(char character) {
    if (column == COLUMNS && !wrap) {
      return;
    }
    if (column == COLUMNS) {
      newLine();
      column = 0;
    }
    current.replace(column, Math.min(column + 1, current.length()), String.valueOf(character));
    column++;
  }

  private void show() {
    lines.get(lines.size() - 1).show(frame(), current.toString());
  }

  private double frame() {
    return Math.floor(time / FRAME) * FRAME;
  }

  private String svg() {
    var shown = new TreeMap<Span, StringBuilder>();
    for (int row = 0; row < lines.size(); row++) {
      lines.get(row).addTo(shown, LEFT, TOP + LINE * (row + 1));
    }
    var clocks = new TreeMap<Span, StringBuilder>();
    clock.addTo(clocks, WIDTH - LEFT - 40, 28);
    double height = TOP + LINE * ROWS + 14;
    return format(HEAD, WIDTH, height, end(), scrolls(), LEFT, TOP, WIDTH, LINE * ROWS + 8)
        + drawn(clocks)
        + "<g clip-path=\"url(#screen)\"><g id=\"scroll\">\n"
        + drawn(shown)
        + "</g></g>\n</svg>\n";
  }

  private double end() {
    return time + LAST_FRAME;
  }

  private String scrolls() {
    String steps =
        firstRow.entrySet().stream()
            .map(step -> percent(step.getKey()) + scrolled(step.getValue()))
            .collect(Collectors.joining());
    return "#scroll" + scrolled(firstRow.lastEntry().getValue()) + "\n@keyframes s{" + steps + "}";
  }

  private static String scrolled(int rows) {
    return format("{transform:translateY(%.0fpx)}", -LINE * rows);
  }

  /** Without animation, such as in a print, the last frame is shown. */
  private String drawn(Map<Span, StringBuilder> texts) {
    var svg = new StringBuilder();
    for (Map.Entry<Span, StringBuilder> shown : texts.entrySet()) {
      Span span = shown.getKey();
      boolean last = span.to > end();
      String name = "k" + Integer.toString(++spans, Character.MAX_RADIX);
      String ends = last ? "" : percent(span.to) + "{opacity:0}";
      String steps = "0%{opacity:0}" + percent(span.from) + "{opacity:1}" + ends;
      String start = last ? "<g class=\"t\"" : "<g class=\"t\" opacity=\"0\"";
      svg.append("<style>@keyframes ").append(name).append('{').append(steps).append("}</style>");
      svg.append(start).append(" style=\"animation-name:").append(name).append("\">");
      svg.append(shown.getValue()).append("</g>\n");
    }
    return svg.toString();
  }

  private String percent(double time) {
    return format("%.1f%%", 100 * time / end());
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static final String HEAD =
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$.0f %2$.0f" width="%1$.0f" height="%2$.0f">
      <style>
      svg{--paper:#f6f8fa;--ink:#1c2127;--quiet:#5b6673;--line:#d0d7de;--command:#0b5cad}
      @media (prefers-color-scheme:dark){svg{--paper:#14181d;--ink:#dfe5ea;--quiet:#98a4b0;--line:#333b44;--command:#7db7f5}}
      text{font:14px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:var(--ink)}
      .c{fill:var(--command)}
      .n{font:13px system-ui,sans-serif;fill:var(--quiet)}
      .t,#scroll{animation:%3$.1fs step-end infinite}
      #scroll{animation-name:s}
      %4$s
      @media (prefers-reduced-motion:reduce){.t,#scroll{animation:none}}
      </style>
      <clipPath id="screen"><rect x="0" y="%6$.0f" width="%7$.0f" height="%8$.0f"/></clipPath>
      <rect x=".5" y=".5" width="99.9%%" height="99.8%%" rx="8" fill="var(--paper)" stroke="var(--line)"/>
      <path d="M0 40h%7$.0f" stroke="var(--line)"/>
      <text class="n" x="%5$.0f" y="26">Recorded as it ran. Waits of more than two seconds are shortened; the clock shows the true time.</text>
      """;
}
