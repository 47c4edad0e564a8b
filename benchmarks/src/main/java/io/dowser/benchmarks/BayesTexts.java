package io.dowser.benchmarks;

import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Texts of made-up words whose frequencies follow Zipf's law. */
final class BayesTexts {

  private static final int WORDS_PER_DOCUMENT = 150;

  private final int vocabulary;
  private final SplittableRandom random;

  BayesTexts(int vocabulary, SplittableRandom random) {
    this.vocabulary = vocabulary;
    this.random = random;
  }

  /** Documents that have all words of the vocabulary between them. */
  List<String> documents(int count) {
    return IntStream.range(0, count).mapToObj(i -> document(i, count)).toList();
  }

  private String document(int number, int documents) {
    int from = (int) ((long) vocabulary * number / documents);
    int to = (int) ((long) vocabulary * (number + 1) / documents);
    Stream<String> own = IntStream.range(from, to).mapToObj(BayesTexts::word);
    Stream<String> frequent = IntStream.range(0, WORDS_PER_DOCUMENT).mapToObj(i -> word());
    return Stream.concat(own, frequent).collect(Collectors.joining(" "));
  }

  /** A text of different words. */
  String distinct(int words) {
    Set<String> drawn = new LinkedHashSet<>();
    while (drawn.size() < words) {
      drawn.add(word());
    }
    return String.join(" ", drawn);
  }

  private String word() {
    return word((int) Math.exp(random.nextDouble() * Math.log(vocabulary)) - 1);
  }

  private static String word(int number) {
    return "w" + Integer.toString(number, 26) + "x"; // no word of digits alone
  }

  static TermCounts counts(String text) {
    return TermCounts.of(Tokens.of(text, TextAnalyzer.PLAIN));
  }

  /** Every other document is of the topic. */
  static Stream<LabelledText> labelled(List<String> documents) {
    return IntStream.range(0, documents.size())
        .mapToObj(i -> new LabelledText(i % 2 == 0 ? "on" : "off", documents.get(i)));
  }

  /** The same as links, whose anchors are the first words. */
  static Stream<LabelledLink> links(List<String> documents) {
    return IntStream.range(0, documents.size()).mapToObj(i -> link(documents.get(i), i % 2 == 0));
  }

  private static LabelledLink link(String text, boolean onTopic) {
    int end = text.indexOf(' ', Math.min(40, text.length() / 2));
    var context = new LinkContext(text.substring(end), "");
    return new LabelledLink("", "", text.substring(0, end), context, onTopic);
  }
}
