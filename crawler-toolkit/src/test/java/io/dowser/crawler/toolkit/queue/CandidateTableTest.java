package io.dowser.crawler.toolkit.queue;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CandidateTableTest {

  private final CandidateTable table = new CandidateTable();

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13})
  void givesBackWhatItTookThroughRandomOperations(long seed) {
    var random = new SplittableRandom(seed);
    var reference = new HashMap<Long, Candidate>();
    for (int step = 0; step < 30_000; step++) {
      // mostly growing, then mostly shrinking, so that chunks are emptied and used again
      boolean grow = random.nextInt(10) < (step / 5_000 % 2 == 0 ? 8 : 2);
      change(Candidates.random(random, random.nextInt(5_000), 40), grow, reference);
    }

    assertThat(table.size()).isEqualTo(reference.size());
    reference.forEach((number, expected) -> assertThat(find(number)).isEqualTo(expected));
    assertThat(all()).containsExactlyInAnyOrderElementsOf(reference.values());
  }

  @Test
  void keepsTheLargestCandidateThatThereIs() {
    var url = CrawlUrl.of("http://a/" + "x".repeat(CrawlUrl.MAX_LENGTH - 9));
    var pathState = PathState.of(new SplittableRandom(1).doubles(PathState.MAX_SIZE).toArray());
    var features = LinkFeatures.of(IntStream.range(-500, 524).toArray());
    var largest =
        new Candidate(
            url, Long.MAX_VALUE, Integer.MAX_VALUE, -1e308, -0.0, 1L << 60, pathState, features);

    assertThat(table.get(table.add(largest))).isEqualTo(largest);
  }

  @Test
  void keepsTheSmallestCandidateThatThereIs() {
    Candidate seed = Candidate.seed(CrawlUrl.of("https://a/"), 0);

    assertThat(table.get(table.add(seed))).isEqualTo(seed);
  }

  @Test
  void slotIsUsedAgainWithoutTracesOfItsFormerOwner() {
    CrawlUrl url = CrawlUrl.of("http://a/x");
    int slot = table.add(new Candidate(url, 1, 2, 3, 4, 5, PathState.of(6), LinkFeatures.of(7)));
    table.setGroup(slot, 8);
    table.remove(slot);
    Candidate plain = Candidates.candidate("b", 2, 1);

    assertThat(table.add(plain)).isEqualTo(slot);
    assertThat(table.get(slot)).isEqualTo(plain);
    assertThat(table.group(slot)).isZero();
    assertThat(table.slotOf(1)).isEqualTo(CandidateTable.ABSENT);
  }

  @Test
  void linksOfOnePageShareItsPathState() {
    CrawlUrl url = CrawlUrl.of("http://a/x");
    for (int i = 0; i < 10; i++) {
      table.add(new Candidate(url, i, 0, 0, 0, 5, PathState.of(1, 2), LinkFeatures.NONE));
    }

    assertThat(all().stream().map(c -> System.identityHashCode(c.pathState())).distinct())
        .hasSize(1);
  }

  @Test
  void ordersTiesAsCandidatesDo() {
    var random = new SplittableRandom(3);
    for (int i = 0; i < 40; i++) {
      table.add(Candidates.random(random, i, 3).withScore(1));
    }
    for (int a = 0; a < 40; a++) {
      for (int b = 0; b < 40; b++) {
        assertThat(table.goesBefore(a, b)).isEqualTo(table.get(a).goesBefore(table.get(b)));
      }
    }
  }

  @Test
  void restoredTableHoldsTheSameCandidatesInTheSameOrder() throws IOException {
    var random = new SplittableRandom(21);
    for (int i = 0; i < 3_000; i++) {
      table.add(Candidates.random(random, i, 40));
    }
    for (int slot = 0; slot < 3_000; slot += 3) {
      table.remove(slot);
    }
    List<Candidate> expected = all();
    var bytes = new ByteArrayOutputStream();
    table.save(StateWriter.to(bytes));
    table.add(Candidates.random(random, 5_000, 40));

    table.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(all()).isEqualTo(expected);
    assertThat(find(1)).isEqualTo(expected.get(0));
  }

  @Test
  void whereUrlsAreKnownByNumberTheyAreLeftOutAndAskedForInAscendingOrder() throws IOException {
    var random = new SplittableRandom(22);
    for (int i = 0; i < 300; i++) {
      table.add(Candidates.random(random, i, 40));
    }
    for (int slot = 0; slot < 300; slot += 3) {
      table.remove(slot);
    }
    for (int i = 300; i < 320; i++) { // in slots of those that are gone
      table.add(Candidates.random(random, i, 40));
    }
    List<Candidate> expected = all();
    var known = new HashMap<Long, CrawlUrl>();
    expected.forEach(each -> known.put(each.sequence(), each.url()));
    var bytes = new ByteArrayOutputStream();
    table.save(StateWriter.besideUrls(bytes));
    var asked = new ArrayList<Long>();

    table.restore(
        StateReader.besideUrls(
            new ByteArrayInputStream(bytes.toByteArray()),
            number -> {
              asked.add(number);
              return requireNonNull(known.get(number));
            }));

    assertThat(all()).isEqualTo(expected);
    assertThat(asked).isSorted().hasSize(220);
    String saved = bytes.toString(StandardCharsets.ISO_8859_1);
    assertThat(saved).doesNotContain("http");
  }

  @Test
  void aTableWithoutUrlsIsRefusedWhereTheyAreUnknown() throws IOException {
    table.add(Candidates.candidate("a", 1, 1));
    var bytes = new ByteArrayOutputStream();
    table.save(StateWriter.besideUrls(bytes));
    byte[] saved = bytes.toByteArray();

    assertThatThrownBy(() -> table.restore(StateReader.from(new ByteArrayInputStream(saved))))
        .isInstanceOf(IOException.class)
        .hasMessage("candidates without URLs need a reader beside their URLs");
    assertThat(table.size()).isZero();
  }

  @Test
  void aNumberOf2To31IsWrittenWithItsUrl() throws IOException {
    table.add(Candidates.candidate("a", 1, 1));
    table.add(Candidates.candidate("b", 1L << 31, 1));
    List<Candidate> expected = all();
    var bytes = new ByteArrayOutputStream();
    table.save(StateWriter.besideUrls(bytes));

    table.restore(withoutUrls(bytes));

    assertThat(all()).isEqualTo(expected);
  }

  @Test
  void aTableIsEmptyAfterAUrlThatCouldNotBeHad() throws IOException {
    table.add(Candidates.candidate("a", 1, 1));
    var bytes = new ByteArrayOutputStream();
    table.save(StateWriter.besideUrls(bytes));

    assertThatThrownBy(() -> table.restore(withoutUrls(bytes)))
        .isInstanceOf(NoSuchElementException.class);
    assertThat(table.size()).isZero();
    assertThat(table.nextSlot(0)).isEqualTo(CandidateTable.ABSENT);
  }

  private static StateReader withoutUrls(ByteArrayOutputStream saved) {
    return StateReader.besideUrls(
        new ByteArrayInputStream(saved.toByteArray()),
        number -> {
          throw new NoSuchElementException("no URL has number " + number);
        });
  }

  @Test
  void sameNumberTwiceIsRefusedInATableAndInItsSavedForm() throws IOException {
    table.add(Candidates.candidate("a", 1, 1));
    table.add(Candidates.candidate("a", 2, 1));
    var bytes = new ByteArrayOutputStream();
    table.save(StateWriter.to(bytes));
    byte[] saved = bytes.toByteArray();
    saved[saved.length - 10 - 2 - 8 - 1] = 0; // the step to the second one's sequence number

    assertThatThrownBy(() -> table.add(Candidates.candidate("b", 2, 0)))
        .hasMessage("sequence must not be in the table already, but was 2");
    assertThatThrownBy(() -> table.restore(StateReader.from(new ByteArrayInputStream(saved))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("sequence must not be in the table already, but was 1");
    assertThat(table.size()).isZero();
  }

  @Test
  void slotThatIsNotInUseIsRefused() {
    int slot = table.add(Candidates.candidate("a", 1, 1));
    table.remove(slot);

    assertThatThrownBy(() -> table.get(slot)).hasMessage("slot must be in use, but was 0");
    assertThatThrownBy(() -> table.remove(slot)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table.get(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table.get(1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(table.nextSlot(0)).isEqualTo(CandidateTable.ABSENT);
  }

  private void change(Candidate candidate, boolean grow, Map<Long, Candidate> reference) {
    int slot = table.slotOf(candidate.sequence());
    assertThat(slot >= 0).isEqualTo(reference.containsKey(candidate.sequence()));
    if (grow && slot < 0) {
      table.add(candidate);
      reference.put(candidate.sequence(), candidate);
    } else if (grow) {
      table.replace(slot, candidate);
      reference.put(candidate.sequence(), candidate);
    } else if (slot >= 0) {
      assertThat(table.get(slot)).isEqualTo(reference.remove(candidate.sequence()));
      table.remove(slot);
    }
  }

  private Candidate find(long number) {
    return table.get(table.slotOf(number));
  }

  private List<Candidate> all() {
    var all = new ArrayList<Candidate>();
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      all.add(table.get(slot));
    }
    return all;
  }
}
