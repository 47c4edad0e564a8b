package io.dowser.crawler.internal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The target of a page that refreshes, and the delay in seconds.
 *
 * <p>Source: WHATWG, <i>HTML Standard</i>, section 4.2.5.3, the shared declarative refresh steps of
 * {@code meta} elements and the header {@code Refresh}.
 *
 * @param target as the page has it, not resolved
 * @param seconds 0 or more
 */
public record Refresh(String target, int seconds) {

  private static final String BLANKS = "[\\x00- ]*+";

  /** A delay, what separates it from the address, and the address, perhaps in quotes. */
  private static final Pattern CONTENT =
      Pattern.compile(
          "B(?=[0-9.])([0-9]*+)[0-9.]*+(?=[\\x00- ;,])B[;,]?+B(?:urlB=B)?+"
              .replace("B", BLANKS)
              .concat("(?:\"([^\"]*+)|'([^']*+)|(.+))"),
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final int LONGEST_NUMBER = 9;

  /** Reads a value such as {@code 5; url=next.html}; null if the page only reloads itself. */
  public static @Nullable Refresh of(String value) {
    Matcher refresh = CONTENT.matcher(value);
    if (!refresh.lookingAt()) {
      return null;
    }
    String quoted = refresh.group(2) == null ? refresh.group(3) : refresh.group(2);
    return new Refresh(quoted == null ? refresh.group(4) : quoted, seconds(refresh.group(1)));
  }

  private static int seconds(String digits) {
    if (digits.length() > LONGEST_NUMBER) {
      return Integer.MAX_VALUE;
    }
    return digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }
}
