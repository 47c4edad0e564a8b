package io.dowser.crawler.hmm;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.testkit.InMemoryWeb.WebPage;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A web in which targets are reached through gates and hubs alone, which say nothing of the topic:
 * noise links to noise and rarely to a gate, a gate to hubs and noise, a hub to targets, a target
 * to noise and nothing else.
 */
final class Tunnels {

  static final int OF_EACH = 30;

  private Tunnels() {}

  static CrawlUrl url(String kind, int number) {
    return CrawlUrl.of("http://tunnels.example/" + kind + "/" + number);
  }

  static List<WebPage> pages(long seed) {
    var random = new SplittableRandom(seed);
    List<WebPage> pages = new ArrayList<>();
    for (int i = 0; i < OF_EACH; i++) {
      pages.add(page(random, "noise", i, "gate", 1, "noise", 9));
      pages.add(page(random, "gate", i, "hub", 2, "noise", 6));
      pages.add(page(random, "hub", i, "target", 4, "noise", 3));
      pages.add(page(random, "target", i, "noise", 8, "noise", 1));
    }
    return pages;
  }

  private static WebPage page(
      SplittableRandom random, String kind, int number, String to, int few, String rest, int many) {
    List<WebLink> links = new ArrayList<>();
    for (int i = 0; i < few + many; i++) {
      String target = i < few ? to : rest;
      links.add(WebLink.to(url(target, random.nextInt(OF_EACH)).toString(), "next"));
    }
    return new WebPage(url(kind, number), kind, text(random, kind), links);
  }

  /** Words of the kind, and some of no kind. */
  private static String text(SplittableRandom random, String kind) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      boolean own = random.nextInt(2) == 0;
      words.add(own ? kind + word(random, 12) : "any" + word(random, 60));
    }
    return String.join(" ", words);
  }

  private static String word(SplittableRandom random, int of) {
    return Character.toString('a' + random.nextInt(Math.min(26, of))) + random.nextInt(of / 6);
  }

  static InMemoryWeb web(long seed) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    pages(seed).forEach(web::page);
    return web.build();
  }

  static TrainingSet trainingSet() {
    TrainingSet.Builder set = TrainingSet.builder();
    for (WebPage page : pages(99)) {
      TermCounts terms = TermCounts.of(Tokens.of(page.text(), TextAnalyzer.PLAIN));
      List<TrainingSet.Page.OutLink> links =
          page.links().stream()
              .map(
                  link ->
                      new TrainingSet.Page.OutLink(CrawlUrl.of(link.target()), TermCounts.EMPTY))
              .toList();
      set.page(new TrainingSet.Page(page.url(), terms, links, isTarget(page.url())));
    }
    return set.build();
  }

  static boolean isTarget(CrawlUrl url) {
    return url.path().startsWith("/target/");
  }
}
