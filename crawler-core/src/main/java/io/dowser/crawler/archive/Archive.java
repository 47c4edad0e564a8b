package io.dowser.crawler.archive;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.archive.WarcFile.Repeated;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files of pages with their index; thread-safe. */
final class Archive implements Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(Archive.class);

  private static final String INDEX = "pages.index";
  private static final int INDEX_FORMAT = 5;
  private static final int MAX_FILES = 1 << 15;
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final int NOT_FOUND = 404;

  private final List<WarcFile> files;
  private final PageIndex index;

  private Archive(List<WarcFile> files, PageIndex index) {
    this.files = files;
    this.index = index;
  }

  /** Opens an archive; creates its index if the directory has none that fits. */
  static Archive open(List<Path> paths, Path indexDirectory, UrlCanonicalizer canonicalizer)
      throws IOException {
    List<Path> sources = sources(paths);
    String stamp = stamp(sources, canonicalizer);
    Files.createDirectories(indexDirectory);
    Path indexFile = indexDirectory.resolve(INDEX);
    List<WarcFile> files = new ArrayList<>();
    try {
      for (Path source : sources) {
        files.add(file(source));
      }
      @Nullable PageIndex index = PageIndex.open(indexFile, stamp);
      if (index == null) {
        writeIndex(files, indexFile, stamp, canonicalizer);
        index = PageIndex.open(indexFile, stamp);
      }
      if (index == null) {
        throw new IOException("the index " + indexFile + " changed while it was created");
      }
      return new Archive(files, index);
    } catch (IOException | RuntimeException e) {
      for (WarcFile file : files) {
        file.close();
      }
      throw e;
    }
  }

  /** Counts the URLs of the archive. */
  int pages() {
    return index.pages();
  }

  /** Returns the archived result of a request; a missing or unreadable one is a failure. */
  FetchResult result(FetchRequest request) {
    CrawlUrl url = request.url();
    try {
      FetchResult result = find(url).orElseGet(() -> absent(url));
      boolean same =
          request.entityTag().isPresent()
              && result instanceof FetchResult.Fetched fetched
              && fetched.headers().firstValue("etag").equals(request.entityTag());
      return same ? new FetchResult.NotModified(url) : result;
    } catch (IOException e) {
      return FetchResult.Failed.of(url, FailureReason.IO, "archive: " + e.getMessage());
    }
  }

  private static FetchResult absent(CrawlUrl url) {
    return new FetchResult.Failed(
        url,
        FailureReason.HTTP_STATUS,
        NOT_FOUND,
        "not in the archive",
        false,
        FetchResult.NO_HEADERS);
  }

  private Optional<FetchResult> find(CrawlUrl url) throws IOException {
    Optional<PageIndex.Entry> entry = index.find(url.toString());
    @Nullable Repeated repeats = entry.map(PageIndex.Entry::repeats).orElse(null);
    if (repeats == null) {
      return entry.isEmpty() ? Optional.empty() : Optional.of(read(url, entry.get()));
    }
    Optional<PageIndex.Entry> repeated = index.find(repeats);
    return Optional.of(repeated.isEmpty() ? missing(url, repeats) : read(url, repeated.get()));
  }

  private FetchResult read(CrawlUrl url, PageIndex.Entry entry) throws IOException {
    return files.get(entry.file()).result(url, entry);
  }

  private static FetchResult missing(CrawlUrl url, Repeated repeats) {
    boolean exact = repeats.earliest() == repeats.latest();
    String when = (exact ? " of " : " until ") + Instant.ofEpochMilli(repeats.latest());
    return FetchResult.Failed.of(
        url,
        FailureReason.PROTOCOL,
        "archive: the page is unchanged from " + repeats.url() + when + ", which is missing");
  }

  @Override
  public void close() throws IOException {
    index.close();
    for (WarcFile file : files) {
      file.close();
    }
  }

  private static List<Path> sources(List<Path> paths) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isDirectory(path)) {
        try (Stream<Path> inside = Files.list(path)) {
          inside.filter(Archive::isArchive).sorted().forEach(sources::add);
        }
      } else {
        sources.add(path);
      }
    }
    if (sources.isEmpty() || sources.size() > MAX_FILES) {
      throw new IOException(
          "an archive must have 1 to "
              + MAX_FILES
              + " files, but "
              + paths
              + " has "
              + sources.size());
    }
    for (Path source : List.copyOf(sources)) {
      if (Files.size(source) == 0) { // as a killed process may leave one
        sources.remove(source);
      }
    }
    return sources;
  }

  private static boolean isArchive(Path path) {
    String name = path.getFileName().toString();
    String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    return plain.endsWith(".warc") || plain.endsWith(".arc");
  }

  /** Another file, size, time or form of URLs gives another stamp. */
  private static String stamp(List<Path> sources, UrlCanonicalizer canonicalizer)
      throws IOException {
    Hasher hasher = Hashing.murmur3_128().newHasher().putInt(INDEX_FORMAT);
    for (Path source : sources) {
      hasher.putString(source.toAbsolutePath().toString(), StandardCharsets.UTF_8);
      hasher.putLong(Files.size(source)).putLong(Files.getLastModifiedTime(source).toMillis());
    }
    hasher.putString(canonicalizer.toString(), StandardCharsets.UTF_8);
    return hasher.hash().toString();
  }

  private static WarcFile file(Path source) throws IOException {
    OptionalLibrary.JWARC.require();
    return new WarcFile(source, isZipped(source));
  }

  private static boolean isZipped(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return file.toString().endsWith(".gz") || Arrays.equals(in.readNBytes(GZIP.length), GZIP);
    }
  }

  private static @Nullable Repeated canonical(
      @Nullable Repeated repeats, UrlCanonicalizer canonicalizer) {
    if (repeats == null) {
      return null;
    }
    String url = repeats.url();
    return new Repeated(
        canonicalizer.canonicalize(url).map(CrawlUrl::toString).orElse(url),
        repeats.earliest(),
        repeats.latest());
  }

  private static void writeIndex(
      List<WarcFile> files, Path indexFile, String stamp, UrlCanonicalizer canonicalizer)
      throws IOException {
    try (var writer = new PageIndex.Writer(indexFile)) {
      for (int i = 0; i < files.size(); i++) {
        int file = i;
        String damage =
            files
                .get(i)
                .scan(
                    (capture, offset, length) -> {
                      @Nullable Repeated repeats = canonical(capture.repeats(), canonicalizer);
                      var entry = new PageIndex.Entry(file, offset, length, repeats);
                      @Nullable CrawlUrl url =
                          canonicalizer.canonicalize(capture.url()).orElse(null);
                      if (url != null) { // ftp: and the like cannot be asked for
                        writer.add(url.toString(), capture, entry);
                      }
                    });
        if (!damage.isEmpty()) {
          LOG.warn("{}", damage);
        }
      }
      writer.finish(stamp);
    }
  }
}
