package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.corpora.ReplayWeb;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.traps.TrapRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** One crawl of a replayed web by one worker, measured page by page. */
final class Replay {

  /** The table's columns after this many pages. */
  record Row(
      long dp,
      double accuracy,
      long lp,
      double ardp,
      double sddp,
      double arlp,
      double sdlp,
      long kept,
      double keptAccuracy) {

    private static Row of(List<Double> relevances, long kept, long keptRelevant) {
      List<Double> relevant = relevances.stream().filter(Replay::isRelevant).toList();
      return new Row(
          relevances.size(),
          (double) relevant.size() / relevances.size(),
          relevant.size(),
          mean(relevances),
          deviation(relevances),
          mean(relevant),
          deviation(relevant),
          kept,
          kept == 0 ? 0 : (double) keptRelevant / kept);
    }
  }

  static double mean(List<Double> numbers) {
    return numbers.stream().mapToDouble(number -> number).average().orElse(0);
  }

  /** Returns the population standard deviation. */
  static double deviation(List<Double> numbers) {
    double mean = mean(numbers);
    return Math.sqrt(
        numbers.stream().mapToDouble(each -> (each - mean) * (each - mean)).average().orElse(0));
  }

  private final Task task;
  private final Frontier frontier;
  private final List<Double> relevances = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private long kept;
  private long keptRelevant;

  private Replay(Task task, Frontier frontier) {
    this.task = task;
    this.frontier = frontier;
  }

  /** Returns a row for each page count of the task; the last page if the crawl ends before one. */
  static List<Row> run(Task task, Method method, long seed) {
    Frontier frontier = method.frontier(seed);
    var replay = new Replay(task, frontier);
    List<Integer> counts = task.pageCounts();
    Crawler.builder()
        .seeds(task.web().seeds().stream().map(CrawlUrl::toString).toList())
        .frontier(new Inside(frontier, task.web()))
        .scorer(method.scorer(task.topic()))
        .judge(task.judge())
        .topic(task.topic())
        .fetcher(task.web().fetcher())
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .strategy(Strategy.builder().traps(TrapRules.NONE).build())
        .means(Means.builder().workers(1).random(new SplittableRandom(seed)).build())
        .maxPages(counts.get(counts.size() - 1))
        .listener(replay::on)
        .build()
        .run()
        .orThrow();
    while (replay.rows.size() < counts.size()) {
      replay.rows.add(replay.row());
    }
    assertThat(replay.relevances).as("pages of %s", method).isNotEmpty();
    return replay.rows;
  }

  private void on(CrawlEvent event) {
    if (!(event instanceof CrawlEvent.Visited visited)) {
      return;
    }
    Visit visit = visited.visit();
    double relevance = visit.relevance();
    relevances.add(relevance);
    if (isKept(visit)) {
      kept++;
      keptRelevant += isRelevant(relevance) ? 1 : 0;
    }
    if (task.pageCounts().contains(relevances.size())) {
      rows.add(row());
    }
  }

  private Row row() {
    return Row.of(relevances, kept, keptRelevant);
  }

  private static boolean isRelevant(double relevance) {
    return relevance >= 0.5;
  }

  /** The paper counts no seeds, and no pages below the queue's relevance. */
  private boolean isKept(Visit visit) {
    return !(frontier instanceof WangLandauFrontier)
        || (!visit.candidate().isSeed()
            && !(frontier instanceof FetchingWalk walk && walk.relevance(visit) < 0.2));
  }

  /** Leaves out the links that lead out of the web. */
  private record Inside(Frontier frontier, ReplayWeb<?> web) implements Frontier {

    @Override
    public void seed(Candidate seed) {
      frontier.seed(seed);
    }

    @Override
    public Optional<Candidate> poll(HostGate gate) {
      return frontier.poll(gate);
    }

    @Override
    public void expand(Visit visit, List<ScoredLink> links) {
      frontier.expand(
          visit,
          links.stream().filter(link -> web.urls().contains(link.candidate().url())).toList());
    }

    @Override
    public void abandon(Candidate candidate, AbandonReason reason) {
      frontier.abandon(candidate, reason);
    }

    @Override
    public void rekey(ToDoubleFunction<Candidate> score) {
      frontier.rekey(score);
    }

    @Override
    public int size() {
      return frontier.size();
    }
  }
}
