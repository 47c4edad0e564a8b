package io.dowser.crawler.lab;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Checksums of everything that a run depends on in addition to its settings: the code of the
 * plugins and of the lab, and models. A user who changes a plugin and repeats a comparison must not
 * get old runs. Thread-safe.
 */
final class CheckSums {

  private final ClassLoader plugins;
  private final Map<Path, Long> known = new ConcurrentHashMap<>();

  CheckSums(ClassLoader plugins) {
    this.plugins = plugins;
  }

  /** Changes when a strategy would do something else on the same pages. */
  long of(Strategy strategy, Guide guide, int question) throws IOException {
    Set<Path> files = new LinkedHashSet<>();
    for (Class<?> type : List.of(CrawlUrl.class, Crawler.class, Lab.class)) {
      add(files, type);
    }
    Map<String, String> settings = strategy.plugins(question);
    provider(files, FrontierProvider.class, settings.getOrDefault("frontier", ""));
    provider(files, LinkScorerProvider.class, settings.getOrDefault("scorer", ""));
    strategy.model(question).forEach(model -> files.add(model.file()));
    var all = new CRC32();
    if (!strategy.isReference()) { // which ask no judge
      provider(files, RelevanceJudgeProvider.class, guide.plugin());
      all.update(guide.name().getBytes(StandardCharsets.UTF_8));
    }
    all.update(settings.toString().getBytes(StandardCharsets.UTF_8));
    for (Path file : files) {
      all.update(Long.toHexString(of(file)).getBytes(StandardCharsets.UTF_8));
    }
    return all.getValue();
  }

  private <P extends PluginProvider<?>> void provider(Set<Path> files, Class<P> kind, String name) {
    ServiceLoader.load(kind, plugins).stream()
        .filter(provider -> isNamed(provider, name))
        .forEach(provider -> add(files, provider.type()));
  }

  private static boolean isNamed(
      ServiceLoader.Provider<? extends PluginProvider<?>> provider, String name) {
    try {
      return provider.get().name().equals(name);
    } catch (ServiceConfigurationError e) { // the run itself will say so if this one is wanted
      return false;
    }
  }

  private static void add(Set<Path> files, Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source != null) {
      try {
        files.add(Path.of(source.getLocation().toURI()));
      } catch (URISyntaxException e) {
        throw new LabException("no file for " + source.getLocation(), e);
      }
    }
  }

  private long of(Path file) throws IOException {
    Long seen = known.get(file);
    if (seen != null) {
      return seen;
    }
    var sum = new CRC32();
    try (Stream<Path> files = Files.walk(file)) {
      for (Path part : files.filter(Files::isRegularFile).sorted().toList()) {
        sum.update(Files.readAllBytes(part));
      }
    }
    known.put(file, sum.getValue());
    return sum.getValue();
  }
}
