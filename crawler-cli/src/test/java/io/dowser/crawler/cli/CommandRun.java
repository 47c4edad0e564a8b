package io.dowser.crawler.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command ended with and printed, run in the JVM of the test. */
record CommandRun(int exitCode, String out, String err) {

  static CommandRun of(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        Dowser.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
