package io.dowser.crawler.browser;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.fetch.OkHttpFetcher;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads the settings of {@link BrowserFetcher.Provider}. */
final class BrowserFetcherSettings {

  private static final double LEAST_SCORE = -1_000_000;

  private BrowserFetcherSettings() {}

  static BrowserFetcher.Builder builder(Settings settings, CrawlContext context) {
    BrowserFetcher.Builder builder = BrowserFetcher.builder().policy(policy(settings));
    builder
        .browsers(
            settings.integer(
                "browsers",
                builder.browsers,
                1,
                64,
                "parallel browsers, fewer than the workers of the crawl"))
        .pagesPerBrowser(
            settings.integer(
                "pagesPerBrowser",
                builder.pages,
                1,
                10_000,
                "pages after which a browser is replaced"))
        .maxCharacters(
            settings.integer(
                "maxCharacters",
                builder.maxCharacters,
                1,
                1 << 26,
                "maximum length of a rendered page in characters"))
        .sandbox(
            settings.flag(
                "sandbox",
                true,
                "confine the processes of the browser; false where it runs as root or in a container"))
        .renderTimeout(
            settings.duration(
                "renderTimeout",
                builder.timeout,
                Duration.ofMillis(100),
                Duration.ofMinutes(10),
                "time limit of a page"))
        .idle(
            settings.duration(
                "idle",
                builder.idle,
                Duration.ofMillis(10),
                Duration.ofMinutes(1),
                "time without a request after which a page is complete"));
    given(
        settings,
        "block",
        builder.blocked.stream().sorted().collect(joining(",")),
        "resource types of the DevTools protocol, with commas between them",
        "types of requests that are blocked",
        types -> builder.block(list(types)));
    given(
        settings,
        "selector",
        "",
        "a CSS selector",
        "element that completes a page, instead of an idle network",
        builder::selector);
    given(
        settings,
        "chromium",
        "",
        "a file",
        "the program of the browser; by default the first one found",
        program -> builder.chromium(Path.of(program)));
    given(
        settings,
        "chromedriver",
        "",
        "a file",
        "the program that starts browsers; by default the first one found",
        program -> builder.chromedriver(Path.of(program)));
    given(
        settings,
        "remote",
        "",
        "an http or https URL",
        "a chromedriver or Selenium Grid that starts the browsers",
        url -> builder.remote(URI.create(url)));
    return builder.http(OkHttpFetcher.Provider.builder(settings, context).build());
  }

  private enum Render {
    EMPTY,
    ALWAYS
  }

  private static RenderPolicy policy(Settings settings) {
    Render render =
        settings.choice(
            "render", Render.EMPTY, "which pages are rendered: those that look empty, or all");
    RenderPolicy policy =
        render == Render.EMPTY ? RenderPolicy.looksEmpty() : RenderPolicy.always();
    List<String> hosts =
        list(
            settings.text(
                "renderHosts",
                "",
                "patterns of hosts, with commas between them",
                "hosts whose pages may be rendered; by default all"));
    double score =
        settings.number(
            "renderMinScore",
            LEAST_SCORE,
            LEAST_SCORE,
            -LEAST_SCORE,
            "minimum score of a link whose page is rendered; by default none");
    RenderPolicy ofHosts = hosts.isEmpty() ? policy : policy.and(RenderPolicy.hosts(hosts));
    return score == LEAST_SCORE ? ofHosts : ofHosts.and(RenderPolicy.minScore(score));
  }

  private static List<String> list(String text) {
    return Stream.of(text.split(",")).map(String::strip).filter(each -> !each.isEmpty()).toList();
  }

  /** Applies a setting if it is given; the builder checks it. */
  private static void given(
      Settings settings,
      String key,
      String byDefault,
      String allowed,
      String summary,
      Consumer<String> to) {
    String value = settings.text(key, byDefault, allowed, summary);
    try {
      if (settings.asMap().containsKey(key)) {
        to.accept(value);
      }
    } catch (IllegalArgumentException e) {
      throw new SettingException(key, value, requireNonNull(e.getMessage()));
    }
  }
}
