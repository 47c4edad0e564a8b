package io.dowser.crawler.internal.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Bytes;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.robots.RobotsPolicy;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rule of a robots.txt decides about a URL, and how long that takes. */
@Tag("slow")
class RobotsMatchingTest {

  private static final byte[] CLOSED = "User-agent: *\nDisallow: /x\n".getBytes(UTF_8);

  private final RobotsReader reader = new RobotsReader(RobotsPolicy.OBEY, "Dowser/1.0");

  @ParameterizedTest
  @CsvSource({
    "/a%,/a%",
    "/a%,/a%25",
    "/a%25,/a%",
    "/a%zz,/a%zz",
    "/a[b],/a[b]",
    "/a[b],/a%5Bb%5D",
    "/a%5bb%5d,/a[b]",
    "/a$b,/a$b",
    "/a$b,/a%24b",
    "/a%24,/a$b",
    "/a%3Bb,/a;b",
    "/a;b,/a%3Bb",
    "/a%3bb,/a%3Bb",
    "/a%2Ab,/a*b",
    "/a%2Ab,/a%2Ab",
    "/a*b,/a%2Ab",
    "/a*b,/acb",
    "/%7Ea,/~a",
    "/~a,/%7Ea",
    "/%61,/a",
    "/ä,/%C3%A4",
    "/a b,/a%20b",
    "/a|b,/a%7Cb",
    "/a?b=c/d,/a?b=c%2Fd",
    "/a/b,/a%2Fb",
    "/*%2F*,/a%2fb",
    "/a**b$,/axb",
    "/*a*a$,/aba",
    "*a,/ba",
    "/a*$,/ab",
    "*,/",
    "/d/index.html,/d/index.html"
  })
  void ruleForbidsTheOctetsThatItNames(String rule, String path) {
    assertThat(forbids(rule, path)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/d/index.html,/d/",
    "/a%2A,/ab",
    "/a*b,/ac",
    "/a%24,/a",
    "/a$,/ab",
    "/*aa$,/a",
    "/*%2F*,/a/b",
    "/a%2Fb,/a/b",
    "/aba*aba,/ababa",
    "/*ab*ab,/abcb",
    "/a%2541,/aA",
    "/a%2541,/a%41",
    "/A,/a",
    "x,/x",
    "http://a.test/x,/x",
    "/,/robots.txt"
  })
  void ruleDoesNotForbidWhatItDoesNotName(String rule, String path) {
    assertThat(forbids(rule, path)).isFalse();
  }

  /**
   * Whether an escaped semicolon is a plain one is up to the server: the URL is closed in doubt.
   */
  @ParameterizedTest
  @CsvSource({
    "/a;b,/a%3Bb,/a%3Bb,false",
    "/a;b,/a%3Bb,/a;b,true",
    "/a%3Bb,/a;b,/a;b,false",
    "/a%3Bb,/a;b,/a%3Bb,true",
    "/a%3B,/,/a;b,false",
    "/%7Euser,/,/~user,true",
    "/a%2A,/,/a*b,true",
    "/a%2Fb,/a,/a%2Fb,true",
    "/%C3%A4,/,/%C3%A4,true"
  })
  void urlIsForbiddenIfItIsInTheRequestedOrInTheFoldedForm(
      String allowed, String forbidden, String path, boolean expected) {
    RobotsFile file = parse("User-agent: *\nAllow: " + allowed + "\nDisallow: " + forbidden);

    assertThat(file.allows(url(path))).isEqualTo(expected);
    assertThat(file.forbiddingRule(url(path)).isEmpty()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"/,true", "/d,true", "/d/,false"})
  void allowedIndexFileAllowsItsFolderUnlessThatIsForbiddenByName(String rule, boolean expected) {
    RobotsFile file = parse("User-agent: *\nAllow: /d/index.html\nDisallow: " + rule);

    assertThat(file.allows(url("/d/"))).isEqualTo(expected);
    assertThat(file.allows(url("/d/index.html"))).isTrue();
    assertThat(file.allows(url("/d/x"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "User-agent: *\nDisallow:\u00A0/x",
        "User-agent:\u00A0*\nDisallow:\u3000/x\u00A0",
        "\u00A0User-agent : *\r\tDisallow\t/x # all",
        "user-agent *\r\nDISALLOW /x",
        "Useragent: dowser/2.0 (comment)\nDisalow: /x",
        "User agent: dowser\nDissallow: /x",
        "User-agent : * (everyone)\nDisallow: /x",
        "User-agents: *\n<b>Disallow: /</b>\nDisallows : /x\nContent-Signal: search=yes",
        "<html><pre>\nUser-agent: *\nDisallow: /x\n</pre>",
        "User-agent: *\nAllow: /\nUser-agent: other\nUser-agent: dowser\nDisallow: /x",
        "User-agent: dowser\nDisallow: /x\nUser-agent: *\nAllow: /\nUser-agent: Dowser\nAllow: /y"
      })
  void linesAreReadHoweverTheyAreWritten(String text) {
    assertThat(parse(text).allows(url("/x"))).isFalse();
    assertThat(parse(text).allows(url("/y"))).isTrue();
  }

  @Test
  void byteOrderMarksCompleteOrNotAndOtherEncodingsAreRead() {
    byte[] mark = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    for (int length = 0; length <= mark.length; length++) {
      byte[] text = Bytes.concat(Arrays.copyOf(mark, length), CLOSED);
      assertThat(reader.parse(text).allows(url("/x"))).as("%d bytes", length).isFalse();
    }
    assertThat(reader.parse(new String(CLOSED, UTF_8).getBytes(UTF_16)).allows(url("/x")))
        .isFalse();
    byte[] latin = "User-agent: *\nDisallow:\u00A0/\u00E4".getBytes(ISO_8859_1);
    assertThat(reader.parse(latin).allows(url("/%E4"))).isFalse();
    byte[] unmarked = new String(CLOSED, UTF_8).getBytes(UTF_16BE);
    assertThat(reader.parse(unmarked).allows(url("/x"))).as("no mark, no text").isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "99999999999,31536000000",
    "1e300,31536000000",
    "10,10000",
    ".5,500",
    "2.5 seconds,2500",
    "3s,3000",
    "-3,0",
    "NaN,0",
    "soon,0"
  })
  void crawlDelayIsANumberOfSecondsUpToAYear(String written, long millis) {
    Duration delay = parse("User-agent: *\nCrawl-delay: " + written).crawlDelay();

    assertThat(delay).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "User-agent: *\nCrawl-delay: 9\nDisallow: /\nUser-agent: dowser\nCrawl-delay: 5\n",
        "User-agent: dowser\nCrawl delay: 5\nCrawl-delay: 3\n",
        "User-agent: dowser\nCrawl-delay: 5\n\nUser-agent: slow\nCrawl-delay: 3600\n",
        "User-agent: dowser\nCrawl-delay: 5\nDisallow: /x\n\nUser-agent: *\nCrawl-delay: 9\n"
      })
  void delayIsTheFirstOfTheGroupThatCounts(String text) {
    assertThat(parse(text).crawlDelay()).isEqualTo(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"*Bot*", "*bot", "Evil*", "*dowser"})
  void asteriskWithinANameIsNotForAllCrawlers(String name) {
    RobotsFile file = parse("User-agent: " + name + "\nDisallow: /\nCrawl-delay: 9");

    assertThat(file.allows(url("/x"))).isTrue();
    assertThat(file.crawlDelay()).isEqualTo(Duration.ZERO);
  }

  /** Patterns over few letters match and overlap often; the seed is in the message. */
  @Test
  void patternsDecideAsTheirDefinitionSays() {
    for (int seed = 0; seed < 3_000; seed++) {
      var random = new Random(seed);
      List<RobotsRule> rules = new ArrayList<>();
      var text = new StringBuilder("User-agent: *\n");
      for (int i = random.nextInt(6); i >= 0; i--) {
        var rule = new RobotsRule(random.nextBoolean(), "/" + word(random, "ab**$", 8));
        rules.add(rule);
        text.append(rule).append('\n');
      }
      RobotsFile file = parse(text.toString());
      String path = "/" + word(random, "aab", 12);

      assertThat(file.allows(url(path)))
          .as("seed %d: %s against %s", seed, path, rules)
          .isEqualTo(allows(rules, path));
    }
  }

  private static String word(Random random, String letters, int most) {
    var word = new StringBuilder();
    for (int i = random.nextInt(most); i > 0; i--) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    return word.toString();
  }

  private static boolean allows(List<RobotsRule> rules, String path) {
    RobotsRule best = null;
    for (RobotsRule rule : rules) {
      int more = best == null ? 1 : rule.path().length() - best.path().length();
      if ((more > 0 || (more == 0 && rule.allow())) && matches(rule.path(), path)) {
        best = rule;
      }
    }
    return best == null || best.allow();
  }

  private static boolean matches(String pattern, String path) {
    if (pattern.isEmpty()) {
      return true;
    }
    if (pattern.equals("$")) {
      return path.isEmpty();
    }
    if (pattern.charAt(0) == '*') {
      return matches(pattern.substring(1), path)
          || (!path.isEmpty() && matches(pattern, path.substring(1)));
    }
    return !path.isEmpty()
        && path.charAt(0) == pattern.charAt(0)
        && matches(pattern.substring(1), path.substring(1));
  }

  /** The bound is the processor time of one call, the best of three as a machine may be busy. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void hostileRulesAndLongUrlsTakeLessThanFiveMilliseconds(int shape) {
    List<IntFunction<String>> shapes =
        List.of(
            i -> "/*" + "a".repeat(60) + "b" + i,
            i -> "/*a*a*a*a*b" + i + "$",
            i -> "/*" + "a".repeat(1 + i % 900) + "*b",
            i -> "/" + "*a".repeat(250) + "*b" + i,
            i -> "/*" + "%3B".repeat(1 + i % 500) + "*b" + i,
            i -> "/" + "a".repeat(i % 1_900) + "*" + (char) ('b' + i % 20) + "$",
            i -> "/*" + Integer.toString(i, 36),
            i -> "/*a" + Integer.toString(i, 36),
            i -> "/aaaaaaaaaa*" + Integer.toString(i, 36) + "%3B");
    RobotsFile file = hostile(shapes.get(shape), "");
    List<CrawlUrl> urls =
        List.of(
            url("/" + "a".repeat(1_960)),
            url("/" + "%3B".repeat(650)),
            url("/" + "ab".repeat(980)));
    for (int i = 0; i < 200; i++) { // compiled by the JVM first
      urls.forEach(file::allows);
    }

    for (CrawlUrl url : urls) {

      assertThat(leastTime(() -> file.allows(url))).as("%s", url).isLessThan(Duration.ofMillis(5));
    }
  }

  /** The bound is processor time; a slow machine needs 50 ms, and quadratic time is seconds. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void hostileTextIsParsedInLinearTime(int shape) {
    int size = RobotsReader.MAX_OCTETS;
    var colliding = new StringBuilder(); // all paths have one hash code
    for (int i = 0; colliding.length() < size; i++) {
      colliding.append("Disallow: /");
      for (int bit = 0; bit < 15; bit++) {
        colliding.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      colliding.append('\n');
    }
    List<String> shapes =
        List.of(
            "Disallow: /x\n<html>\nDisallow: /" + "<".repeat(size),
            colliding.toString(),
            "Crawl-delay" + " ".repeat(size),
            "Crawl-delay: " + "9".repeat(size),
            "crawl".repeat(size / 5),
            "a:\n".repeat(size / 3));
    byte[] text = ("User-agent: *\n" + shapes.get(shape)).getBytes(UTF_8);

    assertThat(leastTime(() -> reader.parse(text))).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void addressesOfSitemapsAreThoseWritten() {
    String text = "\uFEFFSITEMAP:\u00A0http://a.test/s[1] |\u00e4.xml # all\nSite-map /b.xml";

    assertThat(parse(text).sitemaps()).containsExactly("http://a.test/s[1] |\u00e4.xml", "/b.xml");
  }

  @Test
  void whatTakesTooLongIsForbiddenIfARuleForbidsItsBeginning() {
    IntFunction<String> slow = i -> "/a*" + "a".repeat(60) + "b" + i;
    RobotsFile file = hostile(slow, "Allow: /*z$\nDisallow: /b*a\n");

    assertThat(file.allows(url("/a" + "a".repeat(1_900) + "z"))).isFalse();
    assertThat(file.allows(url("/az"))).as("a short path is decided exactly").isTrue();
    assertThat(file.allows(url("/b" + "c".repeat(1_900)))).as("another beginning").isTrue();
    assertThat(file.weight()).isLessThan(10_000_000);
  }

  @Test
  void thousandsOfRulesWithoutWildcardsAreMatchedExactly() {
    var text = new StringBuilder("User-agent: *\n");
    for (int i = 10_000; i < 30_000; i++) {
      text.append("Disallow: /shop/item-").append(i).append("/$\n");
    }
    RobotsFile file = parse(text.toString());

    assertThat(file.decidingRule(url("/shop/item-29999/")))
        .contains("Disallow: /shop/item-29999/$");
    assertThat(file.allows(url("/shop/item-29999/x"))).isTrue();
    assertThat(file.allows(url("/shop/item-30000/"))).isTrue();
  }

  private RobotsFile hostile(IntFunction<String> rules, String more) {
    var text = new StringBuilder("User-agent: *\n").append(more);
    for (int i = 0; text.length() < RobotsReader.MAX_OCTETS - 2_100; i++) {
      text.append("Disallow: ").append(rules.apply(i)).append('\n');
    }
    return parse(text.toString());
  }

  private static Duration leastTime(Runnable call) {
    var threads = ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long start = threads.getCurrentThreadCpuTime();
      call.run();
      least = Math.min(least, threads.getCurrentThreadCpuTime() - start);
    }
    return Duration.ofNanos(least);
  }

  private boolean forbids(String rule, String path) {
    RobotsFile file = parse("User-agent: *\nDisallow: " + rule);
    assertThat(file.decidingRule(url(path)).isPresent()).isEqualTo(!file.allows(url(path)));
    return !file.allows(url(path));
  }

  private RobotsFile parse(String text) {
    return reader.parse(text.getBytes(UTF_8));
  }

  private static CrawlUrl url(String path) {
    return CrawlUrl.of("http://a.test" + path);
  }
}
