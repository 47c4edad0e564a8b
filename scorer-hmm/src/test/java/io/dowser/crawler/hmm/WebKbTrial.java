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
    Map<String, List<Double>> all = new LinkedHashMap<>();
    for (String label : List.of("course", "faculty", "project")) {
      for (String test : List.of("cornell", "texas")) {
        WebKb kb = kbs.get(test);
        WebKb other = kbs.get(test.equals("cornell") ? "texas" : "cornell");
        var targets = kb.labelled(label);
        int pages = kb.reachable().size();
        TrainingSet set = other.trainingSet(label);
        RelevanceJudge truth = p -> kb.isLabelled(p.url(), label) ? 1 : 0;
        System.out.println("## " + label + " on " + test + ": " + targets.size() + " targets of " + pages + " pages; trained on " + set);



          for (boolean by : new boolean[] {false})
          for (long seed = 1; seed <= 5; seed++) {
            var tb = HmmTrainer.recommended().seed(seed);
            tb.byDistance = by;
            HmmModel m = tb.build().train(set);
            for (double kappa : new double[] {0, 2, 4, 8})
              for (double gamma : new double[] {0, 0.05, 0.1, 0.2, 0.4}) {
                var sb = HmmLinkScorer.recommended(m).kappa(kappa);
                sb.gamma = gamma;
                String name = "by " + by + " kappa " + kappa + " gamma " + gamma;
                Recall r = Recall.of(crawl(kb, sb.build(), truth), targets, pages);
                all.computeIfAbsent(name, x -> new ArrayList<>()).add(r.at10());
              }
          }
        System.out.printf("%.1f s%n", (System.nanoTime() - t0) / 1e9);
      }
    }
    all.forEach((name, v) -> { System.out.print(name);
      for (int label = 0; label < 3; label++) { double t = 0, lo = 9;
        for (int u = 0; u < 2; u++) { double x = 0; for (int q = 0; q < 5; q++) x += v.get(label * 10 + u * 5 + q) / 5; System.out.printf(Locale.ROOT, " %.3f", x); t += x / 2; }
        for (int q = 0; q < 5; q++) lo = Math.min(lo, (v.get(label * 10 + q) + v.get(label * 10 + 5 + q)) / 2);
        System.out.printf(Locale.ROOT, " = %.3f (min %.3f) |", t, lo); }
      System.out.println(); });
  }
}
