package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlFolder;
import io.dowser.crawler.mcp.CrawlMcpServer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lets assistants crawl by the Model Context Protocol, until their stream ends. */
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description = {
      "Lets assistants start and read crawls in a folder, by the Model Context Protocol.",
      "",
      "By default it serves the program that started it, by standard input and output."
    })
final class McpCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FOLDER", description = "Has a directory for each crawl; created.")
  private Path folder = Path.of(".");

  @Option(
      names = "--http",
      paramLabel = "PORT",
      description = "Serve programs of this machine by HTTP; 0 for any free port.")
  private @Nullable Integer port;

  @Option(
      names = "--max-pages",
      paramLabel = "N",
      description = "The most pages of a crawl. Default: ${DEFAULT-VALUE}",
      defaultValue = "10000")
  private long maxPages;

  @Option(
      names = "--max-crawls",
      paramLabel = "N",
      description = "The most crawls at once. Default: ${DEFAULT-VALUE}",
      defaultValue = "4")
  private int maxCrawls;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of all crawls, which no client can change: --set userAgent=acme/1.0")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--allow",
      paramLabel = "NAME",
      description = "A setting that clients may give, too: --allow politeness.delay")
  private List<String> allowed = List.of();

  @Override
  public Integer call() {
    try (CrawlFolder crawls = CrawlRun.checked(spec, this::open);
        CrawlMcpServer server = CrawlRun.checked(spec, () -> serve(crawls))) {
      Runtime.getRuntime().addShutdownHook(CrawlRun.ending(crawls));
      server.uri().ifPresent(uri -> spec.commandLine().getErr().println("serving " + uri));
      server.awaitEnd();
    } catch (InterruptedException e) { // after both are closed
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private CrawlFolder open() {
    return CrawlFolder.in(folder)
        .maxPages(maxPages)
        .maxCrawls(maxCrawls)
        .settings(settings)
        .allow(allowed)
        .open();
  }

  private CrawlMcpServer serve(CrawlFolder crawls) {
    if (port != null) {
      return CrawlMcpServer.http(crawls, port);
    }
    OutputStream messages = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // of libraries: standard output has messages only
    return CrawlMcpServer.stdio(crawls, System.in, messages);
  }
}
