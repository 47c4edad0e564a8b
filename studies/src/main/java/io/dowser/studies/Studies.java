package io.dowser.studies;

import io.dowser.crawler.api.CrawlException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program of the studies; {@code --help} lists its commands. */
@Command(
    name = "studies",
    mixinStandardHelpOptions = true,
    description = "Tools of Dowser's own studies.",
    subcommands = {
      GenerateCommand.class,
      SampleCommand.class,
      AgreementCommand.class,
      MainTextCommand.class,
      DatesCommand.class,
      MeaningTableCommand.class,
      SummaryCommand.class
    })
final class Studies {

  private Studies() {}

  /**
   * Runs a command and ends the JVM with its exit code.
   *
   * @param args the command and its options
   */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Studies())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (error, command, arguments) -> {
              if (!(error instanceof CrawlException)) {
                throw error;
              }
              command.getErr().println("studies: " + error.getMessage());
              return 1;
            });
  }
}
