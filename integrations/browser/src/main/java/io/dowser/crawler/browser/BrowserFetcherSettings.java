package io.dowser.crawler.browser;

import static java.util.Objects.requireNonNull;

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

  private BrowserFetcherSettings() {}

  static BrowserFetcher.Builder builder(Settings settings, CrawlContext context) {
    BrowserFetcher.Builder builder = BrowserFetcher.builder().policy(policy(settings));
    set(settings, "browsers", number -> builder.browsers(integer(settings, "browsers")));
    set(
        settings,
        "pagesPerBrowser",
        n -> builder.pagesPerBrowser(integer(settings, "pagesPerBrowser")));
    set(settings, "maxCharacters", n -> builder.maxCharacters(integer(settings, "maxCharacters")));
    set(settings, "sandbox", flag -> builder.sandbox(settings.flag("sandbox", true)));
    set(settings, "renderTimeout", time -> builder.renderTimeout(time(settings, "renderTimeout")));
    set(settings, "idle", time -> builder.idle(time(settings, "idle")));
    set(settings, "selector", builder::selector);
    set(settings, "block", types -> builder.block(list(types)));
    set(settings, "chromium", program -> builder.chromium(Path.of(program)));
    set(settings, "chromedriver", program -> builder.chromedriver(Path.of(program)));
    set(settings, "remote", url -> builder.remote(URI.create(url)));
    return builder.http(OkHttpFetcher.Provider.builder(settings, context).build());
  }

  private static RenderPolicy policy(Settings settings) {
    String render = settings.text("render", "empty");
    RenderPolicy policy =
        switch (render) {
          case "empty" -> RenderPolicy.looksEmpty();
          case "always" -> RenderPolicy.always();
          default -> throw new SettingException("render", render, "empty or always");
        };
    List<String> hosts = list(settings.text("renderHosts", ""));
    double least = -Double.MAX_VALUE;
    double score = settings.number("renderMinScore", least, least, Double.MAX_VALUE);
    RenderPolicy ofHosts = hosts.isEmpty() ? policy : policy.and(RenderPolicy.hosts(hosts));
    return score == least ? ofHosts : ofHosts.and(RenderPolicy.minScore(score));
  }

  private static int integer(Settings settings, String key) {
    return settings.integer(key, 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static Duration time(Settings settings, String key) {
    return settings.duration(key, Duration.ZERO);
  }

  private static List<String> list(String text) {
    return Stream.of(text.split(",")).map(String::strip).filter(each -> !each.isEmpty()).toList();
  }

  /** Applies a setting if it is given; the builder has the default and the limits. */
  private static void set(Settings settings, String key, Consumer<String> to) {
    String value = settings.text(key, "");
    try {
      if (settings.asMap().containsKey(key)) {
        to.accept(value);
      }
    } catch (SettingException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new SettingException(key, value, requireNonNull(e.getMessage()));
    }
  }
}
