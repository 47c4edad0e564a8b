package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A {@link StateReader} on what a {@link StateWriter} wrote. */
class SavedStateTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final StateWriter out = StateWriter.to(bytes);

  private StateReader reader() {
    return StateReader.from(new ByteArrayInputStream(bytes.toByteArray()));
  }

  @Test
  void everyKindOfValueComesBackInTheOrderOfWriting() throws IOException {
    out.section("test", 3);
    writeAll(out);

    StateReader in = reader();
    in.section("test", 3);
    readAll(in);
  }

  private static void writeAll(StateWriter out) throws IOException {
    out.writeByte(-7);
    out.writeShort(-700);
    out.writeInt(Integer.MIN_VALUE);
    out.writeLong(Long.MIN_VALUE);
    out.writeDouble(-0.0);
    out.writeBoolean(true);
    out.writeText("text\u0000\ud800 \u6587");
    out.writeNumbers(Set.of(Long.MAX_VALUE));
  }

  private static void readAll(StateReader in) throws IOException {
    assertThat(in.readByte()).isEqualTo((byte) -7);
    assertThat(in.readShort()).isEqualTo((short) -700);
    assertThat(in.readInt()).isEqualTo(Integer.MIN_VALUE);
    assertThat(in.readLong()).isEqualTo(Long.MIN_VALUE);
    assertThat(in.readDouble()).isEqualTo(-0.0);
    assertThat(in.readBoolean()).isTrue();
    assertThat(in.readText()).isEqualTo("text\u0000\ud800 \u6587");
    assertThat(in.readNumbers("numbers")).containsExactly(Long.MAX_VALUE);
  }

  @Test
  void candidateComesBackWithAllThatTravelsWithIt() throws IOException {
    var candidate =
        new Candidate(
            CrawlUrl.of("http://a.example/%E6%96%87"),
            7,
            2,
            0.5,
            -1,
            3,
            PathState.of(1, 2),
            LinkFeatures.of(4, -5));
    out.writeCandidate(candidate);
    out.writeCandidate(Candidate.seed(CrawlUrl.of("http://b.example/"), 0));

    StateReader in = reader();
    assertThat(in.readCandidate()).isEqualTo(candidate);
    assertThat(in.readCandidate().isSeed()).isTrue();
  }

  @Test
  void stateThatIsTruncatedAnywhereIsRefused() throws IOException {
    writeAll(out);
    byte[] saved = bytes.toByteArray();
    for (int length = 0; length < saved.length; length++) {
      byte[] truncated = Arrays.copyOf(saved, length);

      assertThatThrownBy(() -> readAll(StateReader.from(new ByteArrayInputStream(truncated))))
          .as("the first %d bytes", length)
          .isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 21_844, 21_845, 21_846, 43_690, 100_000})
  void textMayHaveAnyLength(int length) throws IOException {
    String text = "\u6587".repeat(length);
    out.writeText(text);
    out.writeInt(42);

    StateReader in = reader();
    assertThat(in.readText()).isEqualTo(text);
    assertThat(in.readInt()).isEqualTo(42);
  }

  @Test
  void anotherSectionOrVersionIsRefusedByName() throws IOException {
    out.section("queue", 2);

    assertThatThrownBy(() -> reader().section("walk", 2))
        .isInstanceOf(IOException.class)
        .hasMessage("saved state is not valid: section must be 'walk', but was 'queue'");
    assertThatThrownBy(() -> reader().section("queue", 1))
        .isInstanceOf(IOException.class)
        .hasMessage("saved state is not valid: version of queue must be 1, but was 2");
  }

  @Test
  void numbersOutsideTheirBoundsAreRefusedByName() throws IOException {
    out.writeInt(-1);
    out.writeInt(-1);

    assertThatThrownBy(() -> reader().readCount("number of pages"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "saved state is not valid: number of pages must be 0 to 2147483647, but was -1");
    assertThatThrownBy(() -> reader().readNumber("number of a page"))
        .hasMessage("saved state is not valid: number of a page must be 0 or more, but was -1");
    assertThatThrownBy(() -> reader().readDouble(0, 1, "share"))
        .hasMessage("saved state is not valid: share must be 0.0 to 1.0, but was NaN");
  }
}
