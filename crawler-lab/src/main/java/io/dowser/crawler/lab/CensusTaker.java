package io.dowser.crawler.lab;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Crawls all that some seeds lead to, once, and judges each page for several questions. */
final class CensusTaker implements CrawlListener {

  private final Web web = new Web();
  private final List<Examiner> examiners;
  private volatile int visited; // read by progress

  private CensusTaker(List<Question> questions, List<Guide> guides) {
    examiners = questions.stream().map(question -> Examiner.of(question, guides, web)).toList();
  }

  /** Judges pages for one question. */
  private record Examiner(
      Census census,
      RelevanceJudge judge,
      Optional<RelevanceJudge> words,
      Map<Guide, RelevanceJudge> guides) {

    static Examiner of(Question question, List<Guide> guides, Web web) {
      Map<Guide, RelevanceJudge> judges = new LinkedHashMap<>();
      guides.forEach(guide -> judges.put(guide, guide.judge(question)));
      return new Examiner(
          new Census(web, question.judge().threshold()),
          question.judge(),
          question.topic().map(Questions::topicJudge),
          judges);
    }

    void examine(Visit visit) {
      AnalyzedPage page = visit.page();
      double likeness = words.map(judge -> judge.relevance(page.mainContent())).orElse(Double.NaN);
      census.add(new Census.Finding(judge.relevance(page.mainContent()), likeness));
      guides.forEach((guide, judge) -> examine(guide, judge, visit));
    }

    /** Judges a page; a judge that learns rates each page before it learns from it. */
    private void examine(Guide guide, RelevanceJudge judge, Visit visit) {
      AnalyzedPage judged = visit.page().judgedBy(judge);
      census.guided(guide, judged.relevant());
      if (judge instanceof VisitObserver learning) {
        learning.visited(
            new Visit(
                visit.number(),
                visit.candidate(),
                judged,
                visit.fetched(),
                visit.time(),
                visit.outLinks(),
                visit.pathState()));
      }
    }
  }

  /**
   * Creates the censuses of some questions in their order; questions with equal seeds share a
   * crawl.
   */
  static List<Census> take(
      List<Question> questions,
      List<Guide> guides,
      Fetcher archive,
      PageAnalyzer reader,
      Progress progress)
      throws InterruptedException {
    Map<Integer, Census> censuses = new TreeMap<>();
    for (List<CrawlUrl> seeds : questions.stream().map(Question::seeds).distinct().toList()) {
      List<Integer> same =
          IntStream.range(0, questions.size())
              .filter(i -> questions.get(i).seeds().equals(seeds))
              .boxed()
              .toList();
      var taker = new CensusTaker(same.stream().map(questions::get).toList(), guides);
      progress.during(
          "counting the relevant pages",
          () -> taker.visited + " pages",
          () -> {
            ArchiveCrawl.all(seeds, archive, reader, taker);
            return taker;
          });
      for (int i = 0; i < same.size(); i++) {
        censuses.put(same.get(i), taker.examiners.get(i).census());
      }
    }
    return List.copyOf(censuses.values());
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      AnalyzedPage page = visited.visit().page();
      var targets = page.links().stream().map(Link::target).distinct().toList();
      web.add(visited.visit().candidate().url(), new Web.Page(visited.visit().url(), targets));
      examiners.forEach(examiner -> examiner.examine(visited.visit()));
      this.visited = web.size();
    } else if (event instanceof CrawlEvent.Redirected redirected) {
      UrlCanonicalizer.standard()
          .canonicalize(redirected.location())
          .ifPresent(target -> web.redirect(redirected.from(), target));
    }
  }
}
