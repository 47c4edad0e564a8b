package io.dowser.examples.plugins;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.Fetcher;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Fetches {@code http://HOST/path} from the file {@code HOST/path} below a folder. */
public final class FolderFetcher implements Fetcher {

  private static final int MAX_BYTES = 10 << 20;
  private static final int NOT_FOUND = 404;

  private final Path folder;

  FolderFetcher(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  @Override
  public FetchResult fetch(FetchRequest request) { // many threads at once
    long start = System.nanoTime();
    String path = request.url().host() + request.url().path();
    Path file = folder.resolve(path.endsWith("/") ? path + "index.html" : path).normalize();
    if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
      return new Failed( // the web's failures are results; robots.txt without a file allows all
          request.url(),
          FailureReason.HTTP_STATUS,
          NOT_FOUND,
          "no file " + path,
          false,
          FetchResult.NO_HEADERS);
    }
    try (var in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES);
      return new Fetched(
          request.url(),
          200,
          HttpHeaders.of(Map.of("Content-Type", List.of(type(file))), (name, value) -> true),
          Body.of(bytes),
          in.read() < 0 ? Truncation.NONE : Truncation.BYTE_LIMIT,
          Duration.ofNanos(System.nanoTime() - start));
    } catch (IOException e) {
      return Failed.of(request.url(), FailureReason.IO, "cannot be read: " + e);
    }
  }

  private static String type(Path file) {
    return file.toString().endsWith(".md") ? "text/markdown" : "text/html";
  }
}
