package io.dowser.crawler.meaning;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Topic;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The closeness of texts to a topic: the cosine with the weighted mean of the topic's terms. Logs
 * the first page that the table cannot compare. Thread-safe.
 */
final class TopicMeaning {

  private static final Logger LOG = System.getLogger(TopicMeaning.class.getName());

  private final MeaningTable table;
  private final float[] topic;
  private final boolean known;
  private final AtomicBoolean logged = new AtomicBoolean();

  TopicMeaning(MeaningTable table, Topic topic) {
    this.table = table;
    double largest = topic.weights().values().stream().max(Double::compare).orElseThrow();
    var sum = new float[table.vector("").length];
    topic
        .weights()
        .forEach(
            (term, weight) -> {
              if (table.reads(term)) {
                add(table.vector(term), weight / largest, sum);
              }
            });
    this.known = MeaningTable.scaleToLength1(sum);
    this.topic = sum;
  }

  MeaningTable table() {
    return table;
  }

  private static void add(float[] vector, double weight, float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += (float) (weight * vector[i]);
    }
  }

  /** Returns whether a page can be compared with the topic: both are in the table's language. */
  boolean knows(AnalyzedPage page) {
    String declared = page.language().split("[-_]", 2)[0];
    boolean comparable =
        known
            && (declared.isEmpty() || declared.equals(table.language()))
            && table.reads(page.text());
    if (!comparable && !logged.getAndSet(true)) {
      LOG.log(
          Level.INFO,
          "topic or page is not in the language ''{0}'' of the table, so words alone count: {1}"
              + " (logged for the first page only)",
          table.language(),
          page.url());
    }
    return comparable;
  }

  /** Returns the closeness of a text, -1 to 1; 0 if it has no known word. */
  double closeness(String text) {
    return MeaningTable.cosine(table.vector(text), topic);
  }
}
