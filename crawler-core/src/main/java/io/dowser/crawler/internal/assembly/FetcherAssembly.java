package io.dowser.crawler.internal.assembly;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.fetch.HttpSettings;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.url.HostRules;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates the fetcher of a crawl, with what the crawl sets for each fetcher over HTTP. Not
 * thread-safe.
 */
final class FetcherAssembly {

  private static final int MAX_CONNECTIONS = 10_000;

  private final CrawlSpec spec;
  private final Settings settings;

  FetcherAssembly(CrawlSpec spec) {
    this.spec = spec;
    settings = Settings.of(spec.fetcher.get().settings());
  }

  /** Creates the fetcher, or returns the one that was given; its product token is valid. */
  Fetcher fetcher(ClassLoader[] loaders, CrawlContext context) {
    HttpSettings http =
        context
            .shared()
            .get(
                HttpSettings.class,
                () ->
                    new HttpSettings(
                        Math.min(spec.workers.get(), MAX_CONNECTIONS),
                        this::applyTo,
                        spec.http.get().orElse(builder -> {})));
    Fetcher fetcher = create(loaders, context);
    try {
      if (!http.isApplied()) {
        refuseSettings();
      }
      checkToken(fetcher);
      return fetcher;
    } catch (RuntimeException e) {
      close(fetcher);
      throw e;
    }
  }

  /** Creates the default fetcher without a look at others, whose libraries may be absent. */
  private Fetcher create(ClassLoader[] loaders, CrawlContext context) {
    if (!spec.usesDefaultFetcher()) {
      return spec.fetcher.get().resolve(PluginRegistry.fetchers(loaders), context);
    }
    OkHttpFetcher.Builder builder = OkHttpFetcher.Provider.builder(settings, context);
    settings.refuseUnread();
    return builder.build();
  }

  /** Closes a fetcher that was created here and is not wanted any more. */
  void close(Fetcher fetcher) {
    if (!spec.isFetcherGiven()) {
      fetcher.close();
    }
  }

  private void checkToken(Fetcher fetcher) {
    String token = fetcher.productToken();
    if (!token.matches("[A-Za-z_-]+")) {
      throw new CrawlException(
          "the product token of the fetcher "
              + (spec.isFetcherGiven() ? fetcher.getClass().getName() : spec.fetcher.get().name())
              + " must be letters, - and _, but was '"
              + token
              + "'");
    }
  }

  /** Refuses settings that the fetcher of the crawl would not see. */
  private void refuseSettings() {
    List<String> unread = new ArrayList<>();
    for (Setting<?> setting :
        List.of(spec.http, spec.httpClient, spec.userAgent, spec.addressRules)) {
      if (setting.isGiven()) {
        unread.add(setting.name());
      }
    }
    if (spec.hostRules.get().values().stream().anyMatch(FetcherAssembly::concernsRequests)) {
      unread.add("hostRules with headers, userAgent or proxy");
    }
    if (!unread.isEmpty()) {
      throw new CrawlException(
          String.join(", ", unread)
              + " cannot reach the fetcher "
              + spec.fetcher.get().name()
              + ", which the program has created; set them on its OkHttpFetcher.builder(), or name"
              + " a fetcher: fetcher(\"okhttp\", settings)");
    }
  }

  private static boolean concernsRequests(HostRules rules) {
    return rules.userAgent().isPresent() || rules.proxy().isPresent() || !rules.headers().isEmpty();
  }

  /** Applies the settings of the crawl to the builder of a fetcher. */
  private void applyTo(OkHttpFetcher.Builder builder) {
    spec.httpClient.get().ifPresent(builder::client);
    spec.hostRules.get().forEach(builder::hostRules);
    spec.userAgent.get().ifPresent(builder::userAgent);
    spec.addressRules.get().ifPresent(builder::addressRules);
  }
}
