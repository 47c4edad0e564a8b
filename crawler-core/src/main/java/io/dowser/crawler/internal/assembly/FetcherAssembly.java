package io.dowser.crawler.internal.assembly;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.url.HostRules;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Creates the fetcher of a crawl: the default one as soon as it is known what the page analyzers
 * read, and another one at once. Not thread-safe.
 */
final class FetcherAssembly {

  private static final int MAX_CONNECTIONS = 10_000;

  private final CrawlSpec spec;
  private final Settings settings;
  private final OkHttpFetcher.@Nullable Builder byDefault;
  private final @Nullable Fetcher other;

  FetcherAssembly(CrawlSpec spec, ClassLoader[] loaders, CrawlContext context) {
    this.spec = spec;
    settings = Settings.of(spec.fetcher.get().settings());
    byDefault = spec.usesDefaultFetcher() ? byDefault() : null;
    other = byDefault == null ? other(loaders, context) : null;
  }

  /** Returns by which name robots.txt addresses the fetcher. */
  String productToken() {
    String token =
        byDefault == null ? requireNonNull(other).productToken() : byDefault.productToken();
    if (!token.matches("[A-Za-z_-]+")) {
      String name = byDefault == null ? requireNonNull(other).getClass().getName() : "okhttp";
      throw new CrawlException(
          "the product token of the fetcher "
              + name
              + " must be letters, - and _, but was '"
              + token
              + "'");
    }
    return token;
  }

  /** Returns the fetcher; the default one accepts these types unless its settings name some. */
  Fetcher fetcher(List<PageAnalyzer.Type> types) {
    if (byDefault == null) {
      return requireNonNull(other);
    }
    if (!settings.asMap().containsKey("acceptedTypes")) {
      byDefault.acceptedTypes(types.stream().map(PageAnalyzer.Type::mediaType).toList());
    }
    types.stream()
        .filter(type -> type.maxBytes() > 0)
        .forEach(type -> byDefault.maxBytes(type.mediaType(), type.maxBytes()));
    return byDefault.build();
  }

  /** Closes a fetcher that was created here and is not wanted any more. */
  void close() {
    if (other != null && !(spec.fetcher.get() instanceof PluginChoice.Given)) {
      other.close();
    }
  }

  private Fetcher other(ClassLoader[] loaders, CrawlContext context) {
    if (spec.httpClient.isGiven() || spec.userAgent.isGiven() || spec.addressRules.isGiven()) {
      throw new CrawlException(
          "httpClient, userAgent and addressRules are for the default fetcher,"
              + " but another fetcher was given");
    }
    if (spec.hostRules.get().values().stream().anyMatch(FetcherAssembly::concernsRequests)) {
      throw new CrawlException(
          "hostRules with headers, userAgent or proxy are for the default fetcher, but another"
              + " fetcher was given; give them to OkHttpFetcher.builder().hostRules(..)");
    }
    return spec.fetcher.get().resolve(PluginRegistry.fetchers(loaders), context);
  }

  private static boolean concernsRequests(HostRules rules) {
    return rules.userAgent().isPresent() || rules.proxy().isPresent() || !rules.headers().isEmpty();
  }

  /** Sets up the default fetcher by its settings and those of the builder. */
  private OkHttpFetcher.Builder byDefault() {
    OkHttpFetcher.Builder builder =
        OkHttpFetcher.Provider.builder(settings, Math.min(spec.workers.get(), MAX_CONNECTIONS));
    settings.refuseUnread();
    spec.httpClient.get().ifPresent(builder::client);
    spec.hostRules.get().forEach(builder::hostRules);
    merge("userAgent", spec.userAgent, builder::userAgent);
    merge("allowAddresses", spec.addressRules, builder::addressRules);
    return builder;
  }

  /** Prefers a setting of the fetcher to a recorded one of the builder. */
  private <T> void merge(String key, Setting<Optional<T>> setting, Consumer<T> target) {
    boolean twice = settings.asMap().containsKey(key);
    if (twice && setting.isGiven()) {
      throw new CrawlException(
          "only one may be given of "
              + setting.name()
              + "(..) and the setting '"
              + key
              + "' of the fetcher");
    }
    if (!twice) {
      setting.get().ifPresent(target);
    }
  }
}
