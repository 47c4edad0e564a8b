package io.dowser.crawler.internal;

import io.dowser.crawler.api.AnalyzedPage;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the pages that are in other languages than those that a crawl wants. Thread-safe. */
public final class LanguageFilter {

  private final Set<String> wanted;
  private final @Nullable LanguageDetection detection;

  private LanguageFilter(Set<String> wanted, @Nullable LanguageDetection detection) {
    this.wanted = wanted;
    this.detection = detection;
  }

  /**
   * Creates a filter.
   *
   * @param codes ISO 639-1 codes of languages; none for a filter that lets all pages pass
   * @throws io.dowser.crawler.api.CrawlException if there are some, and the library that detects
   *     languages is missing
   * @throws IllegalArgumentException if it does not know one of the languages
   */
  public static LanguageFilter of(Collection<String> codes) {
    if (codes.isEmpty()) {
      return new LanguageFilter(Set.of(), null);
    }
    OptionalLibrary.LINGUA.require();
    Set<String> known = LanguageDetection.languages();
    for (String code : codes) {
      if (!known.contains(code)) {
        throw new IllegalArgumentException(
            "languages must be of " + new TreeSet<>(known) + ", but one was '" + code + "'");
      }
    }
    return new LanguageFilter(Set.copyOf(codes), new LanguageDetection());
  }

  /** Returns the language of a page if it is known and not wanted. */
  public Optional<String> unwanted(AnalyzedPage page) {
    return detection == null
        ? Optional.empty()
        : detection
            .language(page.text(), page.language())
            .filter(language -> !wanted.contains(language));
  }
}
