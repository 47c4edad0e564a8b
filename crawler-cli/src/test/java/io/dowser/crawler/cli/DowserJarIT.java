package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program, one jar with all libraries; after the phase {@code package}. */
class DowserJarIT {

  private static final Path JAR = Path.of(System.getProperty("dowser.jar", "target/dowser.jar"));
  private static final String SERVICES = "META-INF/services/";

  @TempDir private Path directory;

  @Test
  void mergedJarHasTheServicesOfAllLibraries() throws IOException {
    var services = new TreeMap<String, Set<String>>();
    String[] classPath = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    try (JarFile merged = new JarFile(JAR.toFile())) {
      for (Path library :
          Arrays.stream(classPath).map(Path::of).filter(Files::isRegularFile).toList()) {
        try (JarFile jar = new JarFile(library.toFile())) {
          if (isIn(merged, jar)) {
            services(jar).forEach(entry -> merge(services, jar, entry));
          }
        }
      }
      assertThat(services).containsKey(SERVICES + "java.sql.Driver");
      services.forEach(
          (name, types) -> assertThat(lines(merged, name)).as(name).containsAll(types));
      assertThat(lines(merged, SERVICES + "io.dowser.crawler.api.LinkScorerProvider"))
          .as("scorers of five modules")
          .hasSizeGreaterThan(6);
    }
  }

  /** Test libraries are on the class path of the test, and not in the jar. */
  private static boolean isIn(JarFile merged, JarFile jar) {
    return jar.stream()
        .map(JarEntry::getName)
        .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
        .findFirst()
        .map(merged::getEntry)
        .isPresent();
  }

  private static Stream<JarEntry> services(JarFile jar) {
    return jar.stream()
        .filter(entry -> entry.getName().startsWith(SERVICES) && !entry.isDirectory());
  }

  private static void merge(Map<String, Set<String>> services, JarFile jar, JarEntry entry) {
    services
        .computeIfAbsent(entry.getName(), unused -> new TreeSet<>())
        .addAll(lines(jar, entry.getName()));
  }

  private static List<String> lines(JarFile jar, String name) {
    try (var in = jar.getInputStream(jar.getEntry(name))) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void jarCrawlsChineseAndEnglishPagesAloneInItsDirectory() throws Exception {
    Path alone = Files.copy(JAR, directory.resolve("dowser.jar"));
    Path topic = Files.writeString(directory.resolve("topic.txt"), "潮汐");
    try (TideSite site = new TideSite();
        DowserProcess crawl =
            DowserProcess.start(
                List.of("-jar", alone.toString()),
                directory,
                "crawl",
                "--seed=" + site.url(0),
                "--topic-file=" + topic,
                "--scorer=shark",
                "--frontier=shark",
                "--delay=0s",
                "--out=" + directory.resolve("tides"))) {
      assertThat(crawl.exitCode()).as(crawl.err()).isZero();
      assertThat(crawl.out()).contains("30 pages visited, 30 relevant");
      assertThat(crawl.err()).as("progress").contains("30 pages,").doesNotContain("SLF4J", "\r");
    }
    try (DowserProcess version =
        DowserProcess.start(List.of("-jar", alone.toString()), directory, "--version")) {
      assertThat(version.exitCode()).isZero();
      assertThat(version.out()).matches("dowser \\d+\\.\\d+\\.\\d+\\S*\\R");
    }
  }
}
