package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
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
    return LabProcess.run(LabProcess.of(arguments), directory.resolve("said.txt"));
  }

  /** Compiles the example project of a scorer and packs it, as its own build does. */
  private Path jar() throws IOException {
    Path project = Path.of("..", "examples", "custom-scorer", "src", "main");
    Path source = project.resolve("java/org/example/scorer/AnchorShareScorer.java");
    Path classes = Files.createDirectory(directory.resolve("classes"));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString());
    assertThat(status).isZero();
    Path jar = directory.resolve("custom-scorer.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Path folder : List.of(classes, project.resolve("resources"))) {
        add(folder, out);
      }
    }
    return jar;
  }

  private static void add(Path folder, JarOutputStream out) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(folder.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
    }
  }
}
