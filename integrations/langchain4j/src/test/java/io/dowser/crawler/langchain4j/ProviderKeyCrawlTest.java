package io.dowser.crawler.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A key that a provider repeats in its errors reaches neither events, report nor directory. */
class ProviderKeyCrawlTest {

  private static final String KEY = "sk-hunter2hunter2x";
  private static final Topic FLOOD = Topic.of("flood");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 429, 500})
  void keyOfAProviderIsNowhere(int status) throws IOException {
    try (var server = new OpenAiServer()) {
      var chat =
          OpenAiChatModel.builder()
              .baseUrl(server.url())
              .apiKey(KEY)
              .modelName("test")
              .maxRetries(0)
              .build();
      var embeddings =
          OpenAiEmbeddingModel.builder()
              .baseUrl(server.url())
              .apiKey(KEY)
              .modelName("test")
              .maxRetries(0)
              .build();
      var judge = EmbeddingJudge.builder(embeddings, 0.4).topicText("flood").build();
      var scorer = EmbeddingScorer.builder(embeddings).topicText("flood").build();
      server.failWith(
          status, ". Incorrect API key provided: " + KEY + ", {\"key\": \"" + KEY + "\"}");

      String all =
          published("llm", crawl -> crawl.judge(LlmJudge.builder(chat, FLOOD).build()))
              + published("judge", crawl -> crawl.judge(judge))
              + published("scorer", crawl -> crawl.scorer(scorer));

      assertThat(all).contains("status " + status).doesNotContain("hunter2");
    }
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> written = files.filter(Files::isRegularFile).toList();
      assertThat(written).isNotEmpty();
      for (Path file : written) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("hunter2");
      }
    }
  }

  /** Returns all events, stack traces of failures included, and the report. */
  private String published(String name, UnaryOperator<Crawler.Builder> plugin) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.example/", "flood", "a flood", "/1", "/2")
            .page("http://a.example/1", "one", "a flood again", "/3")
            .page("http://a.example/2", "two", "nothing")
            .page("http://a.example/3", "three", "flood flood")
            .build();
    var text = new StringWriter();
    var out = new PrintWriter(text);
    Crawler.Builder crawl =
        Crawler.builder()
            .seed("http://a.example/")
            .topic(FLOOD)
            .fetcher(web.fetcher())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .directory(directory.resolve(name))
            .listener(
                event -> {
                  out.println(event);
                  if (event instanceof CrawlEvent.PluginFailed failed) {
                    failed.cause().printStackTrace(out);
                  }
                });
    try (Crawler crawler = plugin.apply(crawl).build()) {
      CrawlReport report = crawler.run();
      out.println(report.toText());
      report.cause().ifPresent(cause -> cause.printStackTrace(out));
    }
    return text.toString();
  }
}
