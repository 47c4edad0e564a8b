package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.PageAttributes.Chunk;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PageAttributesTest {

  private static final Candidate ARRIVAL = Candidate.seed(CrawlUrl.of("http://a.test/"), 0);

  @Test
  void pageOfAnAnalyzerThatKnowsNoAttributesHasEmptyOnes() {
    PageAttributes attributes = AnalyzedPage.builder(ARRIVAL).build().attributes();

    assertThat(attributes).isEqualTo(PageAttributes.EMPTY);
    assertThat(attributes.chunks(100)).isEmpty();
  }

  @Test
  void attributesAreComputedAtTheFirstCallAndSharedByCopiesOfThePage() {
    var calls = new AtomicInteger();
    AnalyzedPage page =
        AnalyzedPage.builder(ARRIVAL)
            .attributes(
                () -> {
                  calls.incrementAndGet();
                  return PageAttributes.EMPTY;
                })
            .build();
    assertThat(calls).hasValue(0);

    page.attributes();
    page.withRelevance(1, true).attributes();
    assertThat(calls).hasValue(1);
  }

  @Test
  void chunksHaveThePathOfTheirHeadings() {
    String markdown =
        "Before.\n\n# A\n\nOne.\n\nTwo.\n\n### B\n\nThree.\n\n## C\n\n- x\n- y\n\n# D\n\nFour.";

    assertThat(attributes(markdown).chunks(100))
        .containsExactly(
            new Chunk(List.of(), "Before."),
            new Chunk(List.of("A"), "One.\n\nTwo."),
            new Chunk(List.of("A", "B"), "Three."),
            new Chunk(List.of("A", "C"), "- x\n- y"),
            new Chunk(List.of("D"), "Four."));
  }

  @Test
  void codeIsOneBlockAndNoHeading() {
    String code = "```\n# no heading\n\nmore\n```";

    assertThat(attributes(code).chunks(100)).containsExactly(new Chunk(List.of(), code));
  }

  @Test
  void codeAtTheStartOfAListItemEndsWithItsFence() {
    String list = "- ```java\n  x\n\n  y\n  ```\n- b";

    assertThat(attributes(list + "\n\n# A\n\nOne.").chunks(100))
        .containsExactly(new Chunk(List.of(), list), new Chunk(List.of("A"), "One."));
  }

  @Test
  void longBlockIsSplitAtTheEndsOfSentences() {
    String sentence = "This sentence has forty-five characters, see. ";

    assertThat(attributes(sentence.repeat(4).strip()).chunks(100))
        .extracting(Chunk::markdown)
        .containsExactly(sentence.repeat(2).strip(), sentence.repeat(2).strip());
    assertThat(attributes("潮汐是海水的周期性涨落。".repeat(20)).chunks(100))
        .allSatisfy(chunk -> assertThat(chunk.markdown()).endsWith("。"));
  }

  @Test
  void noChunkIsLongerThanAskedForAndNoneOfTheTextIsLost() {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int round = 0; round < 300; round++) {
      var markdown = new StringBuilder();
      for (int i = random.nextInt(400); i > 0; i--) {
        markdown.append(
            List.of("ab", " ", "\n", "\n\n", "潮", "。", "😀", ". ").get(random.nextInt(8)));
      }
      int most = random.nextInt(100, 200);
      List<Chunk> chunks = attributes(markdown.toString()).chunks(most);
      assertThat(chunks)
          .as("seed %d", seed)
          .allSatisfy(chunk -> assertThat(chunk.markdown().length()).isLessThanOrEqualTo(most))
          .noneSatisfy(
              chunk -> assertThat(chunk.markdown().charAt(0)).matches(Character::isLowSurrogate));
      assertThat(
              String.join("", chunks.stream().map(Chunk::markdown).toList()).replaceAll("\\s", ""))
          .as("seed %d", seed)
          .isEqualTo(markdown.toString().replaceAll("\\s", ""));
    }
  }

  @Test
  void chunksOfFewCharactersAreRefused() {
    assertThatThrownBy(() -> PageAttributes.EMPTY.chunks(99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxCharacters")
        .hasMessageContaining("99");
  }

  private static PageAttributes attributes(String markdown) {
    return PageAttributes.ofText(List.of(), "", markdown);
  }
}
