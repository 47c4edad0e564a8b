package io.dowser.crawler.internal.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.CharMatcher;
import com.google.common.base.Utf8;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRules.RobotRule;
import crawlercommons.robots.SimpleRobotRulesParser;
import io.dowser.crawler.api.CrawlUrl;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parses a robots.txt with crawler-commons, by RFC 9309, section 2.2. Not thread-safe.
 *
 * <p>The parser of crawler-commons is given lines of ASCII without comments and without unknown
 * keys, for which it would log warnings. It recognizes only spaces and tabs as white space and only
 * whole byte order marks, reads octets that are not UTF-8 as U+FFFD, drops delays with a unit, and
 * takes minutes for a line of {@code <}. Addresses of sitemaps are kept as written, because it
 * refuses those with spaces or brackets. In addition, an allowed {@code index.html} allows its
 * folder, since index files are removed from URLs.
 */
final class RobotsParser {

  private static final double LONGEST_DELAY = Duration.ofDays(365).toSeconds();
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Beginnings of the keys that count, misspelled ones included. */
  private static final Pattern KNOWN = Pattern.compile("(?i)u?ser|d|allow|c[rl]aw");

  private static final Pattern SITEMAP = Pattern.compile("(?i)site-?maps?[ :]++(.++)");

  /** A group for all crawlers with a word behind its asterisk, as Google reads it. */
  private static final Pattern FOR_ALL = Pattern.compile("(?i)^(u?ser[a-z -]*+[ :]*+\\*) .*+");

  private static final Pattern DELAY =
      Pattern.compile(
          "(?i)(c[rl]aw[a-z]*+[- ]?[a-z]++)[ :]++"
              + "((?:[0-9]++(?:\\.[0-9]*+)?|\\.[0-9]++)(?:e\\+?[0-9]++)?)");
  private static final Pattern INDEX_FILE = Pattern.compile("/index\\.html?\\$?$");
  private static final CharMatcher SPACE = CharMatcher.forPredicate(RobotsParser::isSpace);
  private static final CharMatcher VISIBLE =
      CharMatcher.inRange(' ', '~').and(CharMatcher.noneOf("<>"));
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final StringBuilder lines = new StringBuilder();
  private final List<String> sitemaps = new ArrayList<>();

  private RobotsParser() {}

  static RobotsFile parse(byte[] text, String productToken) {
    var parser = new RobotsParser();
    parser.addLines(isUtf16(text) ? new String(text, UTF_16).getBytes(UTF_8) : text);
    SimpleRobotRules rules =
        new SimpleRobotRulesParser(Long.MAX_VALUE, 0) // by default, long delays close a site
            .parseContent(
                "robots.txt",
                parser.lines.toString().getBytes(US_ASCII),
                "text/plain",
                Set.of(productToken));
    Duration delay = Duration.ofMillis(Math.max(0, rules.getCrawlDelay())); // unset is negative
    return new RobotsFile(withFolders(rules.getRobotRules()), delay, parser.sitemaps);
  }

  /**
   * Adds a rule that allows the folder of an allowed index file, unless the folder is forbidden by
   * name.
   */
  private static List<RobotsRule> withFolders(List<RobotRule> rules) {
    Set<String> forbidden =
        rules.stream()
            .filter(rule -> !rule.isAllow())
            .map(RobotRule::getPrefix)
            .collect(Collectors.toSet());
    List<RobotsRule> all = new ArrayList<>();
    for (RobotRule rule : rules) {
      all.add(new RobotsRule(rule.isAllow(), rule.getPrefix()));
      String folder = INDEX_FILE.matcher(rule.getPrefix()).replaceFirst("/");
      boolean isIndex = rule.isAllow() && !folder.equals(rule.getPrefix());
      if (isIndex && !forbidden.contains(folder)) {
        all.add(new RobotsRule(true, folder + "$"));
      }
    }
    return all;
  }

  private static boolean isUtf16(byte[] text) {
    return text.length > 1
        && ((text[0] == -2 && text[1] == -1) || (text[0] == -1 && text[1] == -2));
  }

  private void addLines(byte[] octets) {
    int start = 0;
    while (start < MARK.length && start < octets.length && octets[start] == MARK[start]) {
      start++;
    }
    for (int end = start; end <= octets.length; end++) {
      if (end == octets.length || octets[end] == '\n' || octets[end] == '\r') {
        if (end > start) {
          addLine(octets, start, end - start);
        }
        start = end + 1;
      }
    }
  }

  private void addLine(byte[] octets, int start, int length) {
    Charset charset = Utf8.isWellFormed(octets, start, length) ? UTF_8 : ISO_8859_1;
    String text = new String(octets, start, length, charset);
    int comment = text.indexOf('#');
    String line = SPACE.replaceFrom(comment < 0 ? text : text.substring(0, comment), ' ').strip();
    if (KNOWN.matcher(line).lookingAt()) {
      String ascii = ascii(line, charset);
      boolean isDelay = "cC".indexOf(ascii.charAt(0)) >= 0;
      lines.append(isDelay ? delay(ascii) : FOR_ALL.matcher(ascii).replaceFirst("$1")).append('\n');
    } else {
      addSitemap(SITEMAP.matcher(line));
    }
  }

  private void addSitemap(Matcher line) {
    if (line.matches()
        && line.group(1).length() <= CrawlUrl.MAX_LENGTH
        && sitemaps.size() < RobotsFile.MAX_SITEMAPS) {
      sitemaps.add(line.group(1));
    }
  }

  /** Escapes all but visible ASCII, and angle brackets, by which the parser detects HTML. */
  private static String ascii(String line, Charset charset) {
    if (VISIBLE.matchesAllOf(line)) {
      return line;
    }
    var ascii = new StringBuilder(line.length());
    for (byte octet : line.getBytes(charset)) {
      if (octet > 0 && VISIBLE.matches((char) octet)) {
        ascii.append((char) octet);
      } else {
        ascii.append('%').append(HEX.toHexDigits(octet));
      }
    }
    return ascii.toString();
  }

  /** Returns a delay in seconds without its unit, or an empty string if there is no number. */
  private static String delay(String line) {
    Matcher delay = DELAY.matcher(line);
    return delay.lookingAt()
        ? delay.group(1) + ':' + Math.min(Double.parseDouble(delay.group(2)), LONGEST_DELAY)
        : "";
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF' || c == '\u200B';
  }
}
