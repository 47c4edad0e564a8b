package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Crawls on a class path without the libraries that may be left out. */
class OptionalLibraryTest {

  private static final List<String> LEFT_OUT =
      List.of(
          "sqlite-jdbc",
          "jwarc",
          "jackson-core",
          "smartcn",
          "kuromoji",
          "nori",
          "lingua",
          "opencc4j",
          "heaven");

  /** Calls a class of this file in a separate class loader. */
  private static Object callWithoutLibraries(Class<? extends Callable<?>> type) throws Exception {
    var places = new ArrayList<URL>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (LEFT_OUT.stream()
          .noneMatch(library -> place.contains(library + "-") || place.contains(library + "/"))) {
        places.add(Path.of(place).toUri().toURL());
      }
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (var loader = new URLClassLoader(places.toArray(URL[]::new), platform)) {
      Class<?> same = loader.loadClass(type.getName());
      return ((Callable<?>) same.getDeclaredConstructor().newInstance()).call();
    }
  }

  public static final class InMemory implements Callable<String> {
    @Override
    public String call() {
      InMemoryWeb web =
          InMemoryWeb.builder()
              .page("http://a.test/", "颱風", "the laser of 激光 テキスト 태풍이", "/2")
              .page("http://a.test/2", "", "laser")
              .build();
      CrawlReport report = Crawls.run(Crawls.of(web, "http://a.test/"));
      return report.toText();
    }
  }

  public static final class WithDirectory implements Callable<Void> {
    @Override
    public Void call() throws Exception {
      Path directory = Files.createTempDirectory("crawl");
      Crawls.of(Crawls.chain(1), "http://chain.test/0").directory(directory).build().close();
      return null;
    }
  }

  public static final class WithWarc implements Callable<Void> {
    @Override
    public Void call() throws Exception {
      WarcSink.in(Files.createTempDirectory("pages"));
      return null;
    }
  }

  public static final class WithHtml implements Callable<Void> {
    @Override
    public Void call() throws Exception {
      Crawls.run(Crawls.of(Crawls.chain(1), "http://chain.test/0"))
          .writeHtml(Files.createTempFile("report", ".html"));
      return null;
    }
  }

  public static final class WithLanguages implements Callable<Void> {
    @Override
    public Void call() {
      Crawler.builder().strategy(Strategy.builder().languages("en").build());
      return null;
    }
  }

  @Test
  void languagesNameTheMissingLibrary() {
    assertThatThrownBy(() -> callWithoutLibraries(WithLanguages.class))
        .hasMessage(
            "choosing pages by language needs the library com.github.pemistahl:lingua, which is"
                + " not on the class path");
  }

  @Test
  void crawlInMemoryNeedsNoneOfThem() throws Exception {
    assertThat(callWithoutLibraries(InMemory.class))
        .asString()
        .contains("2 pages visited", "2 relevant");
  }

  @Test
  void directoryNamesTheMissingLibrary() {
    assertThatThrownBy(() -> callWithoutLibraries(WithDirectory.class))
        .hasMessage(
            "a directory, pending URLs on disk or an archive that is replayed needs the library"
                + " org.xerial:sqlite-jdbc, which is not on the class path");
  }

  @Test
  void warcSinkNamesTheMissingLibrary() {
    assertThatThrownBy(() -> callWithoutLibraries(WithWarc.class))
        .hasMessageContaining("needs the library org.netpreserve:jwarc,");
  }

  @Test
  void reportAsHtmlNamesTheMissingLibrary() {
    assertThatThrownBy(() -> callWithoutLibraries(WithHtml.class))
        .hasMessageContaining("needs the library com.fasterxml.jackson.core:jackson-core,");
  }

  @Test
  void allOfThemAreThereOtherwise() {
    for (OptionalLibrary library : OptionalLibrary.values()) {
      library.require();
    }
  }
}
