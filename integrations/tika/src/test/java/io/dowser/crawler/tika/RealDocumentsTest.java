package io.dowser.crawler.tika;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Documents of the machine: those below the directory of the system property {@code
 * dowser.documents}, or else some below {@code /usr/share/doc}, as packages of Debian bring them.
 */
class RealDocumentsTest {

  private static final Pattern NAME = Pattern.compile(".*\\.(pdf|epub|odt|docx|xls)(\\.gz)?");

  private static final Map<String, String> TYPES =
      Map.of(
          "pdf", DocumentTypes.PDF,
          "epub", DocumentTypes.EPUB,
          "odt", "application/vnd.oasis.opendocument.text",
          "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          "xls", "application/vnd.ms-excel");

  @Test
  void theyHaveTextOrSayWhyNot() throws IOException {
    String given = System.getProperty("dowser.documents", "");
    List<Path> documents = documents(Path.of(given.isEmpty() ? "/usr/share/doc" : given));
    assumeFalse(
        documents.isEmpty(), "there are no documents; -Ddowser.documents names a directory");
    try (TikaAnalyzer analyzer = TikaAnalyzer.of(Settings.none(), CrawlFixtures.context(1))) {
      for (Path each : documents.subList(0, given.isEmpty() ? 1 : documents.size())) {
        AnalyzedPage page = analyze(analyzer, each);

        assertThat(page.text().isBlank() && page.unreadable().isEmpty())
            .as("%s has neither text nor a reason", each)
            .isFalse();
      }
    }
  }

  /** The smallest are the first. */
  private static List<Path> documents(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> NAME.matcher(file.toString()).matches() && Files.isRegularFile(file))
          .sorted(Comparator.comparing(file -> file.toFile().length()))
          .toList();
    }
  }

  private static AnalyzedPage analyze(TikaAnalyzer analyzer, Path file) throws IOException {
    Matcher name = NAME.matcher(file.toString());
    assertThat(name.matches()).isTrue();
    CrawlUrl url = CrawlUrl.of("http://page.example/");
    try (InputStream in = Files.newInputStream(file);
        InputStream plain = name.group(2) == null ? in : new GZIPInputStream(in)) {
      byte[] bytes = plain.readAllBytes();
      return analyzer.analyze(
          CrawlFixtures.fetched(url, bytes, TYPES.getOrDefault(name.group(1), "")),
          Candidate.seed(url, 0));
    }
  }
}
