package io.dowser.examples.linkevaluation;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes one file for each page, in one directory. Its name is the MD5 of the page's canonical URL
 * in 32 hexadecimal digits, its content the decoded body.
 *
 * <p>Source: Zou et al. (2009), who name pages in this way and use a stored page instead of a
 * fetch. Headers are not kept, so a reader of a stored page must determine its character set from
 * the page itself; {@link io.dowser.crawler.archive.WarcSink} keeps everything.
 *
 * <p>A file is written under a temporary name and renamed when it is complete. Thread-safe.
 */
public final class PageFiles implements PageSink {

  private final Path directory;

  private PageFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * Opens a directory.
   *
   * @param directory created if it does not exist
   * @return the pages in it
   * @throws CrawlException if it cannot be created
   */
  public static PageFiles in(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new CrawlException("pages cannot be kept in " + directory + ": " + e, e);
    }
    return new PageFiles(directory);
  }

  /**
   * {@return the path of a page, stored or not; a file in the directory}
   *
   * @param url its URL
   */
  public Path fileOf(CrawlUrl url) {
    byte[] bytes = requireNonNull(url, "url").toString().getBytes(StandardCharsets.UTF_8);
    try {
      byte[] hash = MessageDigest.getInstance("MD5").digest(bytes);
      return directory.resolve(HexFormat.of().formatHex(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }

  /** Writes a page under the URL that was asked for, in place of an earlier one. */
  @Override
  public void page(Visit visit) throws IOException {
    Path file = fileOf(visit.candidate().url());
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.write(part, visit.fetched().body().toArray());
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Does nothing: no file stays open. */
  @Override
  public void close() {}

  /**
   * Creates a fetcher that returns a stored page instead of fetching it.
   *
   * @param behind fetches what is not stored; closed with the new fetcher
   * @return the fetcher; stored pages have status 200, no headers, and no redirect before them
   */
  public Fetcher before(Fetcher behind) {
    return new StoredFirst(requireNonNull(behind, "behind"));
  }

  private Optional<byte[]> read(CrawlUrl url) throws IOException {
    try {
      return Optional.of(Files.readAllBytes(fileOf(url)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private final class StoredFirst implements Fetcher {

    private final Fetcher behind;

    StoredFirst(Fetcher behind) {
      this.behind = behind;
    }

    @Override
    public FetchResult fetch(FetchRequest request) throws InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted before the fetch of " + request.url());
      }
      long start = System.nanoTime();
      Optional<byte[]> stored;
      try {
        stored = read(request.url());
      } catch (IOException e) {
        return FetchResult.Failed.of(request.url(), FailureReason.IO, "stored page: " + e);
      }
      return stored.isPresent()
          ? page(request.url(), stored.get(), System.nanoTime() - start)
          : behind.fetch(request);
    }

    private static FetchResult page(CrawlUrl url, byte[] body, long nanos) {
      Duration elapsed = Duration.ofNanos(Math.max(1, nanos));
      return new FetchResult.Fetched(
          url, 200, FetchResult.NO_HEADERS, Body.of(body), Truncation.NONE, elapsed);
    }

    @Override
    public void start(Function<CrawlUrl, Duration> delays) throws InterruptedException {
      behind.start(delays);
    }

    @Override
    public String productToken() {
      return behind.productToken();
    }

    @Override
    public void close() {
      behind.close();
    }
  }
}
