package io.dowser.crawler.internal.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlEvent.DuplicateFound.Likeness;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DuplicatesTest {

  private static final long SEED = 4;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Duplicates duplicates = new Duplicates(Long.MAX_VALUE);

  @Test
  void sameTextIsAnExactCopy() {
    String text = prose(300);

    assertThat(seen(duplicates, PageContentHash.of(text), 1)).isEmpty();
    assertThat(seen(duplicates, PageContentHash.of(text), 2))
        .contains(new Duplicates.Original(Likeness.EXACT, 1));
  }

  @Test
  void textWithOneOtherWordIsNearAndAnotherTextIsNot() {
    int near = 0;
    int wrong = 0;
    for (int i = 0; i < 200; i++) {
      var pair = new Duplicates(Long.MAX_VALUE);
      String text = prose(1_000);
      seen(pair, PageContentHash.of(text), 1);
      near += seen(pair, PageContentHash.of(text + " visits 4711"), 2).isPresent() ? 1 : 0;
      wrong += seen(pair, PageContentHash.of(prose(1_000)), 3).isPresent() ? 1 : 0;
    }

    assertThat(near).as("of 200 nearly equal texts, seed %d", SEED).isGreaterThan(190);
    assertThat(wrong).as("of 200 unlike texts, seed %d", SEED).isZero();
  }

  @Test
  void hanCharactersAreWords() {
    String text = "\u5317\u4eac\u5927\u5b66".repeat(3) + hanzi(800);

    seen(duplicates, PageContentHash.of(text), 1);

    assertThat(seen(duplicates, PageContentHash.of(text + "\u6b22\u8fce"), 2)).isPresent();
  }

  @Test
  void shortAndEmptyTextsAreNotNearAnything() {
    assertThat(seen(duplicates, PageContentHash.of(""), 1)).isEmpty();
    assertThat(seen(duplicates, PageContentHash.of(""), 2)).isEmpty();
    assertThat(seen(duplicates, PageContentHash.of("not found"), 3)).isEmpty();
    assertThat(seen(duplicates, PageContentHash.of("not here"), 4)).isEmpty();
    assertThat(seen(duplicates, PageContentHash.of("not found"), 5))
        .contains(new Duplicates.Original(Likeness.EXACT, 3));
  }

  @Test
  void forgottenPageHasNoCopiesUntilItIsRememberedAndARestartKnowsIt() throws IOException {
    PageContentHash text = PageContentHash.of(prose(300));
    PageContentHash near = PageContentHash.of(prose(300));
    seen(duplicates, text, 1);
    seen(duplicates, near, 2);

    duplicates.forget(1);
    duplicates.forget(1);
    duplicates.forget(99);
    assertThat(duplicates.find(text, 3)).isEmpty();
    assertThat(duplicates.find(near, 3)).isPresent();
    var restored = restored();
    assertThat(restored.find(text, 3)).isEmpty();
    assertThat(restored.find(near, 3)).isPresent();

    duplicates.remember(1);
    assertThat(duplicates.find(text, 3)).contains(new Duplicates.Original(Likeness.EXACT, 1));
    assertThat(restored().find(text, 3)).isPresent();

    duplicates.forget(1);
    seen(duplicates, text, 4);
    assertThat(restored().find(text, 5)).contains(new Duplicates.Original(Likeness.EXACT, 4));
  }

  private Duplicates restored() throws IOException {
    var bytes = new ByteArrayOutputStream();
    duplicates.save(StateWriter.to(bytes));
    var restored = new Duplicates(Long.MAX_VALUE);
    restored.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));
    return restored;
  }

  /** Returns the original of a page, and adds the page. */
  private static Optional<Duplicates.Original> seen(
      Duplicates index, PageContentHash page, long visit) {
    Optional<Duplicates.Original> original = index.find(page, visit);
    index.add(page, visit);
    return original;
  }

  @Test
  void mailsThatQuoteOneAnotherAreNoCopies() {
    String thread = prose(400);
    for (int mail = 1; mail <= 20; mail++) {
      PageContentHash page = PageContentHash.of(prose(30) + thread);
      assertThat(seen(duplicates, page, mail)).as("mail %d, seed %d", mail, SEED).isEmpty();
      thread = thread + prose(10);
    }
  }

  @Test
  void pageIsNoCopyOfItsOwnVisit() {
    PageContentHash page = PageContentHash.of(prose(100));
    duplicates.add(page, 7);

    assertThat(duplicates.find(page, 7)).isEmpty();
    assertThat(duplicates.find(page, 8)).isPresent();
  }

  @Test
  void wholeTextCountsWhereTheMainTextIsShort() {
    String text = prose(300);

    assertThat(PageContentHash.of(text, "one")).isEqualTo(PageContentHash.of(text, "two"));
    assertThat(PageContentHash.of("a photo", "one")).isEqualTo(PageContentHash.of("one"));
    assertThat(PageContentHash.of("", "")).isEqualTo(PageContentHash.EMPTY);
  }

  /** Bit by bit, as the definition says. */
  @Test
  void bitsAreTheMajorityAmongTheShingles() {
    SimHash hash = SimHashTest.of("a b c", PageContentHash.CHUNK);
    SimHash other = SimHashTest.of("a b c x a b c y a b c", PageContentHash.CHUNK);

    assertThat(hash.shingles()).isEqualTo(1);
    assertThat(hash.value()).isNotZero();
    assertThat(other.shingles()).isEqualTo(9);
    assertThat(Long.bitCount(other.value() ^ hash.value())).isLessThan(32);
  }

  @Test
  void stateWithContentHashesOfAnotherKindIsRefused() throws IOException {
    seen(duplicates, PageContentHash.of(prose(100)), 1);
    var bytes = new ByteArrayOutputStream();
    duplicates.save(StateWriter.to(bytes));
    byte[] older = bytes.toByteArray();
    older[2 + "page hashes".length() + 3]--; // the version of the section

    var after = new Duplicates(Long.MAX_VALUE);
    assertThatThrownBy(() -> after.restore(StateReader.from(new ByteArrayInputStream(older))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version of page hashes must be 4, but was 3");
  }

  @Test
  void copiesAreKnownAfterARestart() throws IOException {
    String text = prose(300);
    seen(duplicates, PageContentHash.of(text), 7);
    for (int i = 0; i < 200; i++) {
      seen(duplicates, PageContentHash.of(prose(100)), 8 + i);
    }
    var bytes = new ByteArrayOutputStream();
    duplicates.save(StateWriter.to(bytes));
    assertThat(bytes.size()).isEqualTo(2 + "page hashes".length() + 4 + 4 + 201 * 40);

    var after = new Duplicates(Long.MAX_VALUE);
    after.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(seen(after, PageContentHash.of(text), 900))
        .contains(new Duplicates.Original(Likeness.EXACT, 7));
    byte[] cut = java.util.Arrays.copyOf(bytes.toByteArray(), 100);
    assertThatThrownBy(() -> after.restore(StateReader.from(new ByteArrayInputStream(cut))))
        .isInstanceOf(IOException.class);
    assertThat(seen(after, PageContentHash.of(text), 901)).as("nothing is known now").isEmpty();
  }

  @Test
  void pagesThatAreNewSinceTheLastSaveAreSavedAlone() throws IOException {
    List<PageContentHash> pages =
        Stream.generate(() -> PageContentHash.of(prose(100))).limit(30).toList();
    var after = new Duplicates(Long.MAX_VALUE);
    var few = new Duplicates(80);
    for (int i = 0; i < pages.size(); i++) {
      seen(duplicates, pages.get(i), i);
      if (i % 7 == 6) {
        duplicates.forget(i - 3);
      }
      var bytes = new ByteArrayOutputStream();
      boolean whole = i % 10 == 0;
      if (whole) {
        duplicates.save(StateWriter.to(bytes));
      } else {
        duplicates.saveChanges(StateWriter.to(bytes));
        assertThat(bytes.size()).isLessThanOrEqualTo(4 + 2 * 40);
      }
      for (Duplicates each : List.of(after, few)) {
        StateReader in = StateReader.from(new ByteArrayInputStream(bytes.toByteArray()));
        if (whole) {
          each.restore(in);
        } else {
          each.restoreChanges(in);
        }
      }
      for (PageContentHash page : pages) {
        assertThat(after.find(page, 99)).as("seed %d", SEED).isEqualTo(duplicates.find(page, 99));
      }
    }
    assertThat(pages).filteredOn(page -> duplicates.find(page, 99).isEmpty()).hasSize(4);
    assertThat(few.bytes()).isEqualTo(80);
  }

  @Test
  void onlyAsManyPagesAreKeptAsFit() throws IOException {
    var few = new Duplicates(3 * 80);
    List<PageContentHash> pages =
        Stream.generate(() -> PageContentHash.of(prose(100))).limit(5).toList();
    pages.forEach(page -> seen(few, page, 1));

    assertThat(few.bytes()).isEqualTo(3 * 80);
    assertThat(pages).filteredOn(page -> seen(few, page, 2).isPresent()).hasSize(3);

    var bytes = new ByteArrayOutputStream();
    few.save(StateWriter.to(bytes));
    var fewer = new Duplicates(80);
    fewer.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));
    assertThat(fewer.bytes()).isEqualTo(80);
    assertThat(pages).filteredOn(page -> seen(fewer, page, 2).isPresent()).hasSize(1);
  }

  private String prose(int words) {
    var text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(Integer.toString(random.nextInt(5_000), 36)).append(' ');
    }
    return text.toString();
  }

  private String hanzi(int characters) {
    var text = new StringBuilder();
    for (int i = 0; i < characters; i++) {
      text.append((char) (0x4E00 + random.nextInt(3_000)));
    }
    return text.toString();
  }
}
