package io.dowser.crawler.bayes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Models of random documents and links, with settings at and between their extremes. */
final class RandomModels {

  static final List<String> WORDS =
      List.of("laser", "photon", "台", "风", "lens", "beam", "rain", "goal", "x1", "quark");

  private static final double[] FLOORS = {0, Double.MIN_VALUE, 0.01, 0.5, 0.999};

  private RandomModels() {}

  static PageModel page(RandomGenerator random) {
    return PageTrainer.builder("on")
        .settings(pageSettings(random))
        .threads(1)
        .seed(random.nextLong())
        .build()
        .train(documents(random).stream());
  }

  static PageSettings pageSettings(RandomGenerator random) {
    return new PageSettings(
        one(PageSettings.Density.values(), random),
        random.nextBoolean(),
        FLOORS[random.nextInt(FLOORS.length)],
        1,
        random.nextInt(4) == 0,
        random.nextBoolean());
  }

  /** One to thirty documents of each class; one word is in some of them only, so a term is left. */
  static List<LabelledText> documents(RandomGenerator random) {
    List<LabelledText> documents = new ArrayList<>();
    documents.add(new LabelledText("on", "laser " + text(random)));
    documents.add(new LabelledText("off", text(random).replace("laser", "rain")));
    for (int i = random.nextInt(30); i > 0; i--) {
      documents.add(new LabelledText("on", text(random)));
    }
    for (int i = random.nextInt(30); i > 0; i--) {
      documents.add(new LabelledText("off", text(random)));
    }
    return documents;
  }

  /** A text in which words are repeated often, by a power law. */
  static String text(RandomGenerator random) {
    var text = new StringBuilder();
    IntStream.range(0, random.nextInt(12))
        .forEach(
            i -> {
              String word = WORDS.get(random.nextInt(WORDS.size())) + " ";
              text.append(word.repeat((int) Math.min(50, 1 / (random.nextDouble() + 0.01))));
            });
    return text.toString();
  }

  private static <E> E one(E[] values, RandomGenerator random) {
    return values[random.nextInt(values.length)];
  }

  static LinkModel link(RandomGenerator random) {
    List<LabelledLink> links = new ArrayList<>();
    links.add(LabelledLink.of("laser", true));
    links.add(LabelledLink.of("rain", false));
    for (int i = random.nextInt(60); i > 0; i--) {
      links.add(
          new LabelledLink(
              "",
              "",
              text(random),
              new io.dowser.crawler.api.LinkContext(text(random), text(random)),
              random.nextInt(3) == 0));
    }
    return LinkTrainer.builder()
        .settings(linkSettings(random))
        .dictionary(dictionary(random))
        .threads(1)
        .build()
        .train(links.stream());
  }

  static Set<String> dictionary(RandomGenerator random) {
    return random.nextBoolean() ? Set.of("laser", "photon beam", "台风") : Set.of();
  }

  static LinkSettings linkSettings(RandomGenerator random) {
    LinkSettings.FeatureGroup group = one(LinkSettings.FeatureGroup.values(), random);
    return new LinkSettings(
        group,
        one(LinkSettings.EventModel.values(), random),
        one(LinkSettings.Smoothing.values(), random),
        group != LinkSettings.FeatureGroup.ANCHOR_WORDS && random.nextBoolean(),
        1,
        random.nextInt(2) * random.nextInt(200),
        one(LinkSettings.ContextRule.values(), random));
  }
}
