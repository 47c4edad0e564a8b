package io.dowser.crawler.toolkit.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicVectorTest {

  private static final Map<String, Double> RAINSTORM = rainstorm();
  private static final Map<String, Double> TYPHOON =
      Map.of(
          "typhoon",
          0.8,
          "storm surge",
          0.5,
          "storm rain",
          0.3,
          "air pressure",
          0.2,
          "wind force",
          0.2);

  private final TopicVector topic = TopicVector.builder(RAINSTORM).build();
  private final TopicMatcher matcher = TopicMatcher.of(topic.terms(), TextNormalizer.PLAIN);

  private static Map<String, Double> rainstorm() {
    var weights = new LinkedHashMap<String, Double>();
    weights.put("storm rain", 0.8);
    weights.put("meteorology", 0.1);
    weights.put("weather", 0.1);
    weights.put("disaster", 0.5);
    weights.put("prevention", 0.3);
    return weights;
  }

  @ParameterizedTest(name = "{1} for ''{0}''")
  @CsvSource({
    "Storm  rain., 0.8",
    "disaster, 0.5",
    "disaster after storm rain, 0.919239",
    "Weather: storm rain, 0.636396",
    "storm rain storm rain storm rain weather prevention, 0.844232",
    "meteorology, 0.1",
    "prevention disaster weather meteorology storm rain, 0.804984",
    "a storm without rain, 0",
    "'', 0",
  })
  void relevanceOfTextsGivesTheWorkedExamples(String text, double expected) {
    assertThat(topic.cosine(matcher.match(text))).isCloseTo(expected, within(5e-7));
    assertThat(cosine(topic, matcher.counts(matcher.match(text)), TermCounts.EMPTY))
        .isCloseTo(expected, within(5e-7));
  }

  @Test
  void aTopicWhoseNormIsNotOneGivesTheWorkedExample() {
    TopicVector typhoon = TopicVector.builder(TYPHOON).build();

    assertThat(cosine(typhoon, TermCounts.of(Map.of("typhoon", 1)), TermCounts.EMPTY))
        .isCloseTo(0.777029, within(5e-7));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"RELATIVE, 0.690335", "RELATIVE_SMOOTHED, 0.769245"})
  void relevanceWithDocumentCountsGivesTheWorkedExamples(TermWeighting weighting, double expected) {
    TermCounts text = TermCounts.of(Map.of("storm rain", 4, "weather", 1, "other", 15));
    var hundred = DocumentFrequencies.Frozen.of(100, Map.of("storm rain", 59, "weather", 19));
    TopicVector weighted =
        TopicVector.builder(RAINSTORM).weighting(weighting).frequencies(hundred).build();

    assertThat(cosine(weighted, text, TermCounts.EMPTY)).isCloseTo(expected, within(5e-7));
  }

  private static double cosine(TopicVector topic, TermCounts found, TermCounts text) {
    return topic.cosine(topic.terms().stream().mapToInt(found::count).toArray(), text);
  }

  @Test
  void fullScopeGivesTheWorkedExample() {
    TermCounts text = TermCounts.of(Map.of("a", 3, "b", 1, "c", 1));
    var ten = DocumentFrequencies.Frozen.of(10, Map.of("a", 5, "b", 2, "c", 10));
    TopicVector weighted =
        TopicVector.builder(Map.of("a", 1.0, "b", 0.5))
            .weighting(TermWeighting.MAX_NORMALISED)
            .frequencies(ten)
            .build();

    assertThat(cosine(weighted, text, text)).isCloseTo(0.981043, within(5e-7));
  }

  @Test
  void fullScopeSeesTheRestOfTheText() {
    String text = "Rain rain and weather news";
    TopicVector rain = TopicVector.builder(Map.of("rain", 1.0)).build();
    TopicMatcher finder = TopicMatcher.of(rain.terms(), TextNormalizer.PLAIN);
    TermCounts tokens = TermCounts.of(Tokens.of(text, TextAnalyzer.PLAIN));
    double expected = 2 / Math.sqrt(2 * 2 + 3);

    assertThat(cosine(rain, tokens, tokens)).isCloseTo(expected, within(1e-12));
    assertThat(rain.cosine(finder.match(text), tokens)).isCloseTo(expected, within(1e-12));
    assertThat(cosine(rain, tokens, TermCounts.EMPTY)).isEqualTo(1);
    assertThat(rain.cosine(finder.match(""), TermCounts.EMPTY)).isZero();
  }

  @Test
  void aTokenThatStandsForATermIsNotCountedTwice() {
    TextAnalyzer stemming =
        (text, sink) ->
            TextAnalyzer.PLAIN.analyze(
                text,
                (term, start, end) -> sink.accept(term.replace("storms", "storm"), start, end));
    TopicVector storms = TopicVector.builder(Map.of("Storms", 1.0)).analyzer(stemming).build();
    TopicMatches found = TopicMatcher.of(storms.terms(), TextNormalizer.PLAIN).match("storms");
    TermCounts tokens = TermCounts.of(Tokens.of("storms", stemming));

    assertThat(storms.cosine(found, tokens)).isEqualTo(1);
    assertThat(TopicVector.builder(Map.of("Storms", 1.0)).build().cosine(found, tokens))
        .isCloseTo(Math.sqrt(0.5), within(1e-12));
  }

  @Test
  void aPartOfATextIsComparedByTheMatchesInside() {
    String text = "weather storm rain disaster";
    TopicMatches matches = matcher.match(text);

    assertThat(topic.cosine(matches, 8, 18)).isCloseTo(0.8, within(1e-12));
    assertThat(topic.cosine(matches, 8, 17)).isZero();
    assertThat(topic.cosine(matches, 9, 27)).isCloseTo(0.5, within(1e-12));
    assertThat(topic.cosine(matches, 8, text.length())).isCloseTo(0.919239, within(5e-7));
    assertThat(topic.cosine(matches, 27, 8)).isZero();
  }

  @Test
  void termsThatWereCountedAlreadyAreComparedWithAnyText() {
    TopicVector vector = TopicVector.builder(Map.of("laser", 1.0)).build();
    TermCounts text = TermCounts.of(List.of("laser", "laser", "beam"));

    assertThat(vector.cosine(new int[] {2}, text)).isCloseTo(2 / Math.sqrt(5), within(1e-12));
    assertThat(vector.cosine(new int[] {2}, TermCounts.EMPTY)).isEqualTo(1);
    assertThat(vector.cosine(new int[] {0}, text)).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> vector.cosine(new int[2], text))
        .withMessage("found must have one count for each of 1 terms, but had 2");
  }

  @Test
  void growingCountsChangeTheRelevanceOfTheSameText() {
    var growing = new DocumentFrequencies.Growing();
    TopicVector drifting =
        TopicVector.builder(RAINSTORM)
            .weighting(TermWeighting.RELATIVE)
            .frequencies(growing)
            .build();
    TopicMatches matches = matcher.match("storm rain and weather");
    assertThat(drifting.cosine(matches)).as("no page yet").isZero();

    for (int page = 0; page < 18; page++) {
      growing.add(matcher.counts(matcher.match(page < 2 ? "storm rain weather" : "storm rain")));
    }

    // the term of all 18 pages weighs nothing by now, which leaves the weather
    assertThat(drifting.cosine(matches)).isCloseTo(0.1, within(1e-12));
    assertThat(drifting.cosine(matcher.match("storm rain"))).isZero();
  }

  @Test
  void refusesWhatIsNoTopicAndMatchesOfAnother() {
    assertThatIllegalArgumentException().isThrownBy(() -> TopicVector.builder(Map.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopicVector.builder(Map.of("rain", Double.NaN)))
        .withMessage("the weight of term 'rain' must be above 0 and finite, but was NaN");
    TopicMatches others = TopicMatcher.of(List.of("rain"), TextNormalizer.PLAIN).match("rain");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> topic.cosine(others))
        .withMessage("matches must be of 5 terms, but were of 1");
    assertThatIllegalArgumentException().isThrownBy(() -> topic.cosine(others, TermCounts.EMPTY));
    assertThatIllegalArgumentException().isThrownBy(() -> matcher.counts(others));
  }
}
