package io.dowser.crawler.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
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
   * @param picture what the window showed
   */
  record Opened(Document document, List<String> console, BufferedImage picture) {

    /** How bright the picture is at its left edge, where nothing is written: 0 to 255. */
    int brightnessOfPaper() {
      int rgb = picture.getRGB(2, picture.getHeight() / 2);
      return ((rgb >> 16 & 255) + (rgb >> 8 & 255) + (rgb & 255)) / 3;
    }

    /** How many different colours the picture has. */
    long colours() {
      int width = picture.getWidth();
      int height = picture.getHeight();
      return Arrays.stream(picture.getRGB(0, 0, width, height, null, 0, width)).distinct().count();
    }
  }

  static Browser find() {
    Optional<Path> found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), "no browser on the PATH, one of " + NAMES);
    return new Browser(found.orElseThrow());
  }

  Opened open(Path page, int width, boolean dark, Path workspace)
      throws IOException, InterruptedException {
    Path shot = workspace.resolve("shot.png");
    Path log =
        run(
            page,
            workspace,
            "--window-size=" + width + ",900",
            "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
            "--screenshot=" + shot,
            "--dump-dom");
    try (Stream<String> lines = Files.lines(log)) {
      return new Opened(
          Jsoup.parse(Files.readString(workspace.resolve("dom.html"))),
          lines.filter(line -> line.contains(":CONSOLE")).toList(),
          ImageIO.read(shot.toFile()));
    }
  }

  /** What a printer would get. */
  byte[] print(Path page, Path workspace) throws IOException, InterruptedException {
    Path pdf = workspace.resolve("print.pdf");
    run(page, workspace, "--print-to-pdf=" + pdf);
    return Files.readAllBytes(pdf);
  }

  private Path run(Path page, Path workspace, String... options)
      throws IOException, InterruptedException {
    Path log = workspace.resolve("browser.log");
    var command = new ArrayList<>(List.of(program.toString(), "--headless", "--no-sandbox"));
    command.addAll(List.of("--disable-gpu", "--enable-logging=stderr"));
    command.add("--user-data-dir=" + workspace.resolve("profile"));
    command.addAll(List.of(options));
    command.add(page.toUri().toString());
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(workspace.resolve("dom.html").toFile())
            .redirectError(log.toFile())
            .start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IOException("the browser did not end");
    }
    return log;
  }
}
