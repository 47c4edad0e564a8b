package io.dowser.crawler.internal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EarlierPagesTest {

  private static final CrawlUrl TIDES = CrawlUrl.of("http://a.test/tides");
  private static final CrawlUrl PRINT = CrawlUrl.of("http://a.test/tides?print=1");
  private static final PageContentHash TEXT = PageContentHash.of("The flood follows the ebb.");
  private static final PageContentHash OTHER = PageContentHash.of("Spring tides follow the moon.");

  private final EarlierPages pages = new EarlierPages();
  private long visits;

  private Optional<Irrelevance> visited(
      CrawlUrl url, PageContentHash text, Optional<Irrelevance> found, CrawlUrl... canonical) {
    Optional<CrawlUrl> named = canonical.length == 0 ? Optional.empty() : Optional.of(canonical[0]);
    return pages.visited(++visits, url, "a.test", found, text, named);
  }

  @Test
  void pageOfAnotherEngineWithTheSameTextIsADuplicate() {
    assertThat(visited(TIDES, TEXT, Optional.empty())).isEmpty();
    assertThat(visited(PRINT, OTHER, Optional.empty())).isEmpty();
    assertThat(visited(CrawlUrl.of("http://b.test/"), TEXT, Optional.empty()))
        .contains(Irrelevance.DUPLICATE);
  }

  @Test
  void pageThatCountsForNothingIsNoOriginal() {
    visited(TIDES, TEXT, Optional.of(Irrelevance.NOINDEX));

    assertThat(visited(PRINT, TEXT, Optional.empty())).isEmpty();
  }

  @Test
  void canonicalUrlIsNamedUntilItHasEnded() {
    visited(PRINT, TEXT, Optional.of(Irrelevance.CANONICAL), TIDES);
    assertThat(pages.namedBy(TIDES)).isEqualTo("a.test");
    assertThat(pages.believes(Fingerprint.of(PRINT), TEXT)).isFalse();

    visited(TIDES, TEXT, Optional.empty());
    assertThat(pages.namedBy(TIDES)).isNull();
    assertThat(pages.isKnown(Fingerprint.of(TIDES))).isTrue();
    assertThat(pages.believes(Fingerprint.of(TIDES), TEXT)).isTrue();
  }

  @Test
  void canonicalUrlThatBecameNoPageIsNotBelieved() {
    visited(PRINT, TEXT, Optional.of(Irrelevance.CANONICAL), TIDES);
    pages.abandoned(TIDES);

    assertThat(pages.namedBy(TIDES)).isNull();
    assertThat(pages.isKnown(Fingerprint.of(TIDES))).isTrue();
    assertThat(pages.believes(Fingerprint.of(TIDES), TEXT)).isFalse();
  }

  @Test
  void pageIsNoDuplicateOfItself() {
    visited(TIDES, TEXT, Optional.empty());

    assertThat(pages.original(TEXT, 1)).isEmpty();
    assertThat(pages.original(TEXT, 2)).isPresent();
  }

  @Test
  void copiesOfAPageThatIsGoneCountUntilItIsBack() {
    visited(TIDES, TEXT, Optional.empty());
    pages.gone(1, TIDES);
    assertThat(pages.original(TEXT, 0)).isEmpty();
    assertThat(pages.believes(Fingerprint.of(TIDES), TEXT)).isFalse();

    pages.back(1, TIDES);
    assertThat(pages.original(TEXT, 0)).isPresent();
    assertThat(pages.believes(Fingerprint.of(TIDES), TEXT)).isTrue();
  }

  @Test
  void changedPageIsTheOriginalOfItsNewTextAlone() {
    visited(TIDES, TEXT, Optional.empty());
    pages.changed(1);
    pages.visited(1, TIDES, "a.test", Optional.empty(), OTHER, Optional.empty());

    assertThat(pages.original(TEXT, 0)).isEmpty();
    assertThat(pages.original(OTHER, 0)).isPresent();
  }

  @Test
  void restoredPagesAreThoseThatWereSaved() throws IOException {
    visited(TIDES, TEXT, Optional.empty());
    visited(PRINT, OTHER, Optional.of(Irrelevance.CANONICAL), CrawlUrl.of("http://a.test/moon"));
    pages.abandoned(CrawlUrl.of("http://a.test/gone"));
    byte[] saved = saved(pages);

    var restored = new EarlierPages();
    restored.visited(1, PRINT, "b.test", Optional.empty(), TEXT, Optional.empty());
    restored.restore(StateReader.from(new ByteArrayInputStream(saved)));

    assertThat(saved(restored)).isEqualTo(saved);
    assertThat(restored.namedBy(CrawlUrl.of("http://a.test/moon"))).isEqualTo("a.test");
    assertThat(restored.original(TEXT, 0)).isPresent();
    assertThat(restored.original(OTHER, 0)).isEmpty();
  }

  private static byte[] saved(EarlierPages pages) throws IOException {
    var bytes = new ByteArrayOutputStream();
    pages.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }
}
