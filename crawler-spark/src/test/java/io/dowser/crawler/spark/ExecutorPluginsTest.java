package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins of other artifacts work in tasks: judge and scorer by meaning, languages, documents. */
@Tag("slow")
class ExecutorPluginsTest {

  @TempDir Path directory;

  private Path pdf() throws Exception {
    Path file = directory.resolve("paper.pdf");
    try (var document = new PDDocument()) {
      var page = new PDPage();
      document.addPage(page);
      try (var text = new PDPageContentStream(document, page)) {
        text.beginText();
        text.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        text.newLineAtOffset(72, 700);
        text.setLeading(16);
        for (int line = 0; line < 12; line++) {
          text.showText("The laser of experiment " + line + " has a lens, and the lens is clean.");
          text.newLine();
        }
        text.endText();
      }
      document.save(file.toFile());
    }
    return file;
  }

  @Test
  void meaningLanguagesAndDocumentsCountInTasks() throws Exception {
    SparkCrawl.builder(LocalSpark.session(), directory.resolve("crawl").toString())
        .seed(DocumentWebProvider.SEED)
        .topic(Topic.of("laser", "lens"))
        .judge("meaning", Map.of())
        .scorer("meaning", Map.of())
        .strategy(Strategy.builder().languages("en").build())
        .addPageAnalyzer("tika", Map.of("processes", "1"))
        .fetcher("document-web", Map.of("file", pdf().toString()))
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .buckets(1)
        .leaseTime(Duration.ofSeconds(1))
        .build()
        .run();
    Map<String, String> visits = new TreeMap<>();
    CrawlTables.open(LocalSpark.session(), directory.resolve("crawl").toString())
        .visits()
        .collectAsList()
        .forEach(
            row ->
                visits.put(
                    row.getAs("url"),
                    row.getAs("outcome")
                        + " "
                        + row.<Boolean>getAs("relevant")
                        + " "
                        + row.getAs("irrelevance")));
    assertThat(visits)
        .containsOnly(
            Map.entry(DocumentWebProvider.SEED, "VISITED true null"),
            Map.entry(DocumentWebProvider.DOCUMENT, "VISITED true null"),
            Map.entry("http://a.example/de", "VISITED false other language"));
  }
}
