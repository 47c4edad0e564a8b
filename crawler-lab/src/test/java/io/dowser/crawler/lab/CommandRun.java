package io.dowser.crawler.lab;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command of the lab ended with and printed. */
record CommandRun(int exitCode, String out, String err) {

  static CommandRun of(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        LabProgram.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
