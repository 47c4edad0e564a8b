package io.dowser.examples.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class QuickstartTest {

  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^(breadth-first|best-first|adaptive) +(\\d+) +(\\d+) +([\\d.]+) +([\\d.]+)$");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void bestFirstFindsMoreThanBreadthFirstWithinTheSameBudget() {
    assertThat(run()).as(text(err)).isZero();

    Matcher rows = ROW.matcher(text(out));
    assertThat(rows.find()).as(text(out)).isTrue();
    assertThat(rows.group(1)).isEqualTo("breadth-first");
    double breadthFirst = Double.parseDouble(rows.group(5));
    assertThat(rows.find()).isTrue();
    assertThat(rows.group(1)).isEqualTo("best-first");
    assertThat(Double.parseDouble(rows.group(5))).isGreaterThan(1.5 * breadthFirst);
    assertThat(rows.find()).isTrue();
    assertThat(rows.group(1)).isEqualTo("adaptive");
    assertThat(Double.parseDouble(rows.group(5))).isGreaterThan(1.5 * breadthFirst);
    assertThat(text(out)).contains("of 471 pages on 4 hosts").contains("breadth-first needs");
  }

  @Test
  void helpIsPrinted() {
    assertThat(run("--help")).isZero();
    assertThat(text(out)).startsWith("usage:").contains("What robots.txt forbids is not fetched.");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void wrongUseIsOneLineAndAHint() {
    assertThat(run("--pages", "none")).isEqualTo(2);
    assertThat(text(out)).isEmpty();
    assertThat(text(err).lines())
        .containsExactly(
            "quickstart: --pages must be a whole number above 0, but was 'none'", "Try --help.");
  }

  @Test
  void seedThatIsNoWebAddressIsNamed() {
    assertThat(run("--topic", "tide", "ftp://example.org/")).isEqualTo(2);
    assertThat(text(err)).contains("ftp://example.org/");
  }

  @Test
  void seedThatOnlyABrowserCanReadIsAskedFor() throws IOException {
    withServer(
        404,
        host -> {
          assertThat(run("--topic", "tide", host + "/a|b")).isEqualTo(1);
          assertThat(text(err)).contains("quickstart: ").contains(host + "/a");
        });
  }

  @Test
  void urlsAreCrawledInPlaceOfTheBundledWeb() throws IOException {
    withServer(
        200,
        host -> {
          assertThat(run("--topic", "tide", host + "/tides")).as(text(err)).isZero();
          assertThat(text(out)).contains(host + "/tides").contains("Tide tables");
        });
  }

  private static void withServer(int status, Consumer<String> test) throws IOException {
    byte[] page = "<title>Tide tables</title>High tide and low tide".getBytes(UTF_8);
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(status, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    try {
      test.accept("http://127.0.0.1:" + server.getAddress().getPort());
    } finally {
      server.stop(0);
    }
  }

  @Test
  void crawlWithoutAnyAnswerFails() {
    String unreachable = "http://127.0.0.1:1/";

    assertThat(run("--topic", "tide", unreachable)).isEqualTo(1);
    assertThat(text(err)).contains("quickstart: ").contains(unreachable);
  }

  private int run(String... args) {
    return new Quickstart(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
        .run(args);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(UTF_8);
  }
}
