package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the settings of a crawl for {@code --set}. */
@Command(
    name = "settings",
    mixinStandardHelpOptions = true,
    description =
        "Lists the settings of a crawl for --set, with their defaults and allowed values.",
    footerHeading = "%nExample:%n",
    footer = "  dowser settings retr")
final class SettingsCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Lists only settings whose name or description has this text.")
  private String text = "";

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (Crawler.Setting setting : Crawler.settings()) {
      if (!setting.allowed().isEmpty() && has(setting.name() + " " + setting.summary())) {
        out.println(setting.name() + "=" + setting.byDefault().strip().replace("\n", "\\n"));
        out.println("    " + setting.summary());
        out.println("    Allowed: " + setting.allowed());
      }
    }
    return 0;
  }

  private boolean has(String line) {
    return line.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
  }
}
