package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlHistory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the results of a crawl, while it runs or afterwards. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "Writes report.html, pages.csv and pages.jsonl of a crawl again: while it runs, after its"
            + " end, or after a kill.")
final class ReportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIRECTORY", description = "The --out of dowser crawl.")
  private Path directory = Path.of(".");

  @Override
  public Integer call() throws IOException {
    CrawlHistory.open(directory).close(); // refuses a directory without a crawl
    PrintWriter out = spec.commandLine().getOut();
    long relevant = new CrawlResults(new CrawlFiles(directory)).write(out);
    out.println(relevant + (relevant == 1 ? " relevant page" : " relevant pages"));
    return 0;
  }
}
