package io.dowser.crawler.api;

import static java.util.stream.Collectors.joining;

import io.dowser.crawler.api.internal.PublishedPlugins;
import io.dowser.crawler.api.internal.SimilarNames;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Thrown if no plugin, or more than one, has a requested name. */
final class PluginNotFoundException extends CrawlException {

  private static final long serialVersionUID = 1L;

  private PluginNotFoundException(String message) {
    super(message);
  }

  static PluginNotFoundException unknown(
      PluginKind kind,
      String name,
      List<String> names,
      List<PluginKind> kindsOfName,
      List<? extends Error> failures) {
    String broken =
        failures.stream()
            .map(failure -> "\nNot loaded: " + failure.getMessage())
            .collect(joining());
    String message = "No " + kind + " named '" + name + "'. Available: " + names;
    String cure = cure(kind, name, names, kindsOfName);
    var exception = new PluginNotFoundException(message + ". " + cure + broken);
    failures.forEach(exception::addSuppressed);
    return exception;
  }

  private static String cure(
      PluginKind kind, String name, List<String> names, List<PluginKind> kindsOfName) {
    Optional<String> artifact = PublishedPlugins.artifact(kind.toString(), name);
    if (artifact.isPresent()) {
      return "Add the artifact io.dowser:" + artifact.get() + " to the class path.";
    }
    if (!kindsOfName.isEmpty()) {
      String kinds = kindsOfName.stream().map(PluginKind::toString).collect(joining(" and a "));
      return "'" + name + "' is a " + kinds + ".";
    }
    Set<String> known = new TreeSet<>(names);
    known.addAll(PublishedPlugins.names(kind.toString()));
    List<String> meant = SimilarNames.misspelt(name, known);
    return meant.isEmpty()
        ? "Is the plugin's jar on the class path?"
        : "Did you mean " + String.join(" or ", meant) + "?";
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
