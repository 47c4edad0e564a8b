package io.dowser.benchmarks;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A revisit policy that is compared.
 *
 * @param name its name in tables
 * @param policy creates it for the pages of a web
 */
record RevisitContender(String name, Function<List<ChangingPage>, RevisitPolicy> policy) {

  /** {@return the policies with their defaults, and others for comparison} */
  static List<RevisitContender> policies() {
    return List.of(
        new RevisitContender("by relevance alone", pages -> page -> Duration.ZERO),
        named("fixed", Map.of()),
        new RevisitContender(
            "proportional, true rates", pages -> new KnownRates(pages).proportional()),
        named("adaptive", Map.of()),
        named("poisson", Map.of()),
        new RevisitContender(
            "poisson, true rates",
            pages -> new KnownRates(pages).known(create("poisson", Map.of()))));
  }

  /** {@return the policies that have settings to choose, with the values that were tried} */
  static List<RevisitContender> variants() {
    List<RevisitContender> variants = new ArrayList<>();
    for (String initial : List.of("P1D", "P7D", "P30D")) {
      variants.add(named("adaptive", Map.of("initial", initial)));
    }
    for (String prior : List.of("P3D", "P10D", "P30D", "P100D")) {
      for (String changes : List.of("0.1", "0.3", "1", "3")) {
        variants.add(named("poisson", Map.of("prior", prior, "priorChanges", changes)));
      }
    }
    return variants;
  }

  private static RevisitContender named(String name, Map<String, String> settings) {
    String shown = settings.isEmpty() ? name : name + " " + new TreeMap<>(settings);
    return new RevisitContender(shown, pages -> create(name, settings));
  }

  private static RevisitPolicy create(String name, Map<String, String> settings) {
    return PluginRegistry.revisitPolicies(RevisitContender.class.getClassLoader())
        .create(name, Settings.of(settings), context());
  }

  private static CrawlContext context() {
    return CrawlContext.builder().clock(InstantSource.fixed(Instant.EPOCH)).build();
  }
}
