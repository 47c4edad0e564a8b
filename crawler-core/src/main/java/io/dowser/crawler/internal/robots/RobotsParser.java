package io.dowser.crawler.internal.robots;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.Comparators;
import io.dowser.crawler.api.CrawlUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the text of one robots.txt for one product token. Not thread-safe.
 *
 * <p>Source: RFC 9309, section 2.2. Beyond it: {@code Crawl-delay} and {@code Sitemap} count; an
 * allowed {@code index.html} allows its folder, since URLs lose their index files; the colon may be
 * missing; a byte order mark may be incomplete; common misspellings of {@code Disallow} count. See
 * {@link RobotsLine} for white space and encodings.
 */
final class RobotsParser {

  private static final Duration LONGEST_DELAY = Duration.ofDays(365);
  private static final Pattern TOKEN = Pattern.compile("[a-z_-]+");
  private static final Pattern NUMBER =
      Pattern.compile("(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:e\\+?[0-9]+)?");
  private static final Pattern INDEX_FILE = Pattern.compile("/index\\.html?\\$?$");
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final String productToken;
  private final Group named = new Group();
  private final Group others = new Group();
  private final List<String> sitemaps = new ArrayList<>();
  private boolean isNamed;
  private final Set<Group> current = new HashSet<>();
  private boolean inRules;

  private static final class Group {

    final List<RobotsRule> rules = new ArrayList<>();
    Duration delay = Duration.ZERO;
  }

  private RobotsParser(String productToken) {
    this.productToken = productToken;
  }

  static RobotsFile parse(byte[] text, String productToken) {
    var parser = new RobotsParser(productToken);
    byte[] octets = isUtf16(text) ? new String(text, UTF_16).getBytes(UTF_8) : text;
    int start = 0;
    while (start < MARK.length && start < octets.length && octets[start] == MARK[start]) {
      start++;
    }
    for (int end = start; end <= octets.length; end++) {
      if (end == octets.length || octets[end] == '\n' || octets[end] == '\r') {
        parser.take(RobotsLine.of(Arrays.copyOfRange(octets, start, end)));
        start = end + 1;
      }
    }
    Group group = parser.isNamed ? parser.named : parser.others;
    return new RobotsFile(withFolders(group.rules), group.delay, parser.sitemaps);
  }

  /** Lets who allows an index file allow its folder, unless the folder is forbidden by name. */
  private static List<RobotsRule> withFolders(List<RobotsRule> rules) {
    Set<RobotsRule> all = new LinkedHashSet<>(rules);
    for (RobotsRule rule : rules) {
      String folder = INDEX_FILE.matcher(rule.path()).replaceFirst("/");
      boolean isIndex = rule.allow() && !folder.equals(rule.path());
      if (isIndex && !all.contains(new RobotsRule(false, folder))) {
        all.add(new RobotsRule(true, folder + "$"));
      }
    }
    return List.copyOf(all);
  }

  private static boolean isUtf16(byte[] text) {
    return text.length > 1
        && ((text[0] == -2 && text[1] == -1) || (text[0] == -1 && text[1] == -2));
  }

  private void take(RobotsLine line) {
    switch (line.key()) {
      case "user-agent", "useragent" -> userAgent(line.value().toLowerCase(Locale.ROOT));
      case "allow" -> rule(true, line.asciiValue());
      case "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw" ->
          rule(false, line.asciiValue());
      case "crawl-delay" -> crawlDelay(line.value().toLowerCase(Locale.ROOT));
      case "sitemap", "site-map" -> sitemap(line.value());
      default -> {} // as RFC 9309, section 2.2.4, has it
    }
  }

  private void userAgent(String value) {
    if (inRules) {
      inRules = false;
      current.clear();
    }
    Matcher token = TOKEN.matcher(value);
    if (token.lookingAt() && token.group().equals(productToken)) {
      current.add(named);
      isNamed = true;
    }
    if (value.startsWith("*")) {
      current.add(others);
    }
  }

  private void rule(boolean allow, String path) {
    inRules = true;
    if (!path.isEmpty()) {
      var rule = new RobotsRule(allow, path);
      current.forEach(group -> group.rules.add(rule));
    }
  }

  /** The longest delay counts, and a number beyond all bounds is a long delay. */
  private void crawlDelay(String value) {
    Matcher number = NUMBER.matcher(value);
    if (number.lookingAt()) {
      double seconds = Double.parseDouble(number.group());
      Duration delay =
          seconds < LONGEST_DELAY.toSeconds()
              ? Duration.ofMillis((long) (1000 * seconds))
              : LONGEST_DELAY;
      current.forEach(group -> group.delay = Comparators.max(group.delay, delay));
    }
  }

  private void sitemap(String address) {
    boolean isUsable = !address.isEmpty() && address.length() <= CrawlUrl.MAX_LENGTH;
    if (isUsable && sitemaps.size() < RobotsFile.MAX_SITEMAPS) {
      sitemaps.add(address);
    }
  }
}
