package io.dowser.crawler.hmm;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.*;
import java.util.*;
final class Look {
  public static void main(String[] a) {
    WebKb kb = WebKb.of(a[0]), other = WebKb.of(a[0].equals("texas") ? "cornell" : "texas");
    String label = a[1];
    TrainingSet set = other.trainingSet(label), mine = kb.trainingSet(label);
    DistanceGraph g = DistanceGraph.ofLinks(mine, 4);
    int[] hist = new int[4]; for (int p = 0; p < mine.pages().size(); p++) hist[g.distance(p)]++;
    System.out.println("test distances " + Arrays.toString(hist));
    DistanceGraph g2 = DistanceGraph.ofLinks(set, 4);
    hist = new int[4]; for (int p = 0; p < set.pages().size(); p++) hist[g2.distance(p)]++;
    System.out.println("train distances " + Arrays.toString(hist));
    HmmModel m = HmmTrainer.recommended().build().train(set);
    for (int k = 0; k < m.hidden().clusters(); k++) {
      StringBuilder sb = new StringBuilder("C" + k);
      for (int j = 0; j < 4; j++) sb.append(String.format(Locale.ROOT, " %.3f", m.hidden().emission(j, k)));
      var c = m.space().centroid(k); Integer[] ix = new Integer[c.size()]; Arrays.setAll(ix, i -> i); Arrays.sort(ix, Comparator.comparingDouble((Integer i) -> -c.value(i)));
      for (int i = 0; i < 8 && i < ix.length; i++) sb.append(" " + m.space().vocabulary().term(c.id(ix[i])));
      System.out.println(sb);
    }
    // anchors: most telling words
    double[][] l = new double[m.space().vocabulary().size()][];
    Integer[] ids = new Integer[l.length]; 
    for (int i = 0; i < l.length; i++) { ids[i] = i; double[] s = new double[4]; m.anchors().addTo(s, i, 1); l[i] = s; }
    for (int j = 0; j < 4; j++) { int jj = j; Arrays.sort(ids, Comparator.comparingDouble((Integer i) -> -l[i][jj])); StringBuilder sb = new StringBuilder("anchors " + j + ":"); for (int i = 0; i < 25; i++) sb.append(" " + m.space().vocabulary().term(ids[i]) + String.format(Locale.ROOT, "(%.1f)", l[ids[i]][j])); System.out.println(sb); }
    var sb = HmmLinkScorer.recommended(m).kappa(0); sb.gamma = Double.parseDouble(a[2]);
    HmmLinkScorer scorer = sb.build();
    Map<CrawlUrl, Integer> num = new HashMap<>();
    for (int p = 0; p < mine.pages().size(); p++) num.put(mine.pages().get(p).url(), p);
    Map<CrawlUrl, String> anchors = new HashMap<>();
    Crawler c = WebKbTrial.crawl(kb, scorer, p -> kb.isLabelled(p.url(), label) ? 1 : 0).workers(1).delay(java.time.Duration.ZERO).maxPages(80).listener(e -> {
      if (e instanceof CrawlEvent.Visited v) {
        var p = v.visit().page();
        for (Link x : p.links()) anchors.putIfAbsent(x.target(), x.anchorText());
        var b = scorer.distance(p);
        System.out.printf(Locale.ROOT, "%.3f d%d true %d  C%d %s [%s] %d links%n", v.visit().candidate().score(), v.visit().candidate().depth(), g.distance(num.get(p.url())), b.cluster(), p.url(), anchors.get(v.visit().candidate().url()), p.links().size());
      }}).build();
    c.run();
  }
}
