package io.dowser.crawler.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * Ways to behave badly, each with what a crawl should make of it: the outcomes that must be among
 * those of its host, as {@link Outcomes} writes them.
 */
@SuppressWarnings("ImmutableEnumChecker") // its lists and scripts hold nothing that changes
enum Mischief {
  CLOSES_AT_ONCE(List.of("failed RESET"), exchange -> {}),
  RESETS(
      List.of("failed RESET"),
      exchange -> {
        exchange.socket().setSoLinger(true, 0);
      }),
  NEVER_ANSWERS(
      List.of("failed TIMEOUT"),
      exchange -> exchange.socket().getInputStream().readAllBytes()), // until the client leaves
  DRIPS_THE_HEADER(
      List.of("failed TIMEOUT"),
      exchange -> {
        exchange.send("HTTP/1.1 200 OK\r\nX: ");
        drip(exchange, "x");
      }),
  DRIPS_THE_BODY(
      List.of("visited TIME_LIMIT"),
      exchange -> {
        exchange.endless("");
        drip(exchange, "x ");
      }),
  SENDS_WITHOUT_END(List.of("visited BYTE_LIMIT"), exchange -> flood(exchange, "", "word ")),
  SENDS_CHUNKS_WITHOUT_END(
      List.of("visited BYTE_LIMIT"),
      exchange -> flood(exchange, "Transfer-Encoding: chunked\r\n", "5\r\nword \r\n")),
  PROMISES_MORE_THAN_COMES(
      List.of("visited ABORTED"),
      exchange -> {
        exchange.endless("Content-Length: 100000\r\n");
        exchange.send("a bit");
      }),
  PROMISES_LESS_THAN_COMES(
      List.of("visited NONE"),
      exchange -> {
        exchange.endless("Content-Length: 5\r\n");
        exchange.send("a bit more than that");
      }),
  NEGATIVE_LENGTH(
      List.of("failed PROTOCOL"),
      exchange -> {
        exchange.endless("Content-Length: -7\r\n");
        exchange.send("a bit");
      }),
  CUTS_OFF_GZIP(
      List.of("visited ABORTED"),
      exchange -> {
        byte[] whole = gzip("<p>some text".repeat(1_000).getBytes(ISO_8859_1), 1);
        byte[] half = java.util.Arrays.copyOf(whole, whole.length - 20);
        exchange.answer("200 OK", "Content-Type: text/html\r\nContent-Encoding: gzip\r\n", half);
      }),
  GZIP_BOMB(
      List.of("visited RATIO_LIMIT"),
      exchange ->
          exchange.answer(
              "200 OK",
              "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
              Bombs.GZIP.clone())),
  BROTLI_BOMB(
      List.of("failed PROTOCOL"),
      exchange ->
          exchange.answer(
              "200 OK",
              "Content-Type: text/html\r\nContent-Encoding: br\r\n",
              new byte[] {(byte) 0xCF, (byte) 0xFF, (byte) 0xFF, 0x7F, (byte) 0xF8})),
  CLAIMS_GZIP(
      List.of("failed PROTOCOL"),
      exchange ->
          exchange.answer(
              "200 OK",
              "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
              HostileServer.bytes("<p>this is plain text"))),
  HUGE_HEADER(
      List.of("failed RESET"),
      exchange -> {
        exchange.send("HTTP/1.1 200 OK\r\nX: ");
        for (int i = 0; i < 1_000; i++) {
          exchange.send("x".repeat(10_000));
        }
      }),
  ENDLESS_HEADERS(
      List.of("failed RESET"),
      exchange -> {
        exchange.send("HTTP/1.1 200 OK\r\n");
        for (int i = 0; i < 1_000_000; i++) {
          exchange.send("X-" + i + ": y\r\n");
        }
      }),
  ENDLESS_INTERIM_ANSWERS(
      List.of("failed TIMEOUT"), exchange -> drip(exchange, "HTTP/1.1 103 Early Hints\r\n\r\n")),
  GARBAGE(List.of("failed PROTOCOL"), exchange -> exchange.send("@#!? 0xDEADBEEF\r\n\r\n")),
  NO_HEADER(List.of("failed PROTOCOL"), exchange -> exchange.send("<html>as in 1991\r\n\r\n")),
  STATUS_OUT_OF_RANGE(
      List.of("failed PROTOCOL"), exchange -> exchange.answer("099 Odd", "", new byte[0])),
  UNASKED_NOT_MODIFIED(
      List.of("failed PROTOCOL"), exchange -> exchange.answer("304 Not Modified", "", new byte[0])),
  WRONG_TYPE(
      List.of("failed CONTENT_TYPE"),
      exchange ->
          exchange.answer(
              "200 OK", "Content-Type: image/png\r\n", HostileServer.bytes("<p>no picture"))),
  BINARY_AS_HTML(
      List.of("visited NONE"),
      exchange -> {
        byte[] noise = new byte[50_000];
        new java.util.SplittableRandom(1).nextBytes(noise);
        exchange.answer("200 OK", "Content-Type: text/html\r\n", noise);
      }),
  FALSE_CHARSET(
      List.of("visited NONE"),
      exchange ->
          exchange.answer(
              "200 OK",
              "Content-Type: text/html; charset=x-no-such-thing, utf-16\r\n",
              HostileServer.bytes(
                  "<meta charset=utf-7><meta charset=gb2312><p>\u00e4\u00ff\u00c4 text"))),
  NUL_BYTES(
      List.of("visited NONE"),
      exchange -> exchange.html("\u0000<p>a\u0000b<a hr\u0000ef='\u0000x'>c</a>\u0000")),
  NESTS_DEEPLY(
      List.of("visited NONE"),
      exchange -> exchange.html("<div>".repeat(100_000) + "bottom<a href='/deep'>x</a>")),
  A_MILLION_LINKS(
      List.of("visited BYTE_LIMIT", "skipped PATTERN_EXPLOSION"),
      exchange -> {
        if (exchange.path().equals("/")) {
          exchange.endless("");
          var links = new StringBuilder();
          for (int i = 0; i < 1_000_000; i++) {
            links.append("<a href=/n").append(i).append(">x</a>");
            if (links.length() > 100_000) {
              exchange.send(links.toString());
              links.setLength(0);
            }
          }
        } else {
          exchange.answer("404 Not Found", "", new byte[0]);
        }
      }),
  HUGE_ATTRIBUTE(
      List.of("visited BYTE_LIMIT"),
      exchange -> {
        exchange.endless("");
        exchange.send("<p>text<a href='/");
        byte[] wave = HostileServer.bytes("x".repeat(100_000));
        for (int i = 0; i < 100; i++) {
          exchange.send(wave);
        }
      }),
  LONG_URLS(
      List.of("skipped URL_TOO_LONG"),
      exchange -> exchange.html("<a href='/" + "x".repeat(3_000) + "'>x</a>")),
  DEEP_PATHS(
      List.of("skipped PATH_TOO_DEEP"),
      exchange -> exchange.html("<a href='/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u'>x</a>")),
  MANY_PARAMETERS(
      List.of("skipped TOO_MANY_PARAMETERS"),
      exchange -> {
        var query = new StringBuilder("/?p=0");
        for (int i = 1; i <= 20; i++) {
          query.append("&p").append(i).append("=x");
        }
        exchange.html("<a href='" + query + "'>x</a>");
      }),
  REDIRECT_LOOP(List.of("redirected"), exchange -> exchange.redirect("/")),
  ENDLESS_REDIRECTS(
      List.of("failed TOO_MANY_REDIRECTS"),
      exchange -> exchange.redirect("/r" + "x".repeat(exchange.path().length()))),
  REDIRECTS_TO_THE_METADATA_SERVICE(
      List.of("failed FORBIDDEN_ADDRESS"),
      exchange -> exchange.redirect("http://169.254.169.254/latest/meta-data/")),
  REDIRECTS_TO_NOWHERE(
      List.of("redirected"), exchange -> exchange.redirect("file:///etc/passwd\tjavascript:x")),
  REDIRECTS_WITHOUT_LOCATION(
      List.of("failed PROTOCOL"), exchange -> exchange.answer("301 Moved", "", new byte[0])),
  LINKS_TO_PRIVATE_ADDRESSES(
      List.of("visited NONE"),
      exchange ->
          exchange.html(
              "<a href='http://127.0.0.2:%d/'>a</a><a href='http://2130706434:%d/'>b</a>"
                      .replace("%d", "" + exchange.server().port())
                  + "<a href='http://0x7f.2/'>c</a><a href='http://0177.0.0.2/'>d</a>"
                  + "<a href='http://[::1]/'>e</a><a href='http://[::ffff:127.0.0.2]/'>f</a>"
                  + "<a href='http://0.0.0.0/'>g</a><a href='http://10.0.0.1/'>h</a>"
                  + "<a href='http://[64:ff9b::7f00:2]/'>i</a><a href='http://192.168.0.1/'>j</a>"
                  + "<a href='http://inside.test/'>k</a><a href='http://[fd00::1]/'>l</a>")),
  ENDLESS_CALENDAR(
      List.of("skipped CALENDAR"),
      exchange -> {
        String path = exchange.path().equals("/") ? "/2049/12" : exchange.path();
        int year = Integer.parseInt(path.substring(1, 5));
        exchange.html(
            "month " + path + "<a href='/" + (year + 1) + "/1'>next</a><a href='/2049/11'>x</a>");
      }),
  ENDLESS_DIRECTORY(
      List.of("skipped REPEATED_SEGMENTS"),
      exchange -> exchange.html(exchange.path() + "<a href='down/'>down</a>")),
  NEW_SESSION_EACH_TIME(
      List.of("skipped SESSION_ID"),
      exchange ->
          exchange.html("<a href='/?PHPSESSID=" + Long.toHexString(System.nanoTime()) + "'>x</a>")),
  EXPLODING_QUERIES(
      List.of("skipped QUERY_EXPLOSION"),
      exchange -> {
        var links = new StringBuilder("results for " + exchange.path());
        for (int i = 0; i < 100; i++) {
          links.append("<a href='/s?q=").append(i).append(exchange.path().hashCode() & 0xFFFF);
          links.append("'>x</a>");
        }
        exchange.html(links.toString());
      }),
  WITHOUT_END(
      List.of("dropped HOST_BUDGET"),
      exchange ->
          exchange.html(
              "page " + exchange.path() + "<a href='/" + letters(exchange.path()) + "'>more</a>")),
  COPIES_WITHOUT_END(
      List.of("dropped HOST_BUDGET", "duplicate"),
      exchange ->
          exchange.html(
              "<p>"
                  + "the same again and again ".repeat(50)
                  + "<a href='/"
                  + letters(exchange.path())
                  + "'>more</a>")),
  NEARLY_THE_SAME_WITHOUT_END(
      List.of("dropped HOST_BUDGET", "duplicate"),
      exchange -> {
        var words = new StringBuilder("<p>");
        for (int i = 0; i < 400; i++) {
          words.append(Integer.toString(i * i % 9_973, 36)).append(' ');
        }
        String next = letters(exchange.path());
        exchange.html(words + next + "<a href='/" + next + "'>more</a>");
      }),
  REDIRECTS_TO_TLS_WHERE_THERE_IS_NONE(
      List.of("failed TLS"),
      exchange ->
          exchange.redirect("https://" + exchange.host() + ":" + exchange.server().port() + "/")),
  SUBDOMAINS_WITHOUT_END(
      List.of("dropped HOST_BUDGET"),
      exchange -> {
        String deeper = "x" + exchange.host().length() % 40 + "-" + exchange.host().hashCode();
        String own = "subdomains-without-end.test";
        exchange.html(
            exchange.host() + "<a href='" + exchange.url(deeper + "." + own, "/") + "'>more</a>");
      }),
  REFRESHES_WITHOUT_END(
      List.of("dropped HOST_BUDGET"),
      exchange ->
          exchange.html(
              "<meta http-equiv=refresh content='0;url=/"
                  + letters(exchange.path())
                  + "'>"
                  + exchange.path())),
  ASKS_FOR_ENDLESS_PATIENCE(
      List.of("failed HTTP_STATUS"),
      exchange -> exchange.answer("503 Later", "Retry-After: 99999999999\r\n", new byte[0])),
  TOO_MANY_REQUESTS(
      List.of("failed HTTP_STATUS"),
      exchange -> exchange.answer("429 Slow Down", "Retry-After: 0\r\n", new byte[0])),
  ALWAYS_BROKEN(
      List.of("failed HTTP_STATUS"),
      exchange -> exchange.answer("500 Broken", "", HostileServer.bytes("<h1>error"))),
  ENDLESS_ROBOTS(List.of("visited NONE"), exchange -> exchange.html("<p>fine")) {
    @Override
    void robots(Exchange exchange) throws IOException {
      flood(exchange, "", "Disallow: /*a*b*c*d*e*f$\nUser-agent: *\n");
    }
  },
  BROKEN_ROBOTS(List.of("dropped ROBOTS_UNREACHABLE"), exchange -> exchange.html("<p>secret")) {
    @Override
    void robots(Exchange exchange) throws IOException {
      exchange.answer("500 Broken", "", new byte[0]);
    }
  },
  ROBOTS_THAT_REDIRECT_INSIDE(
      List.of("failed FORBIDDEN_ADDRESS"), exchange -> exchange.html("<p>secret")) {
    @Override
    void robots(Exchange exchange) throws IOException {
      exchange.redirect("http://127.0.0.2:" + exchange.server().port() + "/robots.txt");
    }
  },
  ROBOTS_THAT_FORBID(List.of("dropped FORBIDDEN"), exchange -> exchange.html("<p>secret")) {
    @Override
    void robots(Exchange exchange) throws IOException {
      exchange.answer("200 OK", "", HostileServer.bytes("user-agent: *\ndisallow: /"));
    }
  },
  ROBOTS_THAT_ASK_FOR_YEARS(
      List.of("visited NONE", "slowed CRAWL_DELAY"), exchange -> exchange.html("<p>slow")) {
    @Override
    void robots(Exchange exchange) throws IOException {
      exchange.answer("200 OK", "", HostileServer.bytes("user-agent: *\ncrawl-delay: 99999999"));
    }
  };

  /** What to do with a connection, which is closed afterwards. */
  interface Script {
    void play(Exchange exchange) throws IOException;
  }

  private static final String DOMAIN = ".test";

  private final List<String> expected;
  private final Script script;

  Mischief(List<String> expected, Script script) {
    this.expected = expected;
    this.script = script;
  }

  List<String> expected() {
    return expected;
  }

  String host() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-') + DOMAIN;
  }

  String url(int port) {
    return "http://" + host() + ":" + port + "/";
  }

  static Mischief of(String host) throws IOException {
    for (Mischief mischief : values()) {
      if (host.equals(mischief.host()) || host.endsWith("." + mischief.host())) {
        return mischief;
      }
    }
    throw new IOException("no such host: " + host);
  }

  void answer(Exchange exchange) throws IOException {
    if (exchange.path().equals("/robots.txt")) {
      robots(exchange);
    } else {
      script.play(exchange);
    }
  }

  void robots(Exchange exchange) throws IOException {
    exchange.answer("404 Not Found", "", new byte[0]);
  }

  private static void drip(Exchange exchange, String drop) throws IOException {
    while (exchange.server().closing().getCount() > 0) {
      exchange.send(drop);
      exchange.pause(50);
    }
  }

  private static void flood(Exchange exchange, String headers, String drop) throws IOException {
    exchange.endless(headers);
    byte[] wave = HostileServer.bytes(drop.repeat(1_000));
    while (exchange.server().closing().getCount() > 0) {
      exchange.send(wave);
    }
  }

  private static final class Bombs {

    /** 50 MB of zeros. */
    static final byte[] GZIP;

    static {
      try {
        GZIP = gzip(new byte[1 << 20], 50);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  private static byte[] gzip(byte[] block, int times) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < times; i++) {
        gzip.write(block);
      }
    }
    return bytes.toByteArray();
  }

  /** The path of the next page, as a word of the letters a to j. */
  private static String letters(String path) {
    int number = 0;
    for (int i = 1; i < path.length(); i++) {
      number = 10 * number + Math.max(0, path.charAt(i) - 'a');
    }
    var word = new StringBuilder();
    for (int rest = number + 1; rest > 0; rest /= 10) {
      word.insert(0, (char) ('a' + rest % 10));
    }
    return word.toString();
  }
}
