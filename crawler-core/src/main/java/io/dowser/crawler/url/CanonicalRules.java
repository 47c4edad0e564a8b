package io.dowser.crawler.url;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * The options of a canonicalizer: the parameters to remove from a URL, by names in lower case. The
 * path parameter {@code jsessionid} is always removed.
 *
 * @param sessionNames names of query and path parameters; the others are of the query alone
 * @param sorted whether the other parameters are sorted
 * @param keepsIndexFiles whether {@code index.html} at the end of a path stays
 */
record CanonicalRules(
    Set<String> names,
    List<String> prefixes,
    Set<String> sessionNames,
    boolean sorted,
    boolean keepsIndexFiles) {

  /** The path parameter of the servlet container (Jakarta Servlet 6.0, section 7.1.3). */
  private static final String SERVLET_SESSION = "jsessionid";

  static final CanonicalRules NONE =
      new CanonicalRules(Set.of(), List.of(), Set.of(), false, false);

  CanonicalRules {
    names = Set.copyOf(names);
    prefixes = List.copyOf(prefixes);
    sessionNames = Set.copyOf(sessionNames);
  }

  /** Returns whether a rule may change the parameters of a URL. */
  boolean changesParameters() {
    return sorted || !names.isEmpty() || !prefixes.isEmpty() || !sessionNames.isEmpty();
  }

  /** Returns the URL itself if no rule touches it. */
  HttpUrl apply(HttpUrl url) {
    // the final escapes first: they are what names are compared and sorted by
    String path = CanonicalSerialization.normalEscapes(url.encodedPath());
    String rawQuery = url.encodedQuery();
    String query = rawQuery == null ? null : CanonicalSerialization.normalEscapes(rawQuery);
    String newPath = path.indexOf(';') < 0 ? path : withoutSessions(path);
    String newQuery = query == null ? null : rewritten(query);
    if (newPath.equals(path) && (query == null || query.equals(newQuery))) {
      return url;
    }
    // parsed again, because what is left of a segment may be a dot segment
    return url.newBuilder().encodedPath(newPath).encodedQuery(newQuery).build();
  }

  private String withoutSessions(String path) {
    var kept = new StringBuilder(path.length());
    int i = 0;
    while (i < path.length()) {
      int end = partEnd(path, i + 1);
      if (path.charAt(i) != ';' || !isSession(name(path, i + 1, end))) {
        kept.append(path, i, end);
      }
      i = end;
    }
    return kept.toString();
  }

  private boolean isSession(String name) {
    return name.equals(SERVLET_SESSION) || sessionNames.contains(name);
  }

  private static int partEnd(String path, int from) {
    int i = from;
    while (i < path.length() && path.charAt(i) != '/' && path.charAt(i) != ';') {
      i++;
    }
    return i;
  }

  /** A query of which nothing stays goes with its question mark; an empty one stays. */
  private @Nullable String rewritten(String query) {
    if (query.isEmpty()) {
      return query;
    }
    List<String> parameters = new ArrayList<>(Arrays.asList(query.split("&", -1)));
    boolean removed = parameters.removeIf(parameter -> isRemoved(nameOf(parameter)));
    if (sorted) {
      parameters.sort(Comparator.comparing(CanonicalRules::nameAsWritten));
    }
    String rest = String.join("&", parameters);
    return removed && rest.isEmpty() ? null : rest;
  }

  private boolean isRemoved(String name) {
    return names.contains(name)
        || sessionNames.contains(name)
        || prefixes.stream().anyMatch(name::startsWith);
  }

  private static String nameOf(String parameter) {
    return name(parameter, 0, parameter.length());
  }

  private static String nameAsWritten(String parameter) {
    int equals = parameter.indexOf('=');
    return equals < 0 ? parameter : parameter.substring(0, equals);
  }

  private static String name(String text, int from, int to) {
    return nameAsWritten(text.substring(from, to)).toLowerCase(Locale.ROOT);
  }
}
