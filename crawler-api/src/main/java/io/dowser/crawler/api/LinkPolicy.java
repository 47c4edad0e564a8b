package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Decides which links a crawl follows, by the page on which they are found.
 *
 * <p>A policy drops a link for a reason in words. The crawl reports, counts and stores such links
 * as {@link SkipReason#POLICY}. A policy is asked about URLs in the scope of the crawl, on workers,
 * for many pages at once, so it must be thread-safe. Seeds are fetched in any case. If a policy
 * throws, the crawl ends with its error.
 *
 * <pre>{@code
 * Strategy.builder().linkPolicy(LinkPolicy.fromRelevantPages().and(LinkPolicy.anchor("tides?")))
 * }</pre>
 */
@FunctionalInterface
public interface LinkPolicy {

  /**
   * Returns the reason for which a link is dropped.
   *
   * @param page the visited page, with its relevance
   * @param link a link of the page
   * @return a reason in words, or empty to follow the link. A page may have several links to one
   *     URL: the URL is wanted if one of them is
   */
  Optional<String> refusal(AnalyzedPage page, Link link);

  /**
   * Returns the reason for which a URL is dropped wherever it is found: as a link, as the target of
   * a redirect, or in a sitemap. By default no URL is dropped.
   *
   * @param url the URL
   * @return a reason in words, or empty
   */
  default Optional<String> refusal(CrawlUrl url) {
    return Optional.empty();
  }

  /**
   * {@return a policy that drops the links that this one or another one drops; this one decides
   * first}
   *
   * @param other the other one
   */
  default LinkPolicy and(LinkPolicy other) {
    requireNonNull(other, "other");
    return new LinkPolicy() {
      @Override
      public Optional<String> refusal(AnalyzedPage page, Link link) {
        return LinkPolicy.this.refusal(page, link).or(() -> other.refusal(page, link));
      }

      @Override
      public Optional<String> refusal(CrawlUrl url) {
        return LinkPolicy.this.refusal(url).or(() -> other.refusal(url));
      }
    };
  }

  /** {@return a policy that follows all links} */
  static LinkPolicy allLinks() {
    return StandardPolicy.ALL_LINKS;
  }

  /**
   * {@return a policy that follows only the links of relevant pages} The links of a seed that is
   * not relevant are dropped, too. Redirects and entries of sitemaps are followed.
   */
  static LinkPolicy fromRelevantPages() {
    return StandardPolicy.FROM_RELEVANT_PAGES;
  }

  /**
   * {@return a policy that follows only links whose text contains a match of a regular expression,
   * in upper or lower case} Redirects and entries of sitemaps are followed.
   *
   * @param regex such as {@code "tides?|moon"}
   * @throws java.util.regex.PatternSyntaxException if it is not a regular expression
   */
  static LinkPolicy anchor(String regex) {
    Pattern pattern = Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    Optional<String> reason = Optional.of("the link's text does not match " + regex);
    return (page, link) -> pattern.matcher(link.anchorText()).find() ? Optional.empty() : reason;
  }

  /**
   * {@return a policy that follows only some URLs, wherever they are found}
   *
   * @param wanted thread-safe; returns whether a URL is wanted
   * @param reason the reason for which the others are dropped, in words
   */
  static LinkPolicy urls(Predicate<CrawlUrl> wanted, String reason) {
    requireNonNull(wanted, "wanted");
    Optional<String> words = Optional.of(reason);
    return new LinkPolicy() {
      @Override
      public Optional<String> refusal(AnalyzedPage page, Link link) {
        return Optional.empty();
      }

      @Override
      public Optional<String> refusal(CrawlUrl url) {
        return wanted.test(url) ? Optional.empty() : words;
      }
    };
  }
}
