package io.dowser.crawler.internal.sites;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shapes of a URL: what it has in common with URLs of the same kind on its host, from the whole
 * ({@code /list.php?page,sort}) to single parts ({@code ?sort}, {@code ?sort=price}, {@code
 * /…/print/…}, {@code /…/User:…}, {@code /….pdf}). Digits are templates: {@code 2024} and {@code
 * 2025} are both {@code #}.
 */
final class UrlShape {

  private static final int MOST_FOLDERS = 6;
  private static final int MOST_PARAMETERS = 8;
  private static final int LONGEST = 60;

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final CharMatcher DIGIT = CharMatcher.inRange('0', '9');
  private static final Pattern SEPARATOR = Pattern.compile("[&;]");
  private static final Pattern SUFFIX = Pattern.compile("(?<=[^.])\\.[A-Za-z][A-Za-z0-9]{0,5}$");

  /** Values that name an action or a view, not a thing. */
  private static final Pattern WORD = Pattern.compile("[a-z][a-z_-]{0,15}");

  private UrlShape() {}

  /** Returns the shapes of a URL, the whole one first, none twice. */
  static List<String> of(CrawlUrl url) {
    List<String> shapes = new ArrayList<>();
    String[] segments = url.path().substring(1).split("/", -1);
    int folders = segments.length - 1;
    String leaf = shortened(segments[folders]);
    Set<String> parameters = parameters(url.query());
    shapes.add(whole(segments, leaf, parameters));
    for (int i = 0; i < Math.min(folders, MOST_FOLDERS); i++) {
      String folder = shortened(segments[i]);
      shapes.add((i == 0 ? "/" : "/…/") + folder + "/…");
      addPrefix(folder, shapes);
    }
    addPrefix(leaf, shapes);
    if (leaf.indexOf('.') >= 0) {
      addSuffix(leaf, shapes);
    }
    if (!parameters.isEmpty()) {
      parameters.stream().limit(MOST_PARAMETERS).forEach(name -> shapes.add("?" + name));
      actions(url.query(), shapes);
    }
    return shapes.stream().distinct().toList();
  }

  private static void addSuffix(String leaf, List<String> shapes) {
    Matcher suffix = SUFFIX.matcher(leaf);
    if (suffix.find()) {
      shapes.add("/…" + suffix.group());
    }
  }

  /** Adds what stands before a colon, as a namespace does. */
  private static void addPrefix(String segment, List<String> shapes) {
    int colon = segment.indexOf(':');
    if (colon > 0) {
      shapes.add("/…/" + segment.substring(0, colon) + ":…");
    }
  }

  /** Returns the first folders, the last segment of a script, and the names of all parameters. */
  private static String whole(String[] segments, String leaf, Set<String> parameters) {
    var whole = new StringBuilder("/");
    for (int i = 0; i < Math.min(segments.length - 1, 2); i++) {
      whole.append(shortened(segments[i])).append('/');
    }
    whole.append(parameters.isEmpty() || segments.length > 3 ? "…" : leaf);
    return parameters.isEmpty() ? whole.toString() : whole + "?" + String.join(",", parameters);
  }

  private static String shortened(String segment) {
    String template =
        DIGIT.matchesNoneOf(segment) ? segment : DIGITS.matcher(segment).replaceAll("#");
    return template.length() > LONGEST ? template.substring(0, LONGEST) : template;
  }

  private static Set<String> parameters(String query) {
    Set<String> names = new TreeSet<>();
    for (String parameter : pairs(query)) {
      if (!parameter.isEmpty()) {
        names.add(shortened(parameter.split("=", 2)[0]));
      }
    }
    return names;
  }

  private static void actions(String query, List<String> shapes) {
    int count = 0;
    for (String parameter : pairs(query)) {
      String[] pair = parameter.split("=", 2);
      if (pair.length == 2 && WORD.matcher(pair[1]).matches() && count++ < MOST_PARAMETERS) {
        shapes.add("?" + shortened(pair[0]) + "=" + pair[1]);
      }
    }
  }

  /** Splits a query, whose parameters some sites separate by semicolons. */
  static String[] pairs(String query) {
    return SEPARATOR.split(query);
  }
}
