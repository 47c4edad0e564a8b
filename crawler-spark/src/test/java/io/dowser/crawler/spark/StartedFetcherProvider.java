package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.function.Function;

/** Creates fetchers that write their starts and ends into the file {@code log}. */
public final class StartedFetcherProvider implements FetcherProvider {

  /** For the service loader. */
  public StartedFetcherProvider() {}

  @Override
  public String name() {
    return "started";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    return new Started(
        Path.of(settings.text("log", "", "any text", "of a test")),
        settings.flag("fails", false, "of a test"));
  }

  private record Started(Path log, boolean fails) implements Fetcher {

    @Override
    public void start(Function<CrawlUrl, Duration> delays) {
      write("start " + delays.apply(CrawlUrl.of("http://a.test/")));
      if (fails) {
        throw new CrawlException("the login failed");
      }
    }

    @Override
    public FetchResult fetch(FetchRequest request) {
      return FetchResult.Failed.of(request.url(), FetchResult.FailureReason.DNS, "no web");
    }

    @Override
    public void close() {
      write("close");
    }

    private void write(String line) {
      try {
        Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
