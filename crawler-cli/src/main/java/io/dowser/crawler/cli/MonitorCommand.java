package io.dowser.crawler.cli;

import io.dowser.crawler.monitor.CrawlMonitor;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Serves the page of a crawl until the process ends. */
@Command(
    name = "monitor",
    mixinStandardHelpOptions = true,
    description =
        "Serves a page with the results of a crawl on this machine, while the crawl runs or"
            + " afterwards, until Ctrl-C.")
final class MonitorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIRECTORY", description = "The --out of dowser crawl.")
  private Path directory = Path.of(".");

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port of the page; 0 for any that is free. Default: ${DEFAULT-VALUE}",
      defaultValue = "8080")
  private int port;

  @Override
  public Integer call() {
    try (CrawlMonitor monitor =
        CrawlRun.checked(spec, () -> CrawlMonitor.builder().port(port)).serve()) {
      monitor.watch(new CrawlFiles(directory).directory());
      PrintWriter out = spec.commandLine().getOut();
      out.println("open " + monitor.uri() + " in a browser; Ctrl-C ends this");
      out.flush();
      awaitEnd();
    }
    return 0;
  }

  /** Waits until the thread is interrupted or the process ends. */
  static void awaitEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
