package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowsingSessionTest {

  private static final CrawlUrl A = CrawlUrl.of("http://a.example/");
  private static final CrawlUrl B = CrawlUrl.of("http://b.example/");
  private static final CrawlUrl C = CrawlUrl.of("http://c.example/");
  private static final CrawlUrl D = CrawlUrl.of("http://d.example/");

  private static List<BrowsingSession> read(Path file) throws IOException {
    return BrowsingSession.read(file, UrlCanonicalizer.standard()::canonicalize);
  }

  @TempDir private Path directory;

  @Test
  void isSplitIntoPathsAtEachReturn() {
    BrowsingSession session =
        BrowsingSession.builder()
            .visit(A)
            .visit(B)
            .visit(C)
            .back()
            .visit(D)
            .back()
            .back()
            .visit(C)
            .target(D)
            .build();

    assertThat(session.paths()).containsExactly(List.of(A, B, C), List.of(A, B, D), List.of(A, C));
    assertThat(session.visitingOrder()).containsExactly(A, B, C, D, C);
    assertThat(session.targets()).containsExactly(D);
    assertThat(session).hasToString("BrowsingSession[5 steps, 1 targets]");
  }

  @Test
  void mayHaveSeveralStarts() {
    BrowsingSession session =
        BrowsingSession.builder().visit(A).visit(B, BrowsingSession.START).visit(C, 0).build();

    assertThat(session.paths()).containsExactly(List.of(B), List.of(A, C));
    assertThat(BrowsingSession.builder().build().paths()).isEmpty();
  }

  @Test
  void refusesMovesThatCannotBe() {
    assertThatIllegalStateException()
        .isThrownBy(() -> BrowsingSession.builder().back())
        .withMessageContaining("a page to go back to");
    assertThatIllegalStateException().isThrownBy(() -> BrowsingSession.builder().visit(A).back());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BrowsingSession.builder().visit(A, 0))
        .withMessageContaining("from must be an earlier step or -1, but was 0");
  }

  @Test
  void isReadFromLinesOfVisits() throws IOException {
    Path file =
        file(
            """
            7\t0\thttp://a.example
            8\t7\thttp://b.example/#top\t

            11\t5\thttp://d.example/
            12\t7\thttp://c.example/\ttarget
            """);

    List<BrowsingSession> sessions = read(file);

    assertThat(sessions)
        .containsExactly(
            BrowsingSession.builder().visit(A).visit(B).back().visit(C).target(C).build(),
            BrowsingSession.builder().visit(D).build());
    assertThat(sessions.get(0)).hasSameHashCodeAs(read(file).get(0));
  }

  @Test
  void whatAVisitWithoutPageLedToCameFromTheVisitBefore() throws IOException {
    Path file =
        file(
            """
            1\t0\tabout:home
            2\t1\thttp://a.example/
            3\t2\t
            4\t3\tftp://a.example/
            5\t4\thttp://b.example/
            """);

    assertThat(read(file)).containsExactly(BrowsingSession.builder().visit(A).visit(B).build());
  }

  @Test
  void urlsAreCanonicalizedAsInTheCrawl() throws IOException {
    Path file = file("1\t0\twhatever");

    assertThat(BrowsingSession.read(file, text -> Optional.of(A)).get(0).steps())
        .containsExactly(new BrowsingSession.Step(A, BrowsingSession.START));
  }

  @Test
  void saysWhichLineIsWrongAndWhy() throws IOException {
    refused("1\t0", "a line must be visit, tab, earlier visit, tab, URL, but was '1\t0'");
    refused("1\t0\thttp://a.example/\t\t", "a line must be visit, tab, earlier visit");
    refused("1\t0\thttp://a.example/\tyes", "must be empty or 'target', but was 'yes'");
    refused("a\t0\thttp://a.example/", "a visit must be a whole number, but was 'a'");
    refused("1\t-1\thttp://a.example/", "a visit must be a whole number, but was '-1'");
    refused("0\t0\thttp://a.example/", "the number of a visit must be above 0 and unique");
    assertThatThrownBy(() -> read(file("1\t0\thttp://a.example/\n1\t0\thttp://a.example/")))
        .hasMessageContaining("line 2: the number of a visit must be above 0 and unique");
    assertThatThrownBy(() -> read(file("1\t0\tftp://a.example/")))
        .isInstanceOf(BrowsingSession.FormatException.class)
        .hasMessageEndingWith("sessions.tsv: has no page that can be crawled");
    assertThatThrownBy(() -> read(directory.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aByteOrderMarkAtTheStartIsPassedOver() throws IOException {
    assertThat(read(file("\uFEFF1\t0\thttp://a.example/\n")))
        .containsExactly(BrowsingSession.builder().visit(A).build());
    refused("\uFEFF1\t0\thttp://a.example/", "a visit must be a whole number");
  }

  @Test
  void aFileThatIsNotInUtf8IsRefusedByNameAndLine() throws IOException {
    Path file = directory.resolve("gbk.tsv");
    Files.write(file, "1\t0\thttp://a.example/股市".getBytes(Charset.forName("GBK")));

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(BrowsingSession.FormatException.class)
        .hasMessageContaining("gbk.tsv, line 1")
        .hasMessageContaining("is not in UTF-8, from here or later");
  }

  private void refused(String line, String message) throws IOException {
    Path file = file("\n" + line + "\n");
    assertThatThrownBy(() -> read(file))
        .isInstanceOfSatisfying(
            BrowsingSession.FormatException.class,
            e -> {
              assertThat(e.line()).isEqualTo(2);
              assertThat(e.file()).isEqualTo(file);
            })
        .hasMessageContaining("line 2: ")
        .hasMessageContaining(message);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("sessions.tsv"), text);
  }
}
