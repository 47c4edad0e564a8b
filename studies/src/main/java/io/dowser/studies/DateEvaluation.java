package io.dowser.studies;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.Sets;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.text.TextAnalyzer;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * Pages with their day of publication, and how good the days read from them are. The places that
 * days come from were chosen by such pages, so they are cross-validated: each page is read from the
 * places that pages of other sites recommend. Not thread-safe.
 */
final class DateEvaluation {

  /** A place with other dates behind it, so that nothing is read after it. */
  private static final Set<String> LAST = Set.of("text", "address");

  /** The attributes that name a meta element. */
  private static final List<String> NAMES = List.of("property", "name", "itemprop", "http-equiv");

  private static final CrawlUrl URL = CrawlUrl.of("http://page.example/");
  private static final HtmlPageAnalyzer ANALYZER =
      HtmlPageAnalyzer.create().withTextAnalyzer(TextAnalyzer.PLAIN);

  private final List<Page> pages;
  private final Set<String> places;

  /**
   * A page as it is read.
   *
   * @param days the days by their places, in the order in which the places are tried
   */
  private record Page(String site, String published, Map<String, String> days) {

    Score score(Set<String> without) {
      for (Map.Entry<String, String> read : days.entrySet()) {
        if (!without.contains(read.getKey())) {
          boolean right = read.getValue().equals(published);
          return new Score(right ? 1 : 0, right ? 0 : 1, 0);
        }
      }
      return new Score(0, 0, 1);
    }
  }

  /** Numbers of pages, or means of them. */
  record Score(double right, double wrong, double absent) {

    static final Score NONE = new Score(0, 0, 0);

    Score plus(Score other) {
      return new Score(right + other.right, wrong + other.wrong, absent + other.absent);
    }

    Score dividedBy(int number) {
      return new Score(right / number, wrong / number, absent / number);
    }

    /** Returns F1: a wrong day counts against precision, an absent one against recall. */
    double f1() {
      return right == 0 ? 0 : 2 * right / (2 * right + wrong + absent);
    }
  }

  private DateEvaluation(List<Page> pages) {
    this.pages = pages;
    this.places =
        pages.stream().flatMap(page -> page.days.keySet().stream()).collect(toImmutableSet());
  }

  static DateEvaluation of(List<DatedPage> pages) {
    return new DateEvaluation(
        pages.stream()
            .map(page -> new Page(page.site(), page.published(), days(page.page())))
            .toList());
  }

  /** Scores the days as the library reads them. */
  Score score() {
    return score(pages, Set.of());
  }

  /**
   * Scores the days from places that pages of other sites recommend.
   *
   * @param splits the number of random divisions of the sites into folds
   * @param strict whether a place must raise F1 there; else it must not lower it
   * @return the mean over the splits
   */
  Score crossValidate(int splits, boolean strict) {
    List<String> sites = new ArrayList<>(pages.stream().map(Page::site).collect(toImmutableSet()));
    var random = new Random(1);
    Score sum = Score.NONE;
    for (int split = 0; split < splits; split++) {
      Collections.shuffle(sites, random);
      for (int fold = 0; fold < MainTextEvaluation.FOLDS; fold++) {
        Set<String> held = MainTextEvaluation.everyNth(sites, fold);
        List<Page> others = pages.stream().filter(page -> !held.contains(page.site)).toList();
        List<Page> rest = pages.stream().filter(page -> held.contains(page.site)).toList();
        sum = sum.plus(score(rest, without(others, strict)));
      }
    }
    return sum.dividedBy(splits);
  }

  private static Score score(List<Page> pages, Set<String> without) {
    return pages.stream().map(page -> page.score(without)).reduce(Score.NONE, Score::plus);
  }

  /** Leaves places out one by one, each time the one without which F1 is highest. */
  private Set<String> without(List<Page> others, boolean strict) {
    Set<String> without = new HashSet<>();
    for (String worst = worst(others, without, strict);
        worst != null;
        worst = worst(others, without, strict)) {
      without.add(worst);
    }
    return without;
  }

  private @Nullable String worst(List<Page> others, Set<String> without, boolean strict) {
    double least = score(others, without).f1();
    String worst = null;
    for (String place : Sets.difference(places, without)) {
      double f1 = score(others, Sets.union(without, Set.of(place))).f1();
      if (f1 > least || (strict && f1 == least)) {
        least = f1;
        worst = place;
      }
    }
    return worst;
  }

  /** Reads a page again and again, each time without the place that its day came from. */
  private static Map<String, String> days(Document source) {
    Document page = source.clone();
    Map<String, String> days = new LinkedHashMap<>();
    for (PageAttributes read = read(page); read.published().isPresent(); read = read(page)) {
      String place = requireNonNull(read.sources().get("published"));
      String day = read.published().get().toLocalDate().toString();
      boolean remained = days.putIfAbsent(place, day) != null;
      if (remained || LAST.contains(place)) {
        return days;
      }
      remove(place, page);
    }
    return days;
  }

  private static PageAttributes read(Document page) {
    var fetched =
        new Fetched(
            URL,
            200,
            HttpHeaders.of(
                Map.of("content-type", List.of("text/html; charset=UTF-8")), (name, value) -> true),
            Body.of(page.outerHtml().getBytes(UTF_8)),
            Truncation.NONE,
            Duration.ZERO);
    return ANALYZER.analyze(fetched, Candidate.seed(URL, 0)).attributes();
  }

  /** Removes what the library reads the day of publication from at a place. */
  private static void remove(String place, Document page) {
    String name = place.substring(place.indexOf(' ') + 1);
    if (place.startsWith("json-ld ")) {
      page.select("script[type=application/ld+json]").remove();
    } else if (place.startsWith("meta ")) {
      page.select("meta").stream()
          .filter(
              meta ->
                  NAMES.stream().anyMatch(each -> meta.attr(each).strip().equalsIgnoreCase(name)))
          .toList()
          .forEach(Element::remove);
    } else {
      page.select(name).stream()
          .forEach(
              element ->
                  element
                      .removeAttr("itemprop")
                      .removeAttr("datetime")
                      .removeAttr("pubdate")
                      .removeClass("dt-published")
                      .removeClass("published"));
    }
  }
}
