package io.dowser.crawler.spark;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Creates fetchers of a page in English and one in German, and of a document from a file. */
public final class DocumentWebProvider implements FetcherProvider {

  static final String SEED = "http://a.example/";
  static final String DOCUMENT = "http://a.example/paper.pdf";

  /** For the service loader. */
  public DocumentWebProvider() {}

  @Override
  public String name() {
    return "document-web";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    String file = settings.text("file", "", "any text", "of a test");
    Fetcher pages =
        InMemoryWeb.builder()
            .page(
                SEED,
                "Light",
                "A laser sends its beam through a lens, and the light of the beam is red, as all of"
                    + " us can see who look at the wall of the room behind the lens of the laser.",
                "/paper.pdf",
                "/de")
            .page(
                "http://a.example/de",
                "Licht",
                "Der Laser sendet einen Strahl durch die Linse, und das Licht des Strahls ist rot,"
                    + " wie wir alle sehen, wenn wir auf die Wand des Zimmers blicken: laser lens.")
            .build()
            .fetcher();
    return request ->
        request.url().toString().equals(DOCUMENT) && !file.isEmpty()
            ? new FetchResult.Fetched(
                request.url(),
                200,
                HttpHeaders.of(
                    Map.of("content-type", List.of("application/pdf")), (name, value) -> true),
                body(Path.of(file)),
                FetchResult.Truncation.NONE,
                Duration.ofMillis(1))
            : pages.fetch(request);
  }

  private static Body body(Path file) {
    try {
      return Body.of(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
