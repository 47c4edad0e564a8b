package io.dowser.crawler.lab;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.hmm.BrowsingSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A web to train on.
 *
 * @param archives the archives of its pages
 * @param seeds the pages from which it is read
 * @param judge decides which of its pages are relevant; no crawl is guided by it
 * @param paths the browsing sessions of people there, for hmm; may be empty
 */
record TrainingWeb(
    List<Path> archives, List<CrawlUrl> seeds, RelevanceJudge judge, List<BrowsingSession> paths) {

  /**
   * The outcome of a training.
   *
   * @param models the models that could be trained
   * @param problems the reasons why others could not
   * @param pages the number of pages
   * @param relevant the number of those that are relevant
   */
  record Trained(
      Map<Training.Kind, Strategy.Model> models,
      Map<Training.Kind, String> problems,
      int pages,
      long relevant) {}

  boolean hasPagesOf(TrainingWeb other) {
    return archives.equals(other.archives) && seeds.equals(other.seeds);
  }

  /** Reads all pages that the seeds lead to, breadth-first. */
  List<AnalyzedPage> pages(Archives opener, PageAnalyzer reader, Progress progress)
      throws IOException, InterruptedException {
    List<AnalyzedPage> pages = Collections.synchronizedList(new ArrayList<>());
    try (Fetcher archive = opener.open(archives)) {
      progress.during(
          "reading pages to train on",
          () -> pages.size() + " pages",
          () -> {
            ArchiveCrawl.all(seeds, archive, reader, event -> collect(event, pages));
            return pages;
          });
    }
    reportPaths(pages, progress);
    return pages;
  }

  private void reportPaths(List<AnalyzedPage> pages, Progress progress) {
    if (!paths.isEmpty()) {
      Set<CrawlUrl> clicked = new HashSet<>();
      paths.forEach(path -> path.steps().forEach(step -> clicked.add(step.url())));
      int all = clicked.size();
      pages.forEach(page -> clicked.removeAll(List.of(page.url(), page.arrival().url())));
      progress.say(
          "%d paths on %d pages, %s of them in the training web",
          paths.size(), all, clicked.isEmpty() ? "all" : all - clicked.size());
    }
  }

  private static void collect(CrawlEvent event, List<AnalyzedPage> pages) {
    if (event instanceof CrawlEvent.Visited visited) {
      pages.add(visited.visit().page());
    }
  }

  /** Trains kinds of models for a question on pages of this web and writes them to a directory. */
  Trained train(
      Question question, List<AnalyzedPage> pages, Collection<Training.Kind> kinds, Path directory)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    var training = new Training(question.topic(), judge, pages, paths);
    Path list = directory.resolve("trained-on.txt");
    List<String> urls = training.urls().stream().map(CrawlUrl::toString).toList();
    Files.write(list, urls, StandardCharsets.UTF_8);
    var models = new EnumMap<Training.Kind, Strategy.Model>(Training.Kind.class);
    var problems = new EnumMap<Training.Kind, String>(Training.Kind.class);
    for (Training.Kind kind : kinds) {
      Path model = directory.resolve(kind + ".model");
      Optional<String> problem = training.train(kind, model);
      problem.ifPresentOrElse(
          why -> problems.put(kind, why), () -> models.put(kind, new Strategy.Model(model, list)));
    }
    return new Trained(models, problems, urls.size(), training.relevantPages());
  }
}
