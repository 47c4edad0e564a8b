package io.dowser.crawler.archive;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fetches pages from an archive instead of the web, so that crawls can be repeated offline.
 *
 * <p>An archive is one or more WARC files (ISO 28500) or ARC files, plain or with each record
 * compressed separately: {@code response} records of HTTP, {@code resource} and {@code revisit}
 * records. A record that is truncated by the end of the file is left out, as a process that was
 * killed leaves one there. So is a damaged one, with a warning in the log that names the file and
 * the byte where the first of them begins; in a plain file, a record whose length alone is wrong is
 * served up to the next record. A file without a record that can be read is refused.
 *
 * <p>An empty file, which a killed process may leave as well, has no pages.
 *
 * <p>An archive may come from another program. A record fails alone if it takes more than 256 MiB
 * in its file, as large downloads do, or if its HTTP response is malformed. The failure has the
 * reason {@link FailureReason#PROTOCOL} and a detail with the cause. Bodies with the content coding
 * {@code gzip}, or {@code deflate} without a zlib header, are decoded; a text body whose header
 * names a coding is returned unchanged, because older archives hold such bodies; other codings are
 * such failures. A record without a target is left out. Of a truncated or corrupt body, the
 * readable part is returned, with {@link FetchResult.Truncation#ABORTED} if the archive has no
 * reason; one that unpacks to more than 64 MiB is truncated there, with {@link
 * FetchResult.Truncation#BYTE_LIMIT}.
 *
 * <p>URLs are canonicalised as the crawl does it; those that are not http or https are left out. Of
 * several responses for one URL, the latest page or redirect by {@code WARC-Date} is returned, and
 * the first of those with equal or no times. An error (or a 304) is returned only if there is
 * nothing else, because the site may have been out of order later. A {@code revisit} record returns
 * the page that it refers to by URL and time, in any file of the archive, with that page's headers;
 * without a time, the last one that precedes it. If that page is missing, the result is a failure
 * with {@link FailureReason#PROTOCOL}. A URL that is not in the archive is a failure with status
 * 404. A request that names the entity tag of its page gets {@link FetchResult.NotModified}.
 *
 * <p>The index of the pages is on disk, so an archive takes no heap. It is created when the archive
 * is opened, and kept for the next time if {@link Builder#indexDirectory} is set. A temporary index
 * loses its name as soon as the archive is open, where the system allows that (Windows does not),
 * so that a killed process leaves nothing; a process that is killed while it creates an index
 * leaves a directory {@code dowser-replay*} among the temporary files.
 *
 * <p>Thread-safe.
 */
public final class ReplayFetcher implements Fetcher {

  private final Archive archive;
  private final SimulatedNetwork network;
  private final IndexDirectory index;

  private ReplayFetcher(Archive archive, SimulatedNetwork network, IndexDirectory index) {
    this.archive = archive;
    this.network = network;
    this.index = index;
  }

  /**
   * {@return a builder of a replay}
   *
   * @param archive a file, or a directory whose files named {@code *.warc}, {@code *.warc.gz},
   *     {@code *.arc} and {@code *.arc.gz} are taken in the order of their names
   */
  public static Builder builder(Path archive) {
    return new Builder().archive(archive);
  }

  /** {@return the number of URLs that can be served, 0 or more} */
  public int pages() {
    return archive.pages();
  }

  /**
   * Returns the archived result of a request.
   *
   * @param request the URL to look up
   * @return the page, redirect or failure in the archive; a failure with {@link FailureReason#IO}
   *     if it cannot be read
   * @throws InterruptedException if the thread is interrupted before, or while time passes
   */
  @Override
  public FetchResult fetch(FetchRequest request) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before the fetch of " + request.url());
    }
    long start = System.nanoTime();
    network.delay(request.url());
    Optional<FetchResult> fault = network.fault(request.url());
    FetchResult result = fault.isPresent() ? fault.get() : archive.result(request);
    return result instanceof FetchResult.Fetched fetched
        ? timed(fetched, System.nanoTime() - start)
        : result;
  }

  private static FetchResult timed(FetchResult.Fetched fetched, long nanos) {
    return new FetchResult.Fetched(
        fetched.url(),
        fetched.status(),
        fetched.headers(),
        fetched.body(),
        fetched.truncation(),
        Duration.ofNanos(Math.max(1, nanos)));
  }

  /**
   * Closes the archive, and deletes the index if it is temporary.
   *
   * @throws UncheckedIOException if that fails
   */
  @Override
  public void close() {
    try {
      archive.close();
      index.delete();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns where the index is, or was if it is temporary. */
  Path indexPath() {
    return index.path();
  }

  /**
   * Builds a {@link ReplayFetcher}. Each method checks its argument at once, and throws an {@link
   * IllegalStateException} if a call before has set the same. Not thread-safe.
   */
  public static final class Builder {

    private static final Duration LONGEST_LATENCY = Duration.ofHours(1);

    private final SettingCalls calls = new SettingCalls();
    private final List<Path> archives = new ArrayList<>();
    private @Nullable IndexDirectory indexDirectory;
    private UrlCanonicalizer canonicalizer = UrlCanonicalizer.standard();
    private Duration leastLatency = Duration.ZERO;
    private Duration mostLatency = Duration.ZERO;
    private double faults;
    private int seed = 1;

    private Builder() {}

    /**
     * Adds another file or directory.
     *
     * @param path see {@link ReplayFetcher#builder}
     * @return this
     * @throws IllegalArgumentException if there is nothing at that path
     */
    public Builder archive(Path path) {
      if (!Files.exists(path)) {
        throw new IllegalArgumentException("archive must exist, but was " + path);
      }
      archives.add(path);
      return this;
    }

    /**
     * Sets the directory of the index. The index is used again while names, sizes and times of the
     * archive's files are the same, and replaced otherwise.
     *
     * @param directory created if it does not exist, may be that of the archive; holds the index of
     *     one archive, and no two processes may create it at a time; by default a temporary one
     * @return this
     */
    public Builder indexDirectory(Path directory) {
      requireNonNull(directory, "directory");
      calls.set("indexDirectory", () -> indexDirectory = new IndexDirectory(directory, false));
      return this;
    }

    /**
     * Sets the canonicalizer of the archive's URLs.
     *
     * @param canonicalizer that of the crawl; by default {@link UrlCanonicalizer#standard}
     * @return this
     */
    public Builder canonicalizer(UrlCanonicalizer canonicalizer) {
      requireNonNull(canonicalizer, "canonicalizer");
      calls.set("canonicalizer", () -> this.canonicalizer = canonicalizer);
      return this;
    }

    /**
     * Sets the latency of a request: between two durations, the same for a URL each time.
     *
     * @param least 0 or more, by default 0
     * @param most at least {@code least} and at most one hour, by default 0
     * @return this
     * @throws IllegalArgumentException if they are out of their ranges
     */
    public Builder latency(Duration least, Duration most) {
      calls.set(Map.of("latency", least, "maxLatency", most), this::read);
      return this;
    }

    /**
     * Sets the share of requests that fail: with a timeout, a reset connection or status 503. A URL
     * that failed has a new chance at the next request.
     *
     * @param share 0 to 1, by default 0
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder faults(double share) {
      calls.set("faults", share, this::read);
      return this;
    }

    /**
     * Sets the seed of latency and faults.
     *
     * @param seed any number, by default 1
     * @return this
     */
    public Builder seed(int seed) {
      calls.set("seed", seed, this::read);
      return this;
    }

    private void read(Settings settings) {
      Duration least =
          settings.duration(
              "latency", leastLatency, Duration.ZERO, LONGEST_LATENCY, "minimum time of a fetch");
      mostLatency =
          settings.duration(
              "maxLatency",
              mostLatency.compareTo(least) < 0 ? least : mostLatency,
              least,
              LONGEST_LATENCY,
              "maximum time of a fetch; by default latency");
      leastLatency = least;
      faults = settings.number("faults", faults, 0, 1, "share of fetches that fail");
      seed =
          settings.integer(
              "seed",
              seed,
              Integer.MIN_VALUE,
              Integer.MAX_VALUE,
              "seed of the random times and failures");
    }

    /**
     * Opens the archive and reads or creates its index.
     *
     * @return the fetcher
     * @throws CrawlException if a file cannot be read or is no archive; the message names it
     */
    public ReplayFetcher open() {
      var network = new SimulatedNetwork(leastLatency, mostLatency, faults, seed);
      try {
        IndexDirectory index =
            indexDirectory == null ? IndexDirectory.createTemporary() : indexDirectory;
        try {
          Archive archive = Archive.open(archives, index.path(), canonicalizer);
          return new ReplayFetcher(archive, network, index);
        } finally {
          index.deleteIfAllowed();
        }
      } catch (IOException e) {
        throw new CrawlException("cannot open the archive " + archives + ": " + e.getMessage(), e);
      }
    }
  }

  /**
   * Creates {@link ReplayFetcher}s by the name {@code replay}.
   *
   * <p>The settings are listed in docs/settings.md.
   */
  public static final class Provider implements FetcherProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "replay";
    }

    @Override
    public Fetcher create(Settings settings, CrawlContext context) {
      String archives =
          settings.text(
              "archive",
              "",
              "files and directories, with commas between them",
              "WARC files, or directories of them; required");
      String index =
          settings.text(
              "indexDirectory",
              "",
              "a directory",
              "directory that keeps the index for the next run; by default a temporary one");
      var builder = new Builder();
      builder.read(settings);
      addArchives(builder, archives);
      if (settings.asMap().containsKey("indexDirectory")) {
        builder.indexDirectory(path("indexDirectory", index));
      }
      return builder.open();
    }

    private static void addArchives(Builder builder, String archives) {
      for (String archive : archives.split(",", -1)) {
        Path path = path("archive", archive.strip());
        try {
          builder.archive(path);
        } catch (IllegalArgumentException e) {
          throw new SettingException("archive", archives, "files and directories that exist");
        }
      }
    }

    private static Path path(String key, String value) {
      try {
        if (!value.isEmpty()) {
          return Path.of(value);
        }
      } catch (InvalidPathException e) {
        // refused below
      }
      throw new SettingException(key, value, "a path");
    }
  }
}
