package io.dowser.crawler.meaning;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge.Answer;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The closeness of texts to a topic: the cosine with the weighted mean of the topic's terms, which
 * moves towards known relevant pages and away from others (Rocchio 1971). Thread-safe, except for
 * the methods that the engine calls on one thread.
 */
final class TopicMeaning {

  private static final Logger LOG = System.getLogger(TopicMeaning.class.getName());

  private final MeaningTable table;
  private final float[] terms;
  private final boolean known;
  private final KnownPages pages;
  private KnownPages answers;
  private volatile float[] topic; // published to the threads that judge
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
    this.terms = sum;
    this.pages = new KnownPages(sum.length);
    this.answers = new KnownPages(sum.length);
    this.topic = sum;
  }

  MeaningTable table() {
    return table;
  }

  static void add(float[] vector, double weight, float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += (float) (weight * vector[i]);
    }
  }

  /** Learns from the text of a page that is known to be relevant, or not. */
  void know(String text, boolean relevant) {
    if (table.reads(text)) {
      pages.add(table.vector(text), relevant);
      move();
    }
  }

  /** Replaces the answers about pages, which are not saved: the crawl keeps them. */
  void answered(List<Answer> all) {
    answers = new KnownPages(terms.length);
    for (Answer answer : all) {
      if (table.reads(answer.text())) {
        answers.add(table.vector(answer.text()), answer.relevant());
      }
    }
    move();
  }

  private void move() {
    topic = answers.moved(pages.moved(terms));
  }

  void save(StateWriter out) throws IOException {
    pages.save(out);
  }

  void restore(StateReader in) throws IOException {
    pages.restore(in);
    move();
  }

  /** Returns whether a page can be compared with the topic: both are in the table's language. */
  boolean knows(AnalyzedPage page) {
    String declared = page.language().split("[-_]", 2)[0];
    return known
        && (declared.isEmpty() || declared.equals(table.language()))
        && table.reads(page.text());
  }

  /** Logs that words alone count on a page; the first one only. */
  void logUnknown(AnalyzedPage page) {
    if (!logged.getAndSet(true)) {
      LOG.log(
          Level.INFO,
          "topic or page is not in the language ''{0}'' of the table, so words alone count: {1}"
              + " (logged for the first page only)",
          table.language(),
          page.url());
    }
  }

  /** Returns the closeness of a text, -1 to 1; 0 if it has no known word. */
  double closeness(String text) {
    return MeaningTable.cosine(table.vector(text), topic);
  }
}
