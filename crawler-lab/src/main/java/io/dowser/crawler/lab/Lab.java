package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlException;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the lab; {@code --help} lists its commands. */
@Command(
    name = "lab",
    description = "Compares crawl strategies on archived pages, side by side.",
    mixinStandardHelpOptions = true,
    subcommands = {
      CompareCommand.class,
      DemoCommand.class,
      TrainCommand.class,
      CorpusCommand.class,
      SampleCommand.class,
      AgreementCommand.class
    })
public final class Lab implements Runnable {

  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  /**
   * Runs a command; the exit code is 0 if it succeeded, 1 if it failed, 2 for wrong use.
   *
   * @param args the command and its options
   */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  static int run(String... args) {
    return commandLine().execute(args);
  }

  static CommandLine commandLine() {
    var commandLine = new CommandLine(new Lab());
    commandLine.setExecutionExceptionHandler(Lab::failed);
    commandLine.setUsageHelpWidth(100);
    return commandLine;
  }

  private static int failed(
      Exception error, CommandLine commandLine, CommandLine.ParseResult arguments) {
    PrintWriter err = commandLine.getErr();
    boolean reported = error instanceof LabException || error instanceof CrawlException;
    err.println(String.format(Locale.ROOT, "lab: %s", reported ? error.getMessage() : error));
    if (!reported) {
      error.printStackTrace(err);
    }
    return 1;
  }

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }
}
