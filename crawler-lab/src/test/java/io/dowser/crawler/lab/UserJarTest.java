package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.example.scorer.AnchorShareScorer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar of the user's own scorer, which is not on the class path of the lab's process. */
class UserJarTest {

  private static final String NAMES = "--strategies=anchor-share,pagerank+anchor-share,best-first";

  @TempDir Path directory;
  private SmallWeb web = new SmallWeb(Path.of("."));

  @BeforeEach
  void makeWeb() throws IOException {
    web = SmallWeb.in(directory);
  }

  @Test
  void scorerInJarGivenByOptionIsFoundByNameAndCombined() throws Exception {
    String jar = "--plugins=" + jar();
    int exitCode = lab(web.compare(jar, NAMES, "--runs=1", "--budget=8"));

    String said = Files.readString(directory.resolve("said.txt"));
    assertThat(exitCode).as(said).isZero();
    assertThat(said).contains("3 runs of 8 pages, 1 at a time"); // 300 MB are enough for one
    assertThat(Files.readAllLines(web.file("out/runs.csv")))
        .anyMatch(line -> line.startsWith("topic-terms,anchor-share,"))
        .anyMatch(line -> line.startsWith("topic-terms,pagerank+anchor-share,"));
    assertThat(Files.readString(web.file("out/report.html")))
        .contains("frontier=pagerank;scorer=anchor-share");
  }

  @Test
  void scorerWhoseJarIsNowhereIsNotFound() throws Exception {
    int exitCode = lab(web.compare(NAMES));

    assertThat(exitCode).isEqualTo(1);
    assertThat(Files.readString(directory.resolve("said.txt")))
        .contains("no strategy named 'anchor-share'", "class path");
  }

  private int lab(String... arguments) throws Exception {
    return LabProcess.run(
        LabProcess.of(List.of(classes()), arguments), directory.resolve("said.txt"));
  }

  /** Where the scorer is on the class path of this test: its jar, or what it is made of. */
  private static Path classes() throws URISyntaxException {
    return Path.of(
        AnchorShareScorer.Provider.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .toURI());
  }

  private Path jar() throws Exception {
    Path classes = classes();
    if (Files.isRegularFile(classes)) {
      return classes;
    }
    Path jar = directory.resolve("custom-scorer.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
    }
    return jar;
  }
}
