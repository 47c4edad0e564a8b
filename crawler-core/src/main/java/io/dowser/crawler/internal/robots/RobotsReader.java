package io.dowser.crawler.internal.robots;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.robots.RobotsPolicy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts the result of a request for robots.txt into rules. Thread-safe.
 *
 * <p>Source: RFC 9309, section 2.3.1. There are two differences. With a {@link RobotsPolicy} that
 * says so, 401, 403 and 429 close a site; they are "unavailable" and open it otherwise. A file
 * whose transfer aborts or takes too long is "unreachable", since the missing rules may be the
 * important ones. A file longer than 500 KiB counts up to the last whole line within them.
 */
public final class RobotsReader {

  /** Redirects in a row that are followed; RFC 9309, section 2.3.1.2. */
  public static final int MAX_REDIRECTS = 5;

  /** Octets of a file that count: 500 KiB, which hold at most 64,000 rules. */
  static final int MAX_OCTETS = 500 * 1024;

  /** A name, after the words that a user agent in the style of a browser has before it. */
  private static final Pattern NAME =
      Pattern.compile("(?:mozilla/\\S+ \\(compatible; *)?([a-z_-]+)");

  private final RobotsPolicy policy;
  private final String productToken;

  /**
   * Creates a reader.
   *
   * @param policy the rules for failures
   * @param userAgent a product token, or a user agent with one, see {@link #productToken(String)}
   */
  public RobotsReader(RobotsPolicy policy, String userAgent) {
    this.policy = requireNonNull(policy, "policy");
    this.productToken = productToken(userAgent);
  }

  /** Returns the name by which robots.txt calls this crawler. */
  public String productToken() {
    return productToken;
  }

  /**
   * Returns the name by which sites know a user agent: its first word, or the word behind {@code
   * compatible;} if the first is {@code Mozilla}.
   *
   * @param userAgent such as {@code acme/1.0} or {@code Mozilla/5.0 (compatible; acme/1.0)}
   */
  public static String productToken(String userAgent) {
    Matcher name = NAME.matcher(userAgent.strip().toLowerCase(Locale.ROOT));
    return name.lookingAt() ? name.group(1) : "dowser";
  }

  /** Returns the address of the robots.txt that counts for a URL. */
  public static CrawlUrl addressFor(CrawlUrl url) {
    return CrawlUrl.of(url.origin() + "/robots.txt");
  }

  /** Reads a result that is not a redirect. */
  public Optional<RobotsFile> read(FetchResult result) {
    if (result instanceof FetchResult.Fetched fetched) {
      return switch (fetched.truncation()) {
        case NONE, BYTE_LIMIT, RATIO_LIMIT -> Optional.of(parse(fetched));
        case TIME_LIMIT, ABORTED -> Optional.empty();
      };
    }
    if (result instanceof FetchResult.Failed failed
        && failed.reason() == FailureReason.HTTP_STATUS
        && !policy.closes(failed.status())) {
      return Optional.of(RobotsFile.OPEN);
    }
    return Optional.empty();
  }

  private RobotsFile parse(FetchResult.Fetched fetched) {
    byte[] bytes = fetched.body().toArray();
    boolean isWhole = fetched.truncation() == FetchResult.Truncation.NONE;
    return parse(isWhole && bytes.length <= MAX_OCTETS ? bytes : wholeLines(bytes));
  }

  /** Reads the text of a robots.txt. */
  RobotsFile parse(byte[] text) {
    return RobotsParser.parse(text, productToken);
  }

  private static byte[] wholeLines(byte[] bytes) {
    int end = Math.min(bytes.length, MAX_OCTETS);
    while (end > 0 && bytes[end - 1] != '\n' && bytes[end - 1] != '\r') {
      end--;
    }
    return Arrays.copyOf(bytes, end);
  }
}
