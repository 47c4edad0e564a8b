package io.dowser.crawler.html;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads where a refreshing page leads.
 *
 * <p>Source: WHATWG, <i>HTML Standard</i>, section 4.2.5.3 (pragma directives, refresh state).
 */
final class MetaRefresh {

  private static final String BLANKS = "[\\x00- ]*+";

  /** A delay, what separates it from the address, and the address, perhaps in quotes. */
  private static final Pattern CONTENT =
      Pattern.compile(
          "B[0-9.]++(?=[\\x00- ;,])B[;,]?+B(?:urlB=B)?+(?:\"([^\"]*+)|'([^']*+)|(.+))"
              .replace("B", BLANKS),
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private MetaRefresh() {}

  /** Finds the target in {@code 5; url=next.html}; null if the page only reloads itself. */
  static @Nullable String target(String content) {
    Matcher refresh = CONTENT.matcher(content);
    if (!refresh.lookingAt()) {
      return null;
    }
    String quoted = refresh.group(1) == null ? refresh.group(2) : refresh.group(1);
    return quoted == null ? refresh.group(3) : quoted;
  }
}
