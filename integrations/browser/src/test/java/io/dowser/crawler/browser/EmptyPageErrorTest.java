package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Fetched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The errors of {@link RenderPolicy#looksEmpty} that the module's README states. */
class EmptyPageErrorTest {

  private static final Path PAGES =
      Path.of(System.getProperty("dowser.data", "absent"), "zh-pages", "pages.zip");
  private static final String APP = "<script src=/static/js/main.8a2f.js defer></script>";

  /** Saved portal pages, all with scripts and with their content in the HTML. */
  @Test
  void noPortalPageLooksEmpty() throws IOException {
    assumeTrue(Files.exists(PAGES), "the Chinese portal pages are absent: set dowser.data");
    List<String> wrong = new ArrayList<>();
    int pages = 0;
    try (var zip = new ZipFile(PAGES.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        pages++;
        if (EmptyPage.looksEmpty(page(zip.getInputStream(entry).readAllBytes()))) {
          wrong.add(entry.getName());
        }
      }
    }
    assertThat(pages).isEqualTo(39);
    assertThat(wrong).isEmpty();
  }

  private static Fetched page(byte[] html) {
    return new Fetched(
        CrawlUrl.of("http://www.a.test/"),
        200,
        FetchResult.NO_HEADERS,
        Body.of(html),
        FetchResult.Truncation.NONE,
        Duration.ZERO);
  }

  /** Pages as the frameworks of their names begin, before their scripts have run. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "react | true | <div id=root></div>",
        "react with noscript | true | <noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>",
        "noscript with links | true | <noscript><meta http-equiv=refresh content='0;url=/plain'><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/4>4</a><a href=/5>5</a></noscript><div id=root></div>",
        "vue | true | <div id=app></div>",
        "angular | true | <app-root>Loading...</app-root>",
        "next without server rendering | true | <div id=__next></div><script id=__NEXT_DATA__ type=application/json>{\"props\":{}}</script>",
        "svelte | true | <div style='display: contents'></div>",
        "jquery | true | <h1>Our products</h1><div class=list data-source=/api/products></div>",
        "spinner | true | <div class=spinner></div><p>Please wait while we load the page.</p>",
        "header and footer | true | <header><a href=/>Home</a> <a href=/about>About</a></header><main></main><footer>Imprint</footer>",
        "menu of eight links | false | <a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/4>4</a><a href=/5>5</a><a href=/6>6</a><a href=/7>7</a><a href=/8>8</a><main></main>"
      })
  void pageOfAFrameworkLooksEmptyUnlessItHasAMenu(String name, boolean empty, String body) {
    String html = "<html><head><title>" + name + "</title></head><body>" + body + APP + "</body>";

    assertThat(EmptyPage.looksEmpty(page(html.getBytes(UTF_8)))).isEqualTo(empty);
  }

  @Test
  void bannerOfSomeSentencesHidesThatAPageIsEmpty() {
    String banner = "<p>" + "We use cookies to improve what you see. ".repeat(8) + "</p>";

    assertThat(EmptyPage.looksEmpty(page((banner + "<div id=root></div>" + APP).getBytes(UTF_8))))
        .isFalse();
  }
}
