package io.dowser.crawler.internal.sites;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import java.util.Optional;

/** The result of a request, by which shapes of URLs are judged. */
public enum RequestResult {
  /** A page that may count. */
  PAID("paid"),
  /** A page that must not be indexed. */
  NOINDEX("noindex"),
  /** Another form of the page that it names as the canonical one. */
  CANONICAL("canonical"),
  /** A page with the main text of another one, or nearly. */
  DUPLICATE("duplicate"),
  /** A page in a language that the crawl does not want. */
  OTHER_LANGUAGE("other language"),
  /** A redirect that the crawl does not follow. */
  REDIRECT("redirected"),
  /** A response whose type or content cannot be read. */
  UNREADABLE("unreadable"),
  /** A status that says that there is no page for this URL. */
  FAILURE("failed");

  private final String text;

  RequestResult(String text) {
    this.text = text;
  }

  static RequestResult ofPage(Optional<Irrelevance> irrelevance) {
    return irrelevance.map(RequestResult::of).orElse(PAID);
  }

  private static RequestResult of(Irrelevance reason) {
    return switch (reason) {
      case NOINDEX -> NOINDEX;
      case CANONICAL -> CANONICAL;
      case DUPLICATE, NEAR_DUPLICATE -> DUPLICATE;
      case OTHER_LANGUAGE -> OTHER_LANGUAGE;
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
