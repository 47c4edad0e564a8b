package io.dowser.studies;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command ended with and printed. */
record CommandRun(int exitCode, String out, String err) {

  static CommandRun of(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        Studies.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
