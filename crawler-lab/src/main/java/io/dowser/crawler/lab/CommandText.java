package io.dowser.crawler.lab;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Formats a command so that it can be pasted into a shell. */
final class CommandText {

  private CommandText() {}

  static String of(CommandSpec spec) {
    return of(spec.root().commandLine().getParseResult().originalArgs());
  }

  static String of(List<String> arguments) {
    return "dowser " + arguments.stream().map(CommandText::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String argument) {
    return argument.matches("[A-Za-z0-9_./:,=+@%-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
