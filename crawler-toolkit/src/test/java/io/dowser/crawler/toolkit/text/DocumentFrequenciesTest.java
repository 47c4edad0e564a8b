package io.dowser.crawler.toolkit.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DocumentFrequenciesTest {

  private static final TermCounts FIRST = TermCounts.of(List.of("rain", "rain", "storm"));
  private static final TermCounts SECOND = TermCounts.of(List.of("rain", "雨"));

  private final DocumentFrequencies.Frozen frozen =
      DocumentFrequencies.Frozen.builder().add(FIRST).add(SECOND).add(TermCounts.EMPTY).build();

  @Test
  void countsDocumentsNotOccurrences() {
    assertThat(frozen.documents()).isEqualTo(3);
    assertThat(frozen.documentsWith("rain")).isEqualTo(2);
    assertThat(frozen.documentsWith("storm")).isEqualTo(1);
    assertThat(frozen.documentsWith("snow")).isZero();
    assertThat(frozen.terms()).isEqualTo(3);
    assertThat(frozen).hasToString("FrozenDocumentFrequencies[3 documents, 3 terms]");
  }

  @Test
  void growingCountsAgreeWithFrozenOnes() {
    var growing = new DocumentFrequencies.Growing();
    assertThat(growing.documents()).isZero();
    assertThat(growing.documentsWith("rain")).isZero();

    growing.add(FIRST);
    growing.add(SECOND);
    growing.add(TermCounts.EMPTY);

    assertThat(growing.documents()).isEqualTo(3);
    assertThat(growing.documentsWith("rain")).isEqualTo(2);
    assertThat(growing.documentsWith("雨")).isEqualTo(1);
    assertThat(growing).hasToString("GrowingDocumentFrequencies[3 documents, 3 terms]");
  }

  @Test
  void aVocabularyLeavesOutRareTerms() {
    assertThat(frozen.vocabulary(1).size()).isEqualTo(3);
    assertThat(frozen.vocabulary(2).size()).isEqualTo(1);
    assertThat(frozen.vocabulary(2).id("rain")).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> frozen.vocabulary(0));
  }

  @Test
  void savedCountsComeBack() throws IOException {
    byte[] saved = saved(frozen::save);

    DocumentFrequencies.Frozen read = DocumentFrequencies.Frozen.read(input(saved));

    assertThat(read.documents()).isEqualTo(3);
    assertThat(read.documentsWith("rain")).isEqualTo(2);
    assertThat(read.documentsWith("雨")).isEqualTo(1);
    assertThat(read.terms()).isEqualTo(3);
  }

  @Test
  void growingCountsContinueAfterTheyAreRestored() throws IOException {
    var before = new DocumentFrequencies.Growing();
    before.add(FIRST);
    before.add(SECOND);
    var after = new DocumentFrequencies.Growing();
    after.add(SECOND); // replaced

    after.restore(input(saved(before::save)));
    after.add(FIRST);

    assertThat(after.documents()).isEqualTo(3);
    assertThat(after.documentsWith("rain")).isEqualTo(3);
    assertThat(after.documentsWith("雨")).isEqualTo(1);
  }

  @Test
  void sameDocumentsInAnyOrderAreSavedTheSame() throws IOException {
    var one = new DocumentFrequencies.Growing();
    one.add(FIRST);
    one.add(SECOND);
    var other = new DocumentFrequencies.Growing();
    other.add(SECOND);
    other.add(FIRST);

    assertThat(saved(one::save)).isEqualTo(saved(other::save));
  }

  @Test
  void refusesInputTruncatedAnywhereAndKeepsWhatItHad() throws IOException {
    byte[] saved = saved(frozen::save);
    var growing = new DocumentFrequencies.Growing();
    growing.add(FIRST);

    for (int length = 0; length < saved.length; length++) {
      byte[] part = Arrays.copyOf(saved, length);
      assertThatExceptionOfType(EOFException.class)
          .as("%d bytes", length)
          .isThrownBy(() -> growing.restore(input(part)));
    }
    assertThat(growing.documents()).isEqualTo(1);
  }

  @Test
  void refusesCountsThatCannotBe() throws IOException {
    int start = saved(out -> out.section("document frequencies", 1)).length;
    byte[] moreThanAll = saved(frozen::save);
    moreThanAll[start + 3] = 1; // one document, but "rain" in two
    byte[] negative = saved(frozen::save);
    negative[start] = -1;

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> DocumentFrequencies.Frozen.read(input(moreThanAll)))
        .withMessageContaining("with rain must be 1 to 1, but was 2");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> DocumentFrequencies.Frozen.read(input(negative)))
        .withMessageContaining("number of documents");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DocumentFrequencies.Frozen.of(3, Map.of("rain", 4)))
        .withMessage("term 'rain' must occur in 0 to 3 documents, but was said to occur in 4");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DocumentFrequencies.Frozen.of(-1, Map.of()));
  }

  @Test
  void readersNeverSeeMoreDocumentsWithATermThanDocuments() throws Exception {
    var growing = new DocumentFrequencies.Growing();
    var done = new AtomicBoolean();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      Callable<Double> reader =
          () -> {
            double last = 0;
            while (!done.get()) { // refuses counts that do not fit together
              last = TermWeighting.RELATIVE_SMOOTHED.inverseDocumentFrequency(growing, "rain");
            }
            return last;
          };
      Future<Double> one = pool.submit(reader);
      Future<Double> two = pool.submit(reader);
      for (int i = 0; i < 50_000; i++) {
        growing.add(FIRST);
      }
      done.set(true);
      assertThat(one.get()).isFinite();
      assertThat(two.get()).isFinite();
    } finally {
      done.set(true);
      pool.shutdownNow();
    }
    assertThat(growing.documentsWith("rain")).isEqualTo(50_000);
  }

  @Test
  void noneKnowsNothing() {
    assertThat(DocumentFrequencies.NONE.documents()).isZero();
    assertThat(DocumentFrequencies.NONE.documentsWith("rain")).isZero();
    assertThat(DocumentFrequencies.NONE)
        .hasToString("FrozenDocumentFrequencies[0 documents, 0 terms]");
  }

  private interface Saving {
    void save(StateWriter out) throws IOException;
  }

  private static byte[] saved(Saving saving) throws IOException {
    var bytes = new ByteArrayOutputStream();
    saving.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  private static StateReader input(byte[] bytes) {
    return StateReader.from(new ByteArrayInputStream(bytes));
  }
}
