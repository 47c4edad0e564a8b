package io.dowser.crawler.cli;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.lab.Lab;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ResourceBundle;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The program {@code dowser}; {@code --help} lists its commands.
 *
 * <pre>{@code
 * java -jar dowser.jar --help
 * java -jar dowser.jar report tides
 * }</pre>
 */
@Command(
    name = "dowser",
    mixinStandardHelpOptions = true,
    versionProvider = Dowser.Version.class,
    description = {
      "Focused crawling: give seed pages and a topic, and get the pages about it.",
      "",
      "Each command explains itself: dowser crawl --help"
    },
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the command has done its work",
      "1:it failed; a line says why",
      "2:wrong use; a line says what is allowed",
      "3:explain: the URL would not be fetched",
      "130:stopped by Ctrl-C, 143 by kill; what was found is written, and resume continues"
    },
    footerHeading = "%nBegin with:%n",
    footer = {
      "  dowser quickstart",
      "  dowser crawl --seed https://www.example.org/ --stay-on host --topic tide,ebb,flood \\",
      "    --out tides",
      "",
      "where dowser is: java -jar dowser.jar"
    },
    subcommands = {
      CrawlCommand.class,
      ResumeCommand.class,
      RecrawlCommand.class,
      ReportCommand.class,
      ExportCommand.class,
      MonitorCommand.class,
      McpCommand.class,
      ServeCommand.class,
      ExplainCommand.class,
      SettingsCommand.class,
      QuickstartCommand.class
    })
public final class Dowser implements Runnable {

  static final int FAILED = 1;
  static final int WRONG_USE = 2;
  static final int REFUSED = 3;
  static final int STOPPED = 130;

  @Spec private CommandSpec spec = CommandSpec.create();

  /**
   * Runs a command and ends the JVM with its exit code, see {@code --help}.
   *
   * @param args the command and its options
   */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    var program = new CommandLine(new Dowser());
    ResourceBundle settings = NamedSettings.descriptions();
    program.getSubcommands().values().forEach(command -> command.setResourceBundle(settings));
    Lab.addCommands(program); // whose options describe themselves
    return program
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Dowser::misused)
        .setExecutionExceptionHandler(Dowser::failed)
        .setUsageHelpWidth(100);
  }

  @Command(
      name = "completion",
      mixinStandardHelpOptions = true,
      description = {
        "Prints a script with which bash and zsh complete commands and options.",
        "",
        "Put these lines into your .bashrc:",
        "  alias dowser='java -jar /path/to/dowser.jar'",
        "  source <(dowser completion)"
      })
  int completion() {
    spec.commandLine().getOut().print(AutoComplete.bash("dowser", spec.commandLine()));
    spec.commandLine().getOut().flush();
    return 0;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command, such as crawl");
  }

  private static int misused(ParameterException error, String... arguments) {
    CommandLine command = error.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("dowser: " + error.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(error, err)) {
      err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    }
    return WRONG_USE;
  }

  private static int failed(Exception error, CommandLine command, ParseResult arguments) {
    PrintWriter err = command.getErr();
    if (error instanceof CrawlException) {
      err.println("dowser: " + error.getMessage());
    } else if (error instanceof IOException) {
      err.println("dowser: cannot read or write: " + error);
    } else {
      err.println("dowser: this is a bug in Dowser; please report it with these lines");
      error.printStackTrace(err);
    }
    return FAILED;
  }

  /** Reads the version from the manifest of the jar. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = Dowser.class.getPackage().getImplementationVersion();
      return new String[] {"dowser " + (version == null ? "(not packaged)" : version)};
    }
  }
}
