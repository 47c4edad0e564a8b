package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A program that has the commands of the lab and nothing else. */
@Command(name = "lab")
final class LabProgram {

  private LabProgram() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    var program = new CommandLine(new LabProgram());
    Lab.addCommands(program);
    return program.setExecutionExceptionHandler(
        (error, command, arguments) -> {
          if (!(error instanceof CrawlException)) {
            throw error;
          }
          command.getErr().println(error.getMessage());
          return 1;
        });
  }
}
