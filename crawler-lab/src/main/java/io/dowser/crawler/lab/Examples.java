package io.dowser.crawler.lab;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.internal.report.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The pages on which strategies differ most: relevant ones that one found early and another late or
 * never.
 */
final class Examples {

  private static final int SHOWN = 5;

  private final StudyResult result;
  private final Fetcher archive;
  private final PageAnalyzer reader;

  Examples(StudyResult result, Fetcher archive) {
    this.result = result;
    this.archive = archive;
    this.reader = result.study().reader();
  }

  /** The place of each fetched page in a run, from 1. */
  private record Places(RunMeasures run, Map<Integer, Integer> of) {

    static Places of(RunMeasures run) {
      Map<Integer, Integer> places = new HashMap<>();
      List<RunResult.Step> steps = run.run().steps();
      for (int i = 0; i < steps.size(); i++) {
        places.put(steps.get(i).page(), i + 1);
      }
      return new Places(run, places);
    }

    int place(int page, int never) {
      return of.getOrDefault(page, never);
    }
  }

  private record Contrast(int page, Places early, Places late, int gap) {}

  /** Returns each as a table, in the first run of the first question. */
  List<Table> paths() throws InterruptedException {
    Census census = result.censuses().get(0);
    List<Places> runs =
        result.strategies().stream()
            .filter(strategy -> !strategy.isReference())
            .map(strategy -> Places.of(result.runs(strategy.name()).get(0)))
            .toList();
    var contrasts = new ArrayList<Contrast>();
    for (int page = 0; page < census.size() && runs.size() > 1; page++) {
      if (census.isRelevant(page)) {
        contrasts.add(contrast(page, runs));
      }
    }
    contrasts.sort(Comparator.comparingInt(Contrast::gap).reversed());
    var tables = new ArrayList<Table>();
    for (Contrast contrast : spread(contrasts)) {
      tables.add(table(contrast, census));
    }
    return tables;
  }

  private Contrast contrast(int page, List<Places> runs) {
    int never = 2 * result.budget();
    Comparator<Places> byPlace = Comparator.comparingInt(run -> run.place(page, never));
    Places early = runs.stream().min(byPlace).orElseThrow();
    Places late = runs.stream().max(byPlace).orElseThrow();
    return new Contrast(page, early, late, late.place(page, never) - early.place(page, never));
  }

  /** Selects contrasts of different pairs of strategies, as long as there are any. */
  private static List<Contrast> spread(List<Contrast> contrasts) {
    Map<String, List<Contrast>> byPair =
        contrasts.stream()
            .filter(contrast -> contrast.gap() > 0)
            .collect(
                Collectors.groupingBy(
                    contrast ->
                        contrast.early().run().run().strategy()
                            + contrast.late().run().run().strategy(),
                    java.util.LinkedHashMap::new,
                    Collectors.toList()));
    var chosen = new ArrayList<Contrast>();
    for (int round = 0; chosen.size() < SHOWN && round < SHOWN; round++) {
      for (List<Contrast> pair : byPair.values()) {
        if (round < pair.size() && chosen.size() < SHOWN) {
          chosen.add(pair.get(round));
        }
      }
    }
    return chosen;
  }

  private Table table(Contrast contrast, Census census) throws InterruptedException {
    var rows = new ArrayList<List<String>>();
    path(rows, contrast.early(), contrast.page(), census);
    path(rows, contrast.late(), contrast.page(), census);
    String url = census.web().url(contrast.page()).toString();
    return new Table(url, List.of("strategy", "visit", "link", "score", "page"), rows);
  }

  private void path(List<List<String>> rows, Places run, int page, Census census)
      throws InterruptedException {
    String name = run.run().run().strategy();
    if (!run.of().containsKey(page)) {
      String never = "not within " + result.budget() + " pages";
      rows.add(List.of(name, "\u2013", never, "\u2013", ""));
      return;
    }
    Deque<RunResult.Step> way = new ArrayDeque<>();
    for (int at = page; at != RunResult.NO_PARENT; at = way.getFirst().parent()) {
      way.addFirst(run.run().run().steps().get(run.place(at, 0) - 1));
    }
    for (RunResult.Step step : way) {
      boolean seed = step.parent() == RunResult.NO_PARENT;
      rows.add(
          List.of(
              seed ? name : "",
              String.valueOf(run.place(step.page(), 0)),
              seed ? "seed" : anchor(census.web().url(step.parent()), step.page(), census),
              seed ? "\u2013" : String.format(Locale.ROOT, "%.4g", step.score()),
              census.web().url(step.page()).toString()));
    }
  }

  private String anchor(CrawlUrl from, int target, Census census) throws InterruptedException {
    if (!(archive.fetch(FetchRequest.of(from)) instanceof FetchResult.Fetched fetched)) {
      return "";
    }
    return reader.analyze(fetched, Candidate.seed(from, 0)).links().stream()
        .filter(
            link -> census.web().number(link.target()).filter(page -> page == target).isPresent())
        .map(Link::anchorText)
        .filter(text -> !text.isBlank())
        .findFirst()
        .orElse("");
  }
}
