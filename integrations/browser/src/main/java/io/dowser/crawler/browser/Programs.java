package io.dowser.crawler.browser;

import io.dowser.crawler.api.CrawlException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs of this machine. */
final class Programs {

  private static final List<String> CHROMIUMS =
      List.of("chromium", "chromium-browser", "google-chrome");

  private Programs() {}

  static Path chromium(Optional<Path> given) {
    return find("chromium", given, CHROMIUMS);
  }

  static Path chromedriver(Optional<Path> given) {
    return find("chromedriver", given, List.of("chromedriver"));
  }

  /**
   * Returns a given program, or else the first one on the {@code PATH} that has one of some names.
   */
  private static Path find(String setting, Optional<Path> given, List<String> names) {
    if (given.isPresent()) {
      if (!Files.isExecutable(given.get())) {
        throw new CrawlException(setting + " must be a program, but was '" + given.get() + "'");
      }
      return given.get();
    }
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .flatMap(directory -> names.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new CrawlException(
                    "none of "
                        + names
                        + " is on the PATH; install it, or set "
                        + setting
                        + " or remote"));
  }
}
