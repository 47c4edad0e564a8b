package io.dowser.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A site served by another process, so that serving takes no part in what is measured here. */
final class ServedSite implements AutoCloseable {

  private final Site site;
  private final Process process;
  private final int port;

  private ServedSite(Site site, Process process, int port) {
    this.site = site;
    this.process = process;
    this.port = port;
  }

  /** Starts the process and waits until it serves. */
  static ServedSite start(SiteSpec spec, Duration latency) throws IOException {
    var arguments = new ArrayList<>(spec.toArguments());
    arguments.add(String.valueOf(latency.toMillis()));
    Process process = ChildJvm.start(List.of("-Xmx1g", "-XX:+UseSerialGC"), "server", arguments);
    BufferedReader output = process.inputReader(US_ASCII);
    String line = output.readLine();
    if (line == null) {
      throw new IOException("the server process ended before it served");
    }
    return new ServedSite(new Site(spec), process, Integer.parseInt(line));
  }

  /**
   * Serves a site until standard input ends; this is the other process.
   *
   * @param arguments a {@link SiteSpec} and the latency in milliseconds
   */
  static void serve(List<String> arguments) throws IOException {
    var site = new Site(SiteSpec.parse(arguments));
    Duration latency = Duration.ofMillis(Long.parseLong(arguments.get(arguments.size() - 1)));
    try (SiteServer server = SiteServer.start(site, latency)) {
      System.out.println(server.port());
      while (System.in.read() >= 0) {
        // the parent never writes; it closes the stream, or dies, when it is done
      }
    }
  }

  Site site() {
    return site;
  }

  int port() {
    return port;
  }

  @Override
  public void close() throws IOException {
    process.outputWriter(US_ASCII).close();
    process.onExit().join();
  }
}
