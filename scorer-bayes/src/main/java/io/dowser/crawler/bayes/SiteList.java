package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Sites that are known to be on a topic, or off it.
 *
 * <p>A URL falls under an entry if its host is the entry's or a sub-domain of it, and its path
 * starts with the entry's; see Han et al. 2010. A trusted site also has log-in pages, adverts and
 * help pages, so URLs can be excluded by pattern.
 *
 * <p>Immutable and thread-safe.
 */
public final class SiteList {

  private final Map<String, List<String>> paths; // by host
  private final List<Pattern> exclusions;

  private SiteList(Builder builder) {
    this.paths = new HashMap<>(builder.paths);
    this.exclusions = List.copyOf(builder.exclusions);
  }

  /** {@return a builder without entries} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Creates a list of sites without exclusions.
   *
   * @param entries see {@link Builder#site}
   * @return the list
   * @throws IllegalArgumentException if an entry is malformed
   */
  public static SiteList of(String... entries) {
    var builder = builder();
    for (String entry : entries) {
      builder.site(entry);
    }
    return builder.build();
  }

  /**
   * Reads a list from a UTF-8 file: an entry on each line; {@code !} in front of a regular
   * expression for URLs to exclude; blank lines and those that begin with {@code #} are left out.
   *
   * @param file where from
   * @return the list
   * @throws IOException if it cannot be opened
   * @throws TrainingDataException if a line is malformed; the message names it
   */
  public static SiteList read(Path file) throws IOException {
    var builder = builder();
    try (Stream<TextLines.Line> lines = TextLines.of(file)) {
      lines.forEach(line -> add(builder, line));
    }
    return builder.build();
  }

  private static void add(Builder builder, TextLines.Line line) {
    String entry = line.text().strip();
    try {
      if (entry.startsWith("!")) {
        builder.exclude(entry.substring(1).strip());
      } else if (!entry.isEmpty() && !entry.startsWith("#")) {
        builder.site(entry);
      }
    } catch (IllegalArgumentException e) {
      throw line.refused(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * {@return whether a URL falls under an entry and is not excluded}
   *
   * @param url the URL
   */
  public boolean contains(CrawlUrl url) {
    for (String host = url.host(); !host.isEmpty(); host = parent(host)) {
      if (paths.getOrDefault(host, List.of()).stream().anyMatch(url.path()::startsWith)) {
        return !isExcluded(url.toString());
      }
    }
    return false;
  }

  private static String parent(String host) {
    return host.substring(host.indexOf('.') < 0 ? host.length() : host.indexOf('.') + 1);
  }

  private boolean isExcluded(String url) {
    return exclusions.stream().anyMatch(pattern -> pattern.matcher(url).find());
  }

  @Override
  public String toString() {
    return "SiteList[" + paths.size() + " hosts, " + exclusions.size() + " exclusions]";
  }

  /** Collects entries; not thread-safe. */
  public static final class Builder {

    private static final Pattern ENTRY = Pattern.compile("([^/:?#\\s]+)(/[^?#\\s]*)?");

    private final Map<String, List<String>> paths = new HashMap<>();
    private final List<Pattern> exclusions = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a site.
     *
     * @param entry a host, with or without the beginning of a path: {@code finance.example.com} or
     *     {@code news.example.com/money/}; upper and lower case of the host are the same
     * @return this
     * @throws IllegalArgumentException if it is neither; a scheme, port or query is not taken
     */
    public Builder site(String entry) {
      var matcher = ENTRY.matcher(requireNonNull(entry, "entry"));
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "a site must be a host, with or without the beginning of a path, but was '"
                + entry
                + "'");
      }
      String path = matcher.group(2) == null ? "/" : matcher.group(2);
      paths
          .computeIfAbsent(matcher.group(1).toLowerCase(Locale.ROOT), host -> new ArrayList<>())
          .add(path);
      return this;
    }

    /**
     * Excludes URLs.
     *
     * @param regex found somewhere in the canonical URL, for example {@code /(login|help)/}
     * @return this
     * @throws IllegalArgumentException if it is no regular expression
     */
    public Builder exclude(String regex) {
      try {
        exclusions.add(Pattern.compile(regex));
      } catch (PatternSyntaxException e) {
        throw new IllegalArgumentException(
            "an exclusion must be a regular expression, but was '" + regex + "'", e);
      }
      return this;
    }

    /** {@return the list with these settings} */
    public SiteList build() {
      return new SiteList(this);
    }
  }
}
