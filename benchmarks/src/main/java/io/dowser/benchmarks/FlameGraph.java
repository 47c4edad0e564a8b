package io.dowser.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Draws a {@link SampleTree}: a bar for each method below its caller, as wide as its share of the
 * samples. Bars of less than three thousandths are left out. The name and share of a bar are its
 * tooltip.
 */
final class FlameGraph {

  private static final int WIDTH = 1_200;
  private static final int ROW = 15;
  private static final int LETTER = 6;
  private static final int HEAD = 20;
  private static final double LEAST = 0.003;

  private final SampleTree root;
  private final StringBuilder bars = new StringBuilder();
  private int rows;

  private FlameGraph(SampleTree root) {
    this.root = root;
  }

  static void write(SampleTree root, String title, Path file) throws IOException {
    Files.writeString(file, new FlameGraph(root).draw(title));
  }

  private String draw(String title) {
    drawCallees(root, 0, 0);
    int height = HEAD + rows * ROW + 4;
    return Report.text(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"monospace\" font-size=\"10\">%n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n"
                + "<text x=\"4\" y=\"14\" font-size=\"12\">%s, %,d samples</text>%n",
            WIDTH, height, title, root.samples())
        + bars
        + "</svg>\n";
  }

  private void drawCallees(SampleTree caller, int depth, double left) {
    double at = left;
    for (Map.Entry<String, SampleTree> each : caller.callees().entrySet()) {
      double share = (double) each.getValue().samples() / root.samples();
      if (share >= LEAST) {
        drawBar(each.getKey(), depth, at, share);
        drawCallees(each.getValue(), depth + 1, at);
      }
      at += share;
    }
  }

  private void drawBar(String method, int depth, double left, double share) {
    rows = Math.max(rows, depth + 1);
    String[] parts = method.split("\\.", -1);
    String name = parts[parts.length - 2] + "." + parts[parts.length - 1];
    double width = share * WIDTH;
    int letters = (int) (width / LETTER) - 1;
    String shown = letters < 3 ? "" : name.substring(0, Math.min(letters, name.length()));
    bars.append(
        Report.text(
            "<g><title>%s %.1f %%</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\""
                + " fill=\"%s\" stroke=\"#fff\" stroke-width=\"0.5\"/>"
                + "<text x=\"%.1f\" y=\"%d\">%s</text></g>%n",
            escaped(method),
            share * 100,
            left * WIDTH,
            HEAD + depth * ROW,
            width,
            ROW,
            color(method),
            left * WIDTH + 2,
            HEAD + depth * ROW + ROW - 4,
            escaped(shown)));
  }

  /** Own code, libraries and the JDK have a color each. */
  private static String color(String method) {
    if (method.startsWith("io.dowser.")) {
      return "#9bd3a5";
    }
    return method.matches("(java|jdk|sun)\\..*") ? "#d9d9d9" : "#f5c78e";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
