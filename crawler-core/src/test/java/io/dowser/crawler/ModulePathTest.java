package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that is a module, compiled and run on the module path as the README says. */
class ModulePathTest {

  private static final Pattern TEST_LIBRARY =
      Pattern.compile(
          "test-classes|crawler-testkit|mockwebserver|okhttp-tls|gson|jspecify|junit|opentest4j"
              + "|apiguardian|assertj|byte-buddy|archunit|jacoco");

  /** Lingua cannot be on a module path: two jars that it needs have one package in common. */
  private static final Pattern NO_MODULE = Pattern.compile("lingua|moshi");

  private static final String MODULE =
      """
      module application {
        requires io.dowser.crawler.api;
        requires io.dowser.crawler.core;
        requires jdk.httpserver;
      }
      """;

  /** Needs all that a crawl uses: HTTP, HTML, Chinese words, SQLite, WARC, the charts' script. */
  private static final String MAIN =
      """
      package application;

      import static java.nio.charset.StandardCharsets.UTF_8;

      import com.sun.net.httpserver.HttpServer;
      import io.dowser.crawler.Crawler;
      import io.dowser.crawler.Persistence;
      import io.dowser.crawler.Politeness;
      import io.dowser.crawler.api.Topic;
      import io.dowser.crawler.archive.WarcSink;
      import io.dowser.crawler.net.AddressRules;
      import java.net.InetSocketAddress;
      import java.nio.file.Path;
      import java.time.Duration;

      public class Main {
        public static void main(String[] args) throws Exception {
          var loopback = new InetSocketAddress("127.0.0.1", 0);
          HttpServer server = HttpServer.create(loopback, 0);
          server.createContext("/", exchange -> {
            String text = "<title>潮汐</title>海洋潮汐 " + exchange.getRequestURI();
            byte[] page = (text + " <a href='/2'>潮汐表 tides</a>").getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
          });
          server.start();
          Path directory = Path.of(args[0]);
          try (Crawler crawler = Crawler.builder()
              .seed("http://" + loopback.getHostString() + ":" + server.getAddress().getPort() + "/")
              .topic(Topic.of("潮汐"))
              .politeness(
                  Politeness.builder()
                      .delay(Duration.ZERO)
                      .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
                      .build())
              .maxPages(2)
              .directory(directory)
              .persistence(
                  Persistence.builder()
                      .pageSink(WarcSink.in(directory.resolve("pages")))
                      .build())
              .build()) {
            var report = crawler.run().orThrow();
            report.writeHtml(directory.resolve("report.html"));
            System.out.println("relevant pages: " + report.statistics().relevant());
          } finally {
            server.stop(0);
          }
        }
      }
      """;

  @TempDir Path directory;

  @Test
  void moduleThatRequiresCoreCrawlsWhenAllModulesAreResolved() throws Exception {
    Path application = directory.resolve("application");
    Path module = Files.writeString(directory.resolve("module-info.java"), MODULE);
    Path main = Files.writeString(directory.resolve("Main.java"), MAIN);
    String path = libraries() + File.pathSeparator + coreAsJar();

    tool("javac", "-encoding", "UTF-8", "--module-path", path, "-d", application, module, main);

    assertThat(
            run(
                "--module-path",
                path + File.pathSeparator + application,
                "--add-modules",
                "ALL-MODULE-PATH",
                "-m",
                "application/application.Main"))
        .contains("relevant pages: 2");
    assertThat(directory.resolve("crawl").resolve("report.html")).isNotEmptyFile();
  }

  private static String libraries() {
    return Splitter.on(File.pathSeparatorChar)
        .splitToStream(System.getProperty("java.class.path"))
        .filter(entry -> !TEST_LIBRARY.matcher(entry).find() && !NO_MODULE.matcher(entry).find())
        .filter(entry -> !entry.endsWith(Path.of("crawler-core", "target", "classes").toString()))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The module's name is in the manifest, which the build adds to the jar. */
  private Path coreAsJar() throws IOException {
    var name =
        Pattern.compile("<(Automatic-Module-Name)>(.+?)</")
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(name.find()).isTrue();
    Path manifest =
        Files.writeString(
            directory.resolve("manifest"), name.group(1) + ": " + name.group(2) + "\n");
    Path jar = directory.resolve("crawler-core.jar");
    tool(
        "jar",
        "--create",
        "--file",
        jar,
        "--manifest",
        manifest,
        "-C",
        Path.of("target", "classes"),
        ".");
    return jar;
  }

  private static void tool(String name, Object... arguments) {
    var out = new StringWriter();
    var writer = new PrintWriter(out);
    String[] words = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
    assertThat(ToolProvider.findFirst(name).orElseThrow().run(writer, writer, words))
        .as(out.toString())
        .isZero();
  }

  private String run(String... options) throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command =
        Stream.of(
                Stream.of(java.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                Stream.of(options),
                Stream.of(directory.resolve("crawl").toString()))
            .flatMap(words -> words)
            .toList();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return Files.readString(out);
  }
}
