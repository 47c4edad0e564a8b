package io.dowser.crawler.bayes;

import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.text.TermCounts;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The worked example of the specification: three links on finance, two that are not. */
final class HanExamples {

  /** Terms of a dictionary that make the indicators of the example. */
  static final List<String> DICTIONARY = List.of("stock", "fund", "bank");

  static final LinkModel.Evidence E1 = evidence("stock fund", "news", true, false);
  static final LinkModel.Evidence E2 = evidence("match", "news xyz", false, false);

  private HanExamples() {}

  static LinkModel train(LinkSettings settings) {
    return LinkTrainer.builder()
        .settings(settings)
        .dictionary(DICTIONARY)
        .threads(1)
        .build()
        .train(links());
  }

  static Stream<LabelledLink> links() {
    return Stream.of(
        link("stock market", "fund news", true),
        link("fund rank", "stock", true),
        link("bank rate", "market news", true),
        link("match news", "goal team", false),
        link("star photo", "match news", false));
  }

  static LabelledLink link(String anchor, String context, boolean onTopic) {
    return new LabelledLink("", "", anchor, new LinkContext(context, ""), onTopic);
  }

  /** Without a dictionary no indicator counts, as in the example for words only. */
  static LinkModel withoutDictionary(LinkSettings settings) {
    var counts = new LinkCounts(settings);
    links()
        .forEach(
            link ->
                counts.add(
                    evidence(link.anchor(), link.context().before(), false, false),
                    link.onTopic()));
    return new LinkModel(counts.statistics(), settings, Set.of(), settings.facts());
  }

  static LinkModel.Evidence evidence(String anchor, String context, boolean a, boolean x) {
    return new LinkModel.Evidence(
        TermCounts.of(List.of(anchor.split(" ", -1))),
        TermCounts.of(List.of(context.split(" ", -1))),
        a,
        x);
  }
}
