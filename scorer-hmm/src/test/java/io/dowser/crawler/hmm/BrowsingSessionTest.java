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
  void isReadFromJsonLines() throws IOException {
    Path file =
        file(
            """
        {"visits": ["http://a.example", "http://b.example/#top", "<", "http://c.example/"],
        """
                    .strip()
                + " \"targets\": [\"http://c.example/\"], \"user\": {\"id\": [1, 2]}}\n\n"
                + "{\"visits\": []}\n"
                + "{\"visits\": [\"http://d.example/\"]}\n");

    List<BrowsingSession> sessions = read(file);

    assertThat(sessions)
        .containsExactly(
            BrowsingSession.builder().visit(A).visit(B).back().visit(C).target(C).build(),
            BrowsingSession.builder().visit(D).build());
    assertThat(sessions.get(0)).hasSameHashCodeAs(read(file).get(0));
  }

  @Test
  void urlsAreCanonicalizedAsInTheCrawl() throws IOException {
    Path file = file("{\"visits\": [\"whatever\"]}");

    assertThat(BrowsingSession.read(file, text -> Optional.of(A)).get(0).steps())
        .containsExactly(new BrowsingSession.Step(A, BrowsingSession.START));
  }

  @Test
  void saysWhichLineIsWrongAndWhy() throws IOException {
    refused("[]", "a session must be a JSON object");
    refused("{}", "a session must have the member visits");
    refused("{\"visit\": [\"http://a.example/\"]}", "a session must have the member visits");
    refused("{\"targets\": [\"http://a.example/\"]}", "a session must have the member visits");
    refused("{\"visits\": 3}", "visits must be an array of strings");
    refused("{\"visits\": [3]}", "visits must be an array of strings");
    refused(
        "{\"visits\": [\"ftp://a.example/\"]}",
        "a URL must be one that the crawl can visit, but was ftp://a.example/");
    refused("{\"visits\": [\"<\"]}", "a page to go back to");
    refused("{\"visits\": [", "Unexpected end-of-input");
    refused("{\"visits\": []} {\"visits\": []}", "a line must hold one session");
    refused("{\"visits\": []} garbage", "Unrecognized token 'garbage'");
    assertThatThrownBy(() -> read(directory.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aByteOrderMarkAtTheStartIsPassedOver() throws IOException {
    Path file = file("\uFEFF{\"visits\": [\"http://a.example/\"]}\n");

    assertThat(read(file)).containsExactly(BrowsingSession.builder().visit(A).build());
    assertThat(read(file("\uFEFF\n"))).isEmpty();
    refused("\uFEFF{\"visits\": []}", "Unexpected character");
  }

  @Test
  void aFileThatIsNotInUtf8IsRefusedByNameAndLine() throws IOException {
    Path file = directory.resolve("gbk.jsonl");
    Files.write(file, "{\"visits\": [\"http://a.example/股市\"]}".getBytes(Charset.forName("GBK")));

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(BrowsingSession.FormatException.class)
        .hasMessageContaining("gbk.jsonl")
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
    return Files.writeString(directory.resolve("sessions.jsonl"), text);
  }
}
