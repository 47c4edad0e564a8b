package io.dowser.crawler;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.testkit.KilledProcess;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A crawl in a separate process, which is killed again and again with SIGKILL. The number of
 * requests at which it dies is random; the process writes each request into a log.
 */
final class KilledCrawl {

  /** A crawl of an archive from its page {@code http://host0.../}; a setting {@code a=b} or "". */
  record Spec(
      Path archive, String seed, String frontier, String setting, int workers, int commitVisits) {}

  private final Spec spec;
  private final Path directory;
  private final Path log;
  private int kills;

  KilledCrawl(Spec spec, Path directory) throws IOException {
    this.spec = spec;
    this.directory = directory;
    this.log = Files.createFile(directory.resolveSibling(directory.getFileName() + ".log"));
  }

  /** Kills the crawl up to a number of times and then lets it come to its end. */
  KilledCrawl run(int times, int requestsBetween, SplittableRandom random) throws Exception {
    for (int i = 0; i < times; i++) {
      if (!runAndKill(random.nextInt(requestsBetween))) {
        return this; // it had come to its end before
      }
    }
    start().awaitEnd();
    return this;
  }

  /** Kills the crawl after a number of requests, and returns whether it had not ended before. */
  boolean runAndKill(int requests) throws Exception {
    long bytes = Files.size(log);
    boolean killed = start().killOnce(() -> requestsSince(bytes) > requests);
    kills += killed ? 1 : 0;
    return killed;
  }

  private long requestsSince(long bytes) throws IOException {
    long size = Files.size(log);
    if (size == bytes) {
      return 0;
    }
    try (var in = Files.newInputStream(log)) {
      in.skipNBytes(bytes);
      byte[] fresh = in.readAllBytes();
      long lines = 0;
      for (byte b : fresh) {
        lines += b == '\n' ? 1 : 0;
      }
      return lines;
    }
  }

  int kills() {
    return kills;
  }

  /** All requests for pages; sites are asked for their robots.txt again by each process. */
  List<String> requests() throws IOException {
    return Files.readAllLines(log).stream().filter(url -> !url.endsWith("/robots.txt")).toList();
  }

  /** The directory of the archive that the crawl writes. */
  Path pages() {
    return pages(directory);
  }

  private static Path pages(Path directory) {
    return directory.resolveSibling(directory.getFileName() + "-pages");
  }

  private KilledProcess start() {
    return KilledProcess.start(
        KilledCrawl.class,
        directory.resolveSibling(directory.getFileName() + ".out"),
        spec.archive.toString(),
        spec.seed,
        spec.frontier,
        spec.setting,
        Integer.toString(spec.workers),
        Integer.toString(spec.commitVisits),
        directory.toString(),
        log.toString());
  }

  /** The process that is killed. */
  public static void main(String[] args) throws IOException {
    Path archive = Path.of(args[0]);
    Path index = archive.resolveSibling("index" + Path.of(args[6]).getFileName());
    Map<String, String> settings =
        args[3].isEmpty()
            ? Map.of()
            : Map.of(
                args[3].substring(0, args[3].indexOf('=')),
                args[3].substring(args[3].indexOf('=') + 1));
    try (OutputStream log = new FileOutputStream(args[7], true);
        Fetcher replay = ReplayFetcher.builder(archive).indexDirectory(index).open();
        Crawler crawler =
            Crawler.builder()
                .seed(args[1])
                .topic(Crawls.TOPIC)
                .frontier(args[2], settings)
                .means(Means.builder().workers(Integer.parseInt(args[4])).build())
                .politeness(
                    Politeness.builder().delay(Duration.ZERO).connectionsPerHost(16).build())
                .fetcher(request -> logged(replay, request, log))
                .directory(Path.of(args[6]))
                .persistence(
                    Persistence.builder()
                        .commitVisits(Integer.parseInt(args[5]))
                        .pageSink(WarcSink.in(pages(Path.of(args[6]))))
                        .build())
                .build()) {
      crawler.run().orThrow();
    }
  }

  private static io.dowser.crawler.api.FetchResult logged(
      Fetcher replay, FetchRequest request, OutputStream log) throws InterruptedException {
    try {
      log.write((request.url() + "\n").getBytes(StandardCharsets.UTF_8)); // one write, one line
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return replay.fetch(request);
  }
}
