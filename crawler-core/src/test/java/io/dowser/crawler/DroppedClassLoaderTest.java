package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.net.AddressRules;
import java.io.File;
import java.io.IOException;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that loads the library in a separate class loader, crawls once, and drops it all. */
@Tag("slow")
class DroppedClassLoaderTest {

  @TempDir Path directory;

  @Test
  void isCollectedAfterACrawlThatWasKept() throws Exception {
    assertThat(process("memory")).contains("visited 3", "collected");
  }

  /** Threads of OkHttp and Okio stay for a minute. */
  @Test
  @Tag("exhaustive")
  void isCollectedAfterACrawlOverHttp() throws Exception {
    var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(loopback, 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] page = "<a href='/2'>laser</a>".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      assertThat(process(url)).contains("visited 2", "collected");
    } finally {
      server.stop(0);
    }
  }

  private String process(String web) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
    command.add("-XX:SoftRefLRUPolicyMSPerMB=0"); // soft references are cleared like weak ones
    command.addAll(List.of("-Dslf4j.internal.verbosity=ERROR", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(Dropping.class.getName(), web, directory.toString()));
    Path out = Files.createTempFile("dropped", ".out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
    String said = Files.readString(out);
    Files.delete(out);
    return said;
  }

  /** The other process. */
  static final class Dropping {

    private static final long LIMIT = Duration.ofMinutes(3).toNanos();

    private Dropping() {}

    public static void main(String[] args) throws Exception {
      var queue = new ReferenceQueue<ClassLoader>();
      PhantomReference<ClassLoader> dropped = crawl(args, queue);
      // Java 17 keeps the class of the last record that was compared, until another one is
      System.out.println(new Compared(args[0]).equals(new Compared(args[1])));
      long start = System.nanoTime();
      while (System.nanoTime() - start < LIMIT) {
        System.gc();
        if (queue.remove(500) != null) {
          System.out.println("collected " + dropped.refersTo(null));
          return;
        }
      }
      System.out.println("alive, with the threads " + Thread.getAllStackTraces().keySet());
    }

    private static PhantomReference<ClassLoader> crawl(
        String[] args, ReferenceQueue<ClassLoader> queue) throws Exception {
      String path = System.getProperty("java.class.path");
      List<URL> urls = new ArrayList<>();
      for (String entry : Splitter.on(File.pathSeparatorChar).split(path)) {
        urls.add(Path.of(entry).toUri().toURL());
      }
      ClassLoader parent = ClassLoader.getPlatformClassLoader();
      try (var loader = new URLClassLoader(urls.toArray(URL[]::new), parent)) {
        Class<?> crawl = loader.loadClass(OneCrawl.class.getName());
        Object made = crawl.getConstructor(String[].class).newInstance((Object) args);
        System.out.println(((Callable<?>) made).call());
        return new PhantomReference<>(loader, queue);
      }
    }

    record Compared(String text) {}
  }

  /** What the other process does with the library that it has loaded. */
  public static final class OneCrawl implements Callable<String> {

    private final String web;
    private final Path directory;

    public OneCrawl(String[] args) {
      this.web = args[0];
      this.directory = Path.of(args[1]);
    }

    @Override
    public String call() throws IOException {
      Crawler.Builder builder =
          web.equals("memory")
              ? Crawls.of(Crawls.chain(3), "http://chain.test/0")
              : Crawler.builder()
                  .seed(web)
                  .topic(Crawls.TOPIC)
                  .politeness(
                      Politeness.builder()
                          .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
                          .build());
      try (Crawler crawler =
          builder
              .politeness(Politeness.builder().delay(Duration.ZERO).build())
              .directory(directory.resolve("crawl"))
              .persistence(
                  Persistence.builder().pageSink(WarcSink.in(directory.resolve("pages"))).build())
              .build()) {
        CrawlReport report = crawler.run();
        report.writeHtml(directory.resolve("report.html"));
        return "visited " + report.statistics().visited();
      }
    }
  }
}
