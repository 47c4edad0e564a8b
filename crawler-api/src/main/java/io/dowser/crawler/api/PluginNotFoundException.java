package io.dowser.crawler.api;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** No plugin, or more than one, has the name that was asked for. */
public class PluginNotFoundException extends CrawlException {

  private static final long serialVersionUID = 1L;

  /** What was asked for. */
  private final PluginKind kind;

  /** The name that no plugin has, or several have. */
  private final String name;

  private PluginNotFoundException(String message, PluginKind kind, String name) {
    super(message);
    this.kind = kind;
    this.name = name;
  }

  static PluginNotFoundException unknown(
      PluginKind kind, String name, List<String> names, List<? extends Error> failures) {
    String broken =
        failures.stream()
            .map(failure -> "\nNot loaded: " + failure.getMessage())
            .collect(joining());
    String message = "No " + kind + " named '" + name + "'. Available: " + names;
    String cure = ". Is the plugin's jar on the class path?";
    var exception = new PluginNotFoundException(message + cure + broken, kind, name);
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
        "More than one " + kind + " is named '" + name + "': " + classes, kind, name);
  }

  private static String place(Class<?> type) {
    var source = type.getProtectionDomain().getCodeSource();
    return source == null ? "an unknown place" : String.valueOf(source.getLocation());
  }

  /** {@return what kind of plugin was asked for} */
  public PluginKind kind() {
    return kind;
  }

  /** {@return the name that was asked for} */
  public String name() {
    return name;
  }
}
