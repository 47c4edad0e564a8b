package io.dowser.crawler.toolkit.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class VocabularyTest {

  @Test
  void numbersTermsInOrder() {
    Vocabulary vocabulary = Vocabulary.of(List.of("rain", "storm", "rain", "台风"));

    assertThat(vocabulary.size()).isEqualTo(3);
    assertThat(vocabulary.id("storm")).isEqualTo(1);
    assertThat(vocabulary.term(2)).isEqualTo("台风");
    assertThat(vocabulary.id("snow")).isEqualTo(Vocabulary.ABSENT);
    assertThat(vocabulary).hasToString("Vocabulary[3 terms]");
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> vocabulary.term(3));
  }

  @Test
  void aBuilderStartsAgainOnceItHasBuilt() {
    Vocabulary.Builder builder = Vocabulary.builder();
    assertThat(builder.add("rain")).isZero();
    assertThat(builder.add("storm")).isEqualTo(1);
    assertThat(builder.add("rain")).isZero();
    assertThat(builder.add("snow")).isEqualTo(2);
    Vocabulary first = builder.build();

    assertThat(builder.add("snow")).isZero();
    assertThat(first.id("snow")).isEqualTo(2);
    assertThatIllegalArgumentException().isThrownBy(() -> builder.add(""));
  }

  @Test
  void fiftyThousandTermsAreFoundAgainAfterSaving() throws IOException {
    Vocabulary.Builder builder = Vocabulary.builder();
    for (int i = 0; i < 50_000; i++) {
      builder.add("term" + i + (i % 7 == 0 ? "雨\uD800" : ""));
    }
    Vocabulary vocabulary = builder.build();
    var bytes = new ByteArrayOutputStream();
    vocabulary.save(StateWriter.to(bytes));

    Vocabulary read = Vocabulary.read(input(bytes.toByteArray()));

    assertThat(read.size()).isEqualTo(50_000);
    for (int id = 0; id < read.size(); id++) {
      assertThat(read.id(vocabulary.term(id))).isEqualTo(id);
    }
  }

  @Test
  void refusesDamagedInput() throws IOException {
    assertThatExceptionOfType(EOFException.class)
        .isThrownBy(() -> Vocabulary.read(input(ints(Integer.MAX_VALUE, Integer.MAX_VALUE))));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Vocabulary.read(input(ints(-1))))
        .withMessageContaining("-1");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Vocabulary.read(input(terms(""))))
        .withMessageContaining("a term must have a character or more");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Vocabulary.read(input(terms("AB", "AB"))))
        .withMessageContaining("'AB' twice");
  }

  private static byte[] terms(String... terms) throws IOException {
    var bytes = new ByteArrayOutputStream();
    StateWriter out = StateWriter.to(bytes);
    out.writeInt(terms.length);
    for (String term : terms) {
      out.writeText(term);
    }
    return bytes.toByteArray();
  }

  private static byte[] ints(int... values) {
    var bytes = ByteBuffer.allocate(4 * values.length);
    bytes.asIntBuffer().put(values);
    return bytes.array();
  }

  private static StateReader input(byte[] bytes) {
    return StateReader.from(new ByteArrayInputStream(bytes));
  }
}
