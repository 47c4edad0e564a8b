package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MonitorCommandTest {

  @TempDir Path directory;

  @Test
  void pageOfACrawlIsServedUntilTheEnd() throws Exception {
    try (TideSite site = new TideSite()) {
      Path tides = directory.resolve("tides");
      CommandRun crawl =
          CommandRun.of(
              "crawl",
              "--seed=" + site.url(0),
              "--topic=tide,ebb,flood",
              "--delay=0s",
              "--out=" + tides,
              "--quiet");
      assertThat(crawl.exitCode()).as(crawl.err()).isZero();
      var out = new PipedWriter();
      try (var lines = new BufferedReader(new PipedReader(out))) {
        var command =
            new Thread(
                () ->
                    Dowser.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(out, true))
                        .execute("monitor", tides.toString(), "--port", "0"));
        command.start();
        String line = lines.readLine();
        assertThat(line).startsWith("open http://127.0.0.1:");
        URI page = URI.create(line.split(" ", -1)[1]);
        HttpRequest states = HttpRequest.newBuilder(page.resolve("/crawls")).build();
        assertThat(HttpClient.newHttpClient().send(states, BodyHandlers.ofString()).body())
            .contains("\"state\":\"ended\"");
        command.interrupt();
        command.join();
      }
    }
  }

  @Test
  void directoryWithoutACrawlAndPortOutOfRangeAreNamed() {
    CommandRun none = CommandRun.of("monitor", directory.toString(), "--port", "0");
    CommandRun port = CommandRun.of("monitor", directory.toString(), "--port", "70000");

    assertThat(none.exitCode()).isEqualTo(Dowser.FAILED);
    assertThat(none.err()).contains(directory.toString());
    assertThat(port.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(port.err()).contains("70000");
  }
}
