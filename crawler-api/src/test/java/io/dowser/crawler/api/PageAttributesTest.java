package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.PageAttributes.Chunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
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
            chunk(List.of(), "Before."),
            chunk(List.of("A"), "One.\n\nTwo."),
            chunk(List.of("A", "B"), "Three."),
            chunk(List.of("A", "C"), "- x\n- y"),
            chunk(List.of("D"), "Four."));
  }

  @Test
  void chunksHaveTheSizeThatTheirCallerCounts() {
    ToIntFunction<String> words = text -> text.split("\\s+", -1).length;

    assertThat(attributes("One two.\n\nThree four five.").chunks(words, 3, 0))
        .containsExactly(
            new Chunk(List.of(), "One two.", 2), new Chunk(List.of(), "Three four five.", 3));
  }

  @Test
  void codeIsOneBlockAndNoHeading() {
    String code = "```\n# no heading\n\nmore\n```";

    assertThat(attributes(code).chunks(100)).containsExactly(chunk(List.of(), code));
  }

  @Test
  void codeAtTheStartOfAListItemEndsWithItsFence() {
    String list = "- ```java\n  x\n\n  y\n  ```\n- b";

    assertThat(attributes(list + "\n\n# A\n\nOne.").chunks(100))
        .containsExactly(chunk(List.of(), list), chunk(List.of("A"), "One."));
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

  @Test
  void sizesAreThoseOfTheFunction() {
    assertThat(texts("One two.\n\nThree four.\n\nFive six seven eight nine.", 4, 0))
        .containsExactly("One two.\n\nThree four.", "Five six seven eight", "nine.");
  }

  @Test
  void nextChunkRepeatsTheLastWholeBlocks() {
    assertThat(texts("A b c d.\n\nE f.\n\nG h.\n\nI j k l.", 8, 4))
        .containsExactly("A b c d.\n\nE f.\n\nG h.", "E f.\n\nG h.\n\nI j k l.");
  }

  @Test
  void nextChunkRepeatsTheLastSentencesOfALongBlock() {
    assertThat(texts("A b c. D e f. G h. I j k. L m.", 8, 4))
        .containsExactly("A b c. D e f. G h.", "G h. I j k. L m.");
  }

  @Test
  void nothingIsRepeatedAcrossHeadingsAndNoPartOfCodeOrTables() {
    assertThat(texts("A b.\n\n# C\n\nD e.", 4, 2)).containsExactly("A b.", "D e.");
    String code = "```\na b c\nd e\n```";
    String table = "| a | b |\n| --- | --- |\n| c | d |";
    assertThat(texts(code + "\n\nF g.", 7, 3)).containsExactly(code, "F g.");
    assertThat(texts(table + "\n\nF g.", 15, 6)).containsExactly(table, "F g.");
  }

  @Test
  void blockThatFitsOnlyWithoutOverlapStaysWhole() {
    String code = "```\na b c\nd e\n```";
    assertThat(texts("One.\n\nTwo.\n\n" + code, 8, 2))
        .containsExactly("One.\n\nTwo.", "Two.\n\n" + code);
    assertThat(texts("One two.\n\nThree four.\n\n" + code, 7, 3))
        .containsExactly("One two.\n\nThree four.", code);
  }

  @Test
  void overlapRepeatsAtMostItsSizeInOrder() {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int round = 0; round < 300; round++) {
      var markdown = new StringBuilder();
      int words = random.nextInt(200);
      for (int i = 0; i < words; i++) {
        markdown
            .append("w")
            .append(i)
            .append(List.of(" ", " ", " ", ". ", "\n", "\n\n").get(random.nextInt(6)));
      }
      int max = random.nextInt(2, 30);
      int overlap = random.nextInt(max / 2 + 1);
      int next = 0;
      for (String chunk : texts(markdown.toString(), max, overlap)) {
        int[] numbers =
            Arrays.stream(chunk.split("\\s+"))
                .filter(word -> !word.isEmpty())
                .mapToInt(word -> Integer.parseInt(word.replaceAll("[w.]", "")))
                .toArray();
        assertThat(numbers.length).as("seed %d", seed).isLessThanOrEqualTo(max);
        assertThat(numbers)
            .as("seed %d", seed)
            .isEqualTo(IntStream.range(numbers[0], numbers[0] + numbers.length).toArray());
        assertThat(numbers[0]).as("seed %d", seed).isBetween(next - overlap, next);
        assertThat(numbers[0] + numbers.length).as("seed %d", seed).isGreaterThan(next);
        next = numbers[0] + numbers.length;
      }
      assertThat(next).as("seed %d", seed).isEqualTo(words);
    }
  }

  @Test
  void codeAndTablesThatFitAreWhole() {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int round = 0; round < 100; round++) {
      List<String> blocks = new ArrayList<>();
      for (int i = random.nextInt(30); i >= 0; i--) {
        String lines = ("x" + i + " y\n").repeat(random.nextInt(1, 6));
        blocks.add(
            switch (random.nextInt(3)) {
              case 0 -> "```\n" + lines + "```";
              case 1 -> ("| " + lines.strip().replace("\n", " |\n| ") + " |");
              default -> lines.replace("\n", ". ").strip().repeat(random.nextInt(1, 9));
            });
      }
      int max = random.nextInt(20, 60);
      String all =
          String.join("\n\n\n", texts(String.join("\n\n", blocks), max, random.nextInt(max / 2)));
      assertThat(blocks)
          .filteredOn(block -> !block.startsWith("x") && words(block) <= max)
          .as("seed %d", seed)
          .allSatisfy(block -> assertThat(all).contains(block));
    }
  }

  @Test
  void characterThatIsLargerThanAChunkIsAChunk() {
    assertThat(attributes("潮😀a").chunks(text -> 3 * text.length(), 2, 1))
        .extracting(Chunk::markdown)
        .containsExactly("潮", "😀", "a");
  }

  @Test
  void sizeIsCalledAFewTimesPerChunkAndOncePerBlock() {
    String blocks = "Some words of a short block.\n\n".repeat(2_000);
    String block = "Some words of a long block. ".repeat(10_000);
    for (String markdown : List.of(blocks, block)) {
      var calls = new AtomicInteger();
      var characters = new AtomicLong();
      List<Chunk> chunks =
          attributes(markdown)
              .chunks(
                  text -> {
                    calls.incrementAndGet();
                    characters.addAndGet(text.length());
                    return words(text);
                  },
                  500,
                  50);
      int most = 40 * chunks.size() + 2 * markdown.split("\n\n").length;
      assertThat(calls.get()).isLessThan(most);
      assertThat(characters.get()).isLessThan(60L * markdown.length());
    }
  }

  @Test
  void sizesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> PageAttributes.EMPTY.chunks(String::length, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("max");
    for (int overlap : List.of(-1, 6)) {
      assertThatThrownBy(() -> PageAttributes.EMPTY.chunks(String::length, 11, overlap))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("overlap")
          .hasMessageContaining("" + overlap);
    }
  }

  private static List<String> texts(String markdown, int maxWords, int overlap) {
    return attributes(markdown).chunks(PageAttributesTest::words, maxWords, overlap).stream()
        .map(Chunk::markdown)
        .toList();
  }

  private static int words(String text) {
    return text.split("\\s+").length;
  }

  private static PageAttributes attributes(String markdown) {
    return PageAttributes.ofText("", List.of(), "", markdown);
  }

  private static Chunk chunk(List<String> headings, String markdown) {
    return new Chunk(headings, markdown, markdown.length());
  }
}
