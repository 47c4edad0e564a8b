package io.dowser.examples.lab;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Crawls the whole archive once, breadth-first, and writes down what is there. */
final class CensusTaker implements CrawlListener {

  private final Census census = new Census();
  private final ToDoubleFunction<AnalyzedPage> likeness;

  private CensusTaker(Question question) {
    likeness =
        question
            .topic()
            .map(Questions::topicJudge)
            .<ToDoubleFunction<AnalyzedPage>>map(words -> words::relevance)
            .orElse(page -> Double.NaN);
  }

  static Census take(Question question, Fetcher archive, CrawlListener... listeners) {
    var taker = new CensusTaker(question);
    var builder =
        Crawler.builder()
            .seeds(question.seeds().stream().map(CrawlUrl::toString).toList())
            .judge(question.judge())
            .fetcher(archive)
            .frontier("breadth-first", Map.of())
            .scorer(page -> link -> 0)
            .workers(1)
            .robots(RobotsPolicy.IGNORE) // an archive has nobody to disturb
            .traps(TrapRules.NONE)
            .delay(Duration.ZERO)
            .listener(taker);
    List.of(listeners).forEach(builder::listener);
    question.topic().ifPresent(builder::topic);
    try (Crawler crawler = builder.build()) {
      crawler.run().orThrow();
    }
    taker.census.judgedBy(question.judge().threshold());
    return taker.census;
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      Visit visit = visited.visit();
      var targets = visit.page().links().stream().map(Link::target).distinct().toList();
      double words = likeness.applyAsDouble(visit.page());
      census.add(
          visit.candidate().url(), new Census.Page(visit.url(), visit.relevance(), words, targets));
    } else if (event instanceof CrawlEvent.Redirected redirected) {
      UrlCanonicalizer.standard()
          .canonicalize(redirected.location())
          .ifPresent(target -> census.redirect(redirected.from(), target));
    }
  }
}
