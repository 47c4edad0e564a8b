package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code dowser mcp}. */
@Timeout(60)
class McpCommandTest {

  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";

  private static final String CRAWLS =
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":"
          + "\"crawl_status\",\"arguments\":{}}}";

  @TempDir Path directory;

  @Test
  void standardOutputHasMessagesOnlyAndTheEndOfInputEndsIt() throws Exception {
    Path input = directory.resolve("input");
    Files.write(
        input,
        List.of(
            INITIALIZE, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", CRAWLS));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Dowser.class.getName(),
                "mcp",
                directory.resolve("crawls").toString())
            .redirectError(directory.resolve("errors").toFile())
            .start();
    try (BufferedReader lines = process.inputReader()) {
      try (var out = new PrintWriter(process.outputWriter(), true)) {
        Files.readAllLines(input).forEach(out::println);
        assertThat(lines.readLine()).startsWith("{").contains("\"name\":\"dowser\"");
        assertThat(lines.readLine()).startsWith("{").contains("crawls");
      }
      assertThat(lines.readLine()).isNull();
    }
    assertThat(process.waitFor()).as(() -> read(directory.resolve("errors"))).isZero();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void httpIsServedUntilTheEnd() throws Exception {
    var err = new PipedWriter();
    try (var lines = new BufferedReader(new PipedReader(err))) {
      var command =
          new Thread(
              () ->
                  Dowser.commandLine()
                      .setOut(new PrintWriter(err, true))
                      .setErr(new PrintWriter(err, true))
                      .execute("mcp", directory.resolve("crawls").toString(), "--http", "0"));
      command.start();
      String line = lines.readLine();
      assertThat(line).startsWith("serving http://127.0.0.1:");
      HttpRequest initialize =
          HttpRequest.newBuilder(URI.create(line.split(" ", -1)[1]))
              .POST(BodyPublishers.ofString(INITIALIZE))
              .build();
      assertThat(HttpClient.newHttpClient().send(initialize, BodyHandlers.ofString()).body())
          .contains("\"name\":\"dowser\"");
      command.interrupt();
      command.join();
    }
  }

  @Test
  void badOptionsAreNamed() {
    CommandRun port = CommandRun.of("mcp", directory.toString(), "--http", "70000");
    assertThat(port.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(port.err()).contains("70000");
    CommandRun setting = CommandRun.of("mcp", directory.toString(), "--set", "colour=red");
    assertThat(setting.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(setting.err()).contains("colour");
    CommandRun pages = CommandRun.of("mcp", directory.toString(), "--max-pages=0");
    assertThat(pages.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(pages.err()).contains("maxPages");
  }
}
