package io.dowser.crawler.internal.report;

import static java.util.stream.Collectors.joining;

import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.report.CrawlMetrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists in lines why a crawl found no more pages. */
public final class Refusals {

  private static final String SKIPPED = "link skipped";
  private static final String FAILED = "plugin failed";

  /** The kinds of what happens to URLs that were pending. */
  private static final List<String> OF_URLS =
      List.of("not fetched", "fetch failed", "redirect not followed", FAILED);

  private Refusals() {}

  /** Returns a line for each redirected seed, and one for each kind of refusal with its reasons. */
  public static List<String> lines(CrawlStatistics statistics, CrawlMetrics metrics) {
    var lines = new ArrayList<String>();
    metrics.redirectedSeeds().forEach((seed, page) -> lines.add(seed + " redirects to " + page));
    Map<String, Map<String, Long>> kinds = kinds(metrics.problems());
    kinds.forEach(
        (kind, reasons) -> {
          if (!OF_URLS.contains(kind)) {
            lines.add(line(kind, reasons));
          }
        });
    long earlier = statistics.skipped() - sum(kinds.getOrDefault(SKIPPED, Map.of()));
    if (earlier > 0) {
      lines.add(counted(earlier, SKIPPED) + " in earlier runs");
    }
    if (kinds.isEmpty() && earlier <= 0 && statistics.pending() == 0 && statistics.visited() > 0) {
      boolean single = statistics.visited() == 1;
      lines.add(single ? "the page links to no other page" : "the pages link to no other pages");
    }
    return lines;
  }

  /**
   * Returns a line for each kind of failure and of pending URLs that were dropped in this run, with
   * its reasons, and the last failure of a plugin.
   */
  public static List<String> ofUrls(CrawlMetrics metrics) {
    Map<String, Map<String, Long>> kinds = kinds(metrics.problems());
    var lines = new ArrayList<String>();
    for (String kind : OF_URLS) {
      Map<String, Long> reasons = kinds.get(kind);
      if (reasons != null) {
        lines.add(line(kind, reasons));
      }
    }
    metrics.notes().stream()
        .map(CrawlMetrics.Note::text)
        .filter(text -> text.startsWith(FAILED))
        .reduce((first, last) -> last)
        .ifPresent(last -> lines.add("last failure: " + last.substring(FAILED.length() + 2)));
    return lines;
  }

  /** Returns the number of pages of this run on which the judge failed. */
  public static long failuresOfJudge(CrawlMetrics metrics) {
    return kinds(metrics.problems())
        .getOrDefault(FAILED, Map.of())
        .getOrDefault(PluginKind.RELEVANCE_JUDGE.toString(), 0L);
  }

  /** Returns the number of URLs that were refused for memory in this run, with a verb. */
  public static String forMemory(CrawlMetrics metrics) {
    Map<String, Long> reasons = kinds(metrics.problems()).getOrDefault(SKIPPED, Map.of());
    long number =
        reasons.getOrDefault("memory budget", 0L) + reasons.getOrDefault("frontier full", 0L);
    if (number == 0) { // all in earlier runs
      return "URLs were";
    }
    return CrawlPage.counted(number, "URL was", "URLs were");
  }

  /** Returns the reasons by kind, each with its number, in the order of the problems. */
  private static Map<String, Map<String, Long>> kinds(Map<String, Long> problems) {
    Map<String, Map<String, Long>> kinds = new LinkedHashMap<>();
    problems.forEach(
        (problem, number) -> {
          String[] words = problem.split(": ", 2);
          kinds
              .computeIfAbsent(words[0], kind -> new LinkedHashMap<>())
              .put(words.length == 1 ? "" : words[1], number);
        });
    return kinds;
  }

  private static String line(String kind, Map<String, Long> reasons) {
    String parts =
        reasons.entrySet().stream()
            .map(reason -> CrawlPage.whole(reason.getValue()) + " " + reason.getKey())
            .collect(joining(", "));
    String single = String.join("", reasons.keySet());
    String why = reasons.size() == 1 ? single : parts;
    return counted(sum(reasons), kind) + (why.isEmpty() ? "" : ": " + why);
  }

  private static long sum(Map<String, Long> reasons) {
    return reasons.values().stream().mapToLong(Long::longValue).sum();
  }

  private static String counted(long number, String kind) {
    String noun =
        switch (kind) {
          case SKIPPED -> number == 1 ? kind : "links skipped";
          case "not fetched" -> number == 1 ? "URL not fetched" : "URLs not fetched";
          case "fetch failed" -> number == 1 ? kind : "fetches failed";
          case FAILED -> number == 1 ? "plugin failure" : "plugin failures";
          case "redirect not followed" -> number == 1 ? kind : "redirects not followed";
          case "page in another language" -> number == 1 ? kind : "pages in another language";
          default -> kind;
        };
    return CrawlPage.whole(number) + " " + noun;
  }
}
