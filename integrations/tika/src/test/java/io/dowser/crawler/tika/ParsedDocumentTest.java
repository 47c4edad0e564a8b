package io.dowser.crawler.tika;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.tika.ParsedDocument.Part;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes through the pipe of a process is not trusted. */
class ParsedDocumentTest {

  private static final int CHARACTERS = 100;
  private static final int LINKS = 3;

  private static byte[] written(ParsedDocument document) throws IOException {
    var bytes = new ByteArrayOutputStream();
    document.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static ParsedDocument read(byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    return ParsedDocument.read(in, CHARACTERS, LINKS);
  }

  private static ParsedDocument of(String title, Part... parts) {
    return new ParsedDocument(title, "en", List.of(parts), Optional.empty());
  }

  private static Part link(String href) {
    return new Part("a", href, false);
  }

  @Test
  void aDocumentWithinItsBoundsComesAsItWasWritten() throws IOException {
    ParsedDocument document =
        of("激光", new Part("激".repeat(CHARACTERS - 1), "", true), link("http://a.example/"));

    assertThat(read(written(document))).isEqualTo(document);
  }

  @Test
  void aLongFieldIsShortenedBetweenTwoCharacters() throws IOException {
    String title = "a".repeat(ParsedDocument.LONGEST_FIELD - 1) + "\uD83D\uDE00";

    assertThat(read(written(of(title))).title())
        .isEqualTo("a".repeat(ParsedDocument.LONGEST_FIELD - 1));
    assertThat(
            read(written(ParsedDocument.unreadable(FailureReason.DAMAGED, "x".repeat(2_000))))
                .unreadable()
                .orElseThrow()
                .detail())
        .hasSize(ParsedDocument.LONGEST_FIELD);
  }

  @Test
  void moreTextOrLinksThanAProcessMayWriteAreRefused() throws IOException {
    byte[] text = written(of("", new Part("a".repeat(CHARACTERS + 1), "", true)));
    byte[] texts = written(of("", new Part("a".repeat(CHARACTERS), "", true), link("")));
    byte[] links = written(of("", link("a"), link("b"), link("c"), link("d")));
    byte[] href = written(of("", link("a".repeat(ParsedDocument.LONGEST_LINK + 1))));

    for (byte[] bytes : List.of(text, texts, links, href)) {
      assertThatIOException().isThrownBy(() -> read(bytes));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void aWrongLengthIsRefused(int length) throws IOException {
    var bytes = new ByteArrayOutputStream();
    new DataOutputStream(bytes).writeInt(length);

    assertThatIOException().isThrownBy(() -> read(bytes.toByteArray()));
  }

  @Test
  void damagedBytesThrowNothingElse() throws IOException {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var random = new SplittableRandom(seed);
    byte[] good = written(of("title", new Part("text", "http://a.example/", true), link("b")));
    int refused = 0;
    for (int i = 0; i < 10_000; i++) {
      byte[] bad = good.clone();
      for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(read(bad).parts().size()).isLessThanOrEqualTo(CHARACTERS + LINKS);
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(1, 9_999);
  }
}
