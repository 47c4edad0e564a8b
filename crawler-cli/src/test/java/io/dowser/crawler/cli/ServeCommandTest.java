package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServeCommandTest {

  private static final String TOKEN = "0123456789abcdef";

  @TempDir Path directory;

  @Test
  void programStartsACrawlWithTheToken() throws Exception {
    Path token = Files.writeString(directory.resolve("token"), TOKEN + "\n");
    Path folder = directory.resolve("crawls");
    var out = new PipedWriter();
    try (TideSite site = new TideSite();
        var lines = new BufferedReader(new PipedReader(out))) {
      var command =
          new Thread(
              () ->
                  Dowser.commandLine()
                      .setOut(new PrintWriter(out, true))
                      .setErr(new PrintWriter(out, true))
                      .execute(
                          "serve",
                          folder.toString(),
                          "--port=0",
                          "--token-file=" + token,
                          "--allow-private",
                          "--max-pages=5",
                          "--set=politeness.delay=0s"));
      command.start();
      String line = lines.readLine();
      assertThat(line).startsWith("open http://127.0.0.1:").contains("/?token=... in");
      URI page = URI.create(line.split("[ ?]", -1)[1]);
      String crawl =
          "{\"name\":\"tides\",\"topic\":[\"tide\"],\"seeds\":[\"" + site.url(0) + "\"]}";

      assertThat(send(page, "POST", crawl, TOKEN + "x").statusCode()).isEqualTo(401);
      assertThat(send(page, "POST", crawl, TOKEN).statusCode()).isEqualTo(201);
      while (!send(page, "GET", "", TOKEN).body().contains("\"ended\"")) {
        Thread.onSpinWait();
      }
      assertThat(folder.resolve("tides").resolve("crawl.db")).exists();
      assertThat(site.requests(0)).isEqualTo(1);
      command.interrupt();
      command.join();
    }
  }

  private static HttpResponse<String> send(URI page, String method, String body, String token)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(page.resolve("/crawls"))
            .method(method, BodyPublishers.ofString(body))
            .header("Authorization", "Bearer " + token)
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void wrongOptionsAreNamed() {
    String folder = directory.resolve("crawls").toString();
    CommandRun open = CommandRun.of("serve", folder, "--port=0", "--address=0.0.0.0");
    CommandRun pages = CommandRun.of("serve", folder, "--max-pages=0");
    CommandRun both =
        CommandRun.of("serve", folder, "--allow-private", "--set=addressRules=public");
    CommandRun setting = CommandRun.of("serve", folder, "--set=maxPagez=5");

    assertThat(open.err()).contains("needs a token");
    assertThat(pages.err()).contains("maxPages");
    assertThat(both.err()).contains("exclude each other");
    assertThat(setting.err()).contains("maxPagez");
    assertThat(open.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(pages.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(both.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(setting.exitCode()).isEqualTo(Dowser.WRONG_USE);
  }
}
