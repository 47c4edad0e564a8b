package io.dowser.crawler.hmm;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.CrawlerBuilder;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.frontier.BestFirstFrontier;
import io.dowser.crawler.frontier.BreadthFirstFrontier;
import io.dowser.crawler.scorer.BestFirstScorer;
import io.dowser.crawler.text.TextAnalyzer;
import java.util.*;

final class WebKbTrial {
  static Map<String, Double> topic(WebKb kb, TrainingSet set) {
    // words of targets, unstemmed
    TrainingSet.Builder b = TrainingSet.builder();
    for (TrainingPage p : set.pages()) {
      var tokens = io.dowser.crawler.text.Tokens.of(kb.web.page(p.url()).text(), TextAnalyzer.PLAIN);
      b.page(new TrainingPage(p.url(), io.dowser.crawler.text.TermCounts.of(tokens), p.links(), p.target()));
    }
    HmmModel m = HmmTrainer.recommended().build().train(b.build());
    Map<String, Double> w = new LinkedHashMap<>();
    var c = m.space().topic;
    Integer[] ids = new Integer[c.length];
    Arrays.setAll(ids, i -> i);
    Arrays.sort(ids, Comparator.comparingDouble((Integer i) -> -c[i]));
    for (int i = 0; i < 10; i++) w.put(m.space().vocabulary().term(ids[i]), c[ids[i]]);
    return w;
  }

  static CrawlerBuilder crawl(WebKb kb, LinkScorer scorer, RelevanceJudge judge) {
    return Crawler.builder().seed(kb.seed.toString()).fetcher(kb.web).pageAnalyzer(kb.web.analyzer())
        .judge(judge).scorer(scorer).frontier(BestFirstFrontier.create());
  }

  public static void main(String[] args) {
    long t0 = System.nanoTime();
    Map<String, WebKb> kbs = Map.of("cornell", WebKb.of("cornell"), "texas", WebKb.of("texas"));
    System.out.printf("loaded %.1f s%n", (System.nanoTime() - t0) / 1e9);
    for (String label : List.of("course", "faculty", "project")) {
      for (String test : List.of("cornell", "texas")) {
        WebKb kb = kbs.get(test);
        WebKb other = kbs.get(test.equals("cornell") ? "texas" : "cornell");
        var targets = kb.labelled(label);
        int pages = kb.reachable().size();
        TrainingSet set = other.trainingSet(label);
        RelevanceJudge truth = p -> kb.isLabelled(p.url(), label) ? 1 : 0;
        System.out.println("## " + label + " on " + test + ": " + targets.size() + " targets of " + pages + " pages; trained on " + set);
        System.out.println("breadth-first       " + Recall.of(crawl(kb, p -> l -> 0, truth).frontier(BreadthFirstFrontier.create()), targets, pages));
        Map<String, Double> words = topic(other, set);
        System.out.println("best-first truth    " + Recall.of(crawl(kb, BestFirstScorer.builder(Topic.of(words)).build(), truth), targets, pages) + "  " + words.keySet());
        System.out.println("best-first truth,parent only " + Recall.of(crawl(kb, p -> l -> p.relevance(), truth), targets, pages));
        HmmModel m0 = HmmTrainer.recommended().build().train(set);
        System.out.println("best-first cosine   " + Recall.of(crawl(kb, BestFirstScorer.builder(Topic.of(words)).build(), m0.judge()), targets, pages));
        System.out.println("best-first cos only " + Recall.of(crawl(kb, p -> l -> p.relevance(), m0.judge()), targets, pages));
        System.out.println("hmm paper scorer    " + Recall.of(crawl(kb, HmmLinkScorer.paper(m0).build(), truth), targets, pages));
        for (int n : new int[] {3, 4, 6})
          for (var e : HmmTrainer.Emission.values()) {
            HmmModel m = HmmTrainer.recommended().states(n).emission(e).build().train(set);
            for (double kappa : new double[] {0, 1, 4})
              System.out.println("hmm n=" + n + " " + e + " kappa " + kappa + "  " + Recall.of(crawl(kb, HmmLinkScorer.recommended(m).kappa(kappa).build(), truth), targets, pages));
            if (n == 4) { StringBuilder sb = new StringBuilder();
              for (int i = 0; i < n; i++) { sb.append("\n   A"); for (int j = 0; j < n; j++) sb.append(String.format(Locale.ROOT, " %.3f", m.hidden().transition(i, j))); sb.append("  B0 " + String.format(Locale.ROOT, "%.3f", m.hidden().emission(i, 0))); }
              System.out.println(sb + "\n" + m.facts()); }
          }
        System.out.printf("%.1f s%n", (System.nanoTime() - t0) / 1e9);
      }
    }
  }
}
