package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a crawl looks for plugins by name. */
class PluginLoadersTest {

  @TempDir private Path directory;

  private final Thread thread = Thread.currentThread();
  private final @Nullable ClassLoader before = thread.getContextClassLoader();

  /** Registered in the folder of the loader alone. */
  public static final class FolderScorerProvider implements LinkScorerProvider {

    @Override
    public String name() {
      return "folder";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return page -> link -> 1;
    }
  }

  @BeforeEach
  void register() throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(LinkScorerProvider.class.getName()), FolderScorerProvider.class.getName());
  }

  @AfterEach
  void restoreTheContextLoader() {
    thread.setContextClassLoader(before);
  }

  @Test
  void aPluginThatOnlyTheContextLoaderSeesIsFound() throws IOException {
    try (URLClassLoader folder = loader()) {
      thread.setContextClassLoader(folder);
      crawler().build().close();
    }
  }

  @Test
  void pluginsOfTheLibraryAreFoundBehindAnEmptyContextLoader() {
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    Crawls.of(web(), "http://a.test/").scorer("best-first", Map.of()).build().close();
    thread.setContextClassLoader(null);
    Crawls.of(web(), "http://a.test/").scorer("best-first", Map.of()).build().close();
  }

  @Test
  void aLoaderThatIsSetIsTheOnlyOne() throws IOException {
    try (URLClassLoader folder = loader()) {
      crawler().means(Means.builder().classLoader(folder).build()).build().close();
      thread.setContextClassLoader(folder);
      Crawler.Builder builder =
          crawler().means(Means.builder().classLoader(getClass().getClassLoader()).build());
      assertThatThrownBy(builder::build)
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining("'folder'");
    }
  }

  private URLClassLoader loader() throws IOException {
    return new URLClassLoader(new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
  }

  private Crawler.Builder crawler() {
    return Crawls.of(web(), "http://a.test/").scorer("folder", Map.of());
  }

  private static InMemoryWeb web() {
    return InMemoryWeb.builder().page("http://a.test/", "a", "text").build();
  }
}
