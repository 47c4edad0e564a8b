package io.dowser.crawler.api;

import java.util.Optional;

/** Policies without parameters, which equal themselves wherever they are created. */
enum StandardPolicy implements LinkPolicy {
  ALL_LINKS {
    @Override
    public Optional<String> refusal(AnalyzedPage page, Link link) {
      return Optional.empty();
    }
  },
  FROM_RELEVANT_PAGES {
    @Override
    public Optional<String> refusal(AnalyzedPage page, Link link) {
      return page.relevant() ? Optional.empty() : Optional.of("the page is not relevant");
    }
  }
}
