package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlFolder;
import io.dowser.crawler.mcp.CrawlMcpServer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Serves a folder of crawls by the Model Context Protocol, until the client ends its stream. */
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description = {
      "Serves a folder of crawls to assistants, by the Model Context Protocol.",
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

  @Mixin private FolderOptions limits = new FolderOptions();

  @Override
  public Integer call() {
    try (CrawlFolder crawls = CrawlRun.checked(spec, () -> limits.open(folder));
        CrawlMcpServer server = CrawlRun.checked(spec, () -> serve(crawls))) {
      Runtime.getRuntime().addShutdownHook(CrawlRun.ending(crawls));
      server.uri().ifPresent(uri -> spec.commandLine().getErr().println("serving " + uri));
      server.awaitEnd();
    } catch (InterruptedException e) { // after both are closed
      Thread.currentThread().interrupt();
    }
    return 0;
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
