package io.dowser.examples.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/**
 * A real browser without a window. Tests that need one are skipped where there is none.
 *
 * @param program the path of a Chromium
 */
record Browser(Path program) {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  /**
   * What a page became.
   *
   * @param document its elements after its scripts had run
   * @param console what it wrote to the console, errors among it
   */
  record Opened(Document document, List<String> console) {}

  static Browser find() {
    Optional<Path> found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), "no browser on the PATH, one of " + NAMES);
    return new Browser(found.orElseThrow());
  }

  Opened open(Path page, int width, Path workspace) throws IOException, InterruptedException {
    Path dom = workspace.resolve("dom.html");
    Path log = workspace.resolve("browser.log");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + workspace.resolve("profile"),
                "--window-size=" + width + ",900",
                "--enable-logging=stderr",
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IOException("the browser did not end");
    }
    try (Stream<String> lines = Files.lines(log)) {
      return new Opened(
          Jsoup.parse(Files.readString(dom)),
          lines.filter(line -> line.contains(":CONSOLE")).toList());
    }
  }
}
