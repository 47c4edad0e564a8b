package io.dowser.crawler.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Usage help that breaks descriptions at spaces only, so that a value such as {@code 10.0.0.0/8}
 * can be copied. Picocli also breaks after dots and slashes.
 */
final class WholeWordHelp extends Help {

  static final int WIDTH = 100;

  /** The width that the names of options leave to descriptions, at least. */
  private static final int DESCRIPTION_WIDTH = 68;

  WholeWordHelp(CommandSpec spec, ColorScheme colors) {
    super(spec, colors);
  }

  @Override
  public IOptionRenderer createDefaultOptionRenderer() {
    IOptionRenderer renderer = super.createDefaultOptionRenderer();
    return (option, labels, colors) -> wrapped(renderer.render(option, labels, colors));
  }

  @Override
  public IParameterRenderer createDefaultParameterRenderer() {
    IParameterRenderer renderer = super.createDefaultParameterRenderer();
    return (parameter, labels, colors) -> wrapped(renderer.render(parameter, labels, colors));
  }

  /** Returns the description of the command. */
  @Override
  public String description(Object... params) {
    String[] lines =
        Stream.of(commandSpec().usageMessage().description())
            .flatMap(
                text ->
                    lines(text, WIDTH).stream().map(line -> text.substring(line.start, line.end)))
            .toArray(String[]::new);
    return join(ansi(), WIDTH, true, lines, new StringBuilder(), params).toString();
  }

  /** Returns a row for each line of the last column. */
  private static Text[][] wrapped(Text[][] rows) {
    return Stream.of(rows).flatMap(row -> wrapped(row).stream()).toArray(Text[][]::new);
  }

  private static List<Text[]> wrapped(Text... row) {
    int last = row.length - 1;
    List<Text[]> rows = new ArrayList<>();
    for (Line line : lines(row[last].plainString(), DESCRIPTION_WIDTH)) {
      Text[] part = rows.isEmpty() ? row.clone() : empty(row);
      part[last] = row[last].substring(line.start, line.end);
      rows.add(part);
    }
    return rows;
  }

  private static Text[] empty(Text... row) {
    return Stream.of(row).map(text -> text.substring(0, 0)).toArray(Text[]::new);
  }

  /** The part of a text that stands in one line. */
  private record Line(int start, int end) {}

  /** Returns the lines of a text, at least one. A word that is longer than a line has its own. */
  private static List<Line> lines(String text, int width) {
    List<Line> lines = new ArrayList<>();
    int start = 0;
    do {
      int end = end(text, start, width);
      lines.add(new Line(start, end));
      start = end;
      while (start < text.length() && text.charAt(start) == ' ') {
        start++;
      }
    } while (start < text.length());
    return lines;
  }

  private static int end(String text, int start, int width) {
    if (text.length() - start <= width) {
      return text.length();
    }
    int space = text.lastIndexOf(' ', start + width);
    if (space <= start) {
      space = text.indexOf(' ', start);
    }
    return space < 0 ? text.length() : space;
  }
}
