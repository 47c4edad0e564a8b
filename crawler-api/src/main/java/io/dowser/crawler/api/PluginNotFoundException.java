package io.dowser.crawler.api;

import static java.util.stream.Collectors.joining;

import io.dowser.crawler.api.internal.PublishedPlugins;
import java.util.List;

/** Thrown if no plugin, or more than one, has a requested name. */
final class PluginNotFoundException extends CrawlException {

  private static final long serialVersionUID = 1L;

  private PluginNotFoundException(String message) {
    super(message);
  }

  static PluginNotFoundException unknown(
      PluginKind kind, String name, List<String> names, List<? extends Error> failures) {
    String broken =
        failures.stream()
            .map(failure -> "\nNot loaded: " + failure.getMessage())
            .collect(joining());
    String message = "No " + kind + " named '" + name + "'. Available: " + names;
    String cure =
        PublishedPlugins.artifact(kind.toString(), name)
            .map(artifact -> ". Add the artifact io.dowser:" + artifact + " to the class path.")
            .orElse(". Is the plugin's jar on the class path?");
    var exception = new PluginNotFoundException(message + cure + broken);
    failures.forEach(exception::addSuppressed);
    return exception;
  }

  static PluginNotFoundException ambiguous(
      PluginKind kind, String name, List<? extends PluginProvider<?>> providers) {
    String classes =
        providers.stream()
            .map(provider -> provider.getClass().getName() + " from " + place(provider.getClass()))
            .collect(joining(" and "));
    return new PluginNotFoundException(
        "More than one " + kind + " is named '" + name + "': " + classes);
  }

  private static String place(Class<?> type) {
    var source = type.getProtectionDomain().getCodeSource();
    return source == null ? "an unknown place" : String.valueOf(source.getLocation());
  }
}
