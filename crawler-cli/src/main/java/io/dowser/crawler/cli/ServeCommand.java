package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlFolder;
import io.dowser.crawler.monitor.CrawlMonitor;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Serves a page that starts crawls in a folder, until the process ends. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Serves a page on which people start, teach and continue crawls, and the same for programs:"
          + " /openapi.json describes it. Until Ctrl-C, which stops the crawls.",
      "",
      "Crawls stay in FOLDER, each in a directory of its name, and are listed after a restart."
    })
final class ServeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "FOLDER",
      arity = "0..1",
      defaultValue = "crawls",
      description = "The folder of the crawls. Default: ${DEFAULT-VALUE}")
  private Path folder = Path.of("crawls");

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port of the page; 0 for any that is free. Default: ${DEFAULT-VALUE}",
      defaultValue = "8080")
  private int port;

  @Option(
      names = "--address",
      paramLabel = "ADDRESS",
      description = "The address to listen on; any but this machine's own needs a token.",
      defaultValue = "127.0.0.1")
  private String address = "127.0.0.1";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "A file with a secret of 16 letters and digits or more: open the page once by"
              + " /?token=..., and let programs send it as Authorization: Bearer.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--public-uri",
      paramLabel = "URI",
      description = "The address of a proxy in front, such as https://crawls.example.org.")
  private @Nullable URI publicUri;

  @Mixin private FolderOptions limits = new FolderOptions();

  @Override
  public Integer call() throws IOException {
    String token = tokenFile == null ? "" : Files.readString(tokenFile, StandardCharsets.UTF_8);
    try (CrawlFolder crawls = CrawlRun.checked(spec, () -> limits.open(folder));
        CrawlMonitor monitor =
            CrawlRun.checked(spec, () -> builder(token.strip()).folder(crawls).serve())) {
      Runtime.getRuntime().addShutdownHook(CrawlRun.ending(crawls));
      PrintWriter out = spec.commandLine().getOut();
      String end = token.isEmpty() ? "" : "?token=...";
      out.println("open " + monitor.uri() + end + " in a browser; Ctrl-C ends this");
      out.flush();
      MonitorCommand.awaitEnd();
    }
    return 0;
  }

  private CrawlMonitor.Builder builder(String token) {
    CrawlMonitor.Builder builder = CrawlMonitor.builder().port(port);
    try {
      builder.address(InetAddress.getByName(address));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("--address must be one of this machine: " + address, e);
    }
    if (tokenFile != null) {
      builder.token(token);
    }
    if (publicUri != null) {
      builder.publicUri(publicUri);
    }
    return builder;
  }
}
