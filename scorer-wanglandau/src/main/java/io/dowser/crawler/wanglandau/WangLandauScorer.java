package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Rates a link by the terms of the topic in its anchor and in its page:
 *
 * <pre>{@code R(l) = w * R(anchor of l) + (1 - w) * R(page of l),   w = 0.3}</pre>
 *
 * <p>R of a text is the cosine of the topic's weights with the weights that the terms have in the
 * text, counting the topic's terms alone; it is 0 to 1, and so is the score. With the weights 0.8
 * for {@code storm rain} and 0.1 for {@code weather} and three more terms, norm 1, an anchor of
 * {@code storm rain} on a page that has both once has R(l) = 0.3 * 0.8 + 0.7 * 0.636396 = 0.685477.
 *
 * <p>Source: Liu, Chen and Zhao 2023 (see the package). Differences:
 *
 * <ul>
 *   <li>The page is the one that the link is on. The paper defines it so, and a few lines later as
 *       the page that the link leads to, which it downloads before it rates the link. For that, set
 *       {@code anchorWeight} to 1 here and let the frontier {@code wang-landau} add the page, with
 *       the {@code costModel} {@code fetch-on-expand}.
 *   <li>Terms are found by one scan for the longest match, not by a segmenter, which may split
 *       them.
 *   <li>The paper weighs terms by {@code n/N * lg(D/(1+D_i))}, with D pages crawled so far of which
 *       D_i have the term. That is {@code growingCounts}, with 0 for negative weights: the same
 *       page then counts less the later it is visited. By default all terms are equally rare;
 *       counts of a reference collection with {@code lg(1 + D/(1+D_i))} are recommended where there
 *       is one.
 * </ul>
 *
 * <p>A page passes down R(page), for the frontiers of this package. Thread-safe.
 */
public class WangLandauScorer implements LinkScorer {

  static final double ANCHOR_WEIGHT = 0.3;

  private static final String NAME = "wang-landau";

  private final TopicMatcher matcher;
  private final TopicVector vector;
  private final double anchorWeight;

  WangLandauScorer(
      Settings settings,
      CrawlContext context,
      DocumentFrequencies frequencies,
      TermWeighting weighting) {
    Topic topic =
        topic(
            settings.choice("preset", Preset.NONE, "a topic of the paper instead of the crawl's"),
            context);
    this.matcher = TopicMatcher.of(topic.terms(), context.textNormalizer());
    this.vector =
        TopicVector.builder(topic.weights()).weighting(weighting).frequencies(frequencies).build();
    this.anchorWeight =
        settings.number(
            "anchorWeight",
            ANCHOR_WEIGHT,
            0,
            1,
            "weight of the anchor; the page has 1 - anchorWeight");
  }

  /**
   * Creates a scorer.
   *
   * @param settings those of the plugin {@code wang-landau}
   * @param context the crawl, whose topic counts unless the setting {@code preset} names another
   * @return the scorer; with {@code growingCounts} it is notified of visits, and its counts survive
   *     a restart of the crawl
   * @throws io.dowser.crawler.api.CrawlException if there is no topic, or a setting is not allowed
   * @throws IllegalArgumentException if two terms of the topic have the same normal form
   */
  public static WangLandauScorer of(Settings settings, CrawlContext context) {
    return of(settings, context, DocumentFrequencies.NONE);
  }

  /**
   * Creates a scorer whose terms weigh by their rarity in a reference collection.
   *
   * @param settings those of the plugin {@code wang-landau}
   * @param context the crawl
   * @param frequencies the number of documents of the collection in which each term of the topic
   *     occurs, by the names of the topic; without effect with {@code growingCounts}
   * @return the scorer
   * @throws io.dowser.crawler.api.CrawlException if there is no topic, or a setting is not allowed
   * @throws IllegalArgumentException if two terms of the topic have the same normal form
   */
  public static WangLandauScorer of(
      Settings settings, CrawlContext context, DocumentFrequencies.Frozen frequencies) {
    WangLandauScorer scorer =
        settings.flag(
                "growingCounts",
                false,
                "take the rarity of terms from the pages visited so far, as the paper does")
            ? new GrowingWangLandauScorer(settings, context, new DocumentFrequencies.Growing())
            : new WangLandauScorer(settings, context, frequencies, TermWeighting.RELATIVE_SMOOTHED);
    settings.refuseUnread();
    return scorer;
  }

  private enum Preset {
    NONE,
    RAINSTORM,
    TYPHOON,
    RAINSTORM_CHINESE,
    TYPHOON_CHINESE
  }

  private static Topic topic(Preset preset, CrawlContext context) {
    return switch (preset) {
      case NONE -> context.requireTopic(NAME);
      case RAINSTORM -> PresetTopic.RAINSTORM.english();
      case TYPHOON -> PresetTopic.TYPHOON.english();
      case RAINSTORM_CHINESE -> PresetTopic.RAINSTORM.chinese();
      case TYPHOON_CHINESE -> PresetTopic.TYPHOON.chinese();
    };
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    TopicMatches matches = page.matches(matcher);
    return new WangLandauScoring(vector, matches, anchorWeight, vector.cosine(matches));
  }

  TopicMatcher matcher() {
    return matcher;
  }

  @Override
  public String toString() {
    return "WangLandauScorer[" + matcher.terms() + ", anchor " + anchorWeight + "]";
  }

  /** Creates a {@link WangLandauScorer} under the name {@code wang-landau}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return of(settings, context);
    }
  }

  /**
   * The topics of Liu, Chen and Zhao 2023 with the weights that experts assigned to their terms.
   *
   * <p>The Chinese terms are the paper's as printed. The English terms are translations of them.
   */
  public enum PresetTopic {
    /**
     * Rainstorm disasters: storm rain 0.8, meteorology 0.1, weather 0.1, disaster 0.5, prevention
     * 0.3. The weights have the norm 1. Pages are relevant in the paper from 0.62 or 0.70 on.
     */
    RAINSTORM,
    /**
     * Typhoon disasters: typhoon 0.8, storm surge 0.5, storm rain 0.3, air pressure 0.2, wind force
     * 0.2. The weights have the norm 1.02956. Pages are relevant in the paper from 0.67 on.
     */
    TYPHOON;

    /** {@return the topic in English words: five terms with their weights} */
    public Topic english() {
      return switch (this) {
        case RAINSTORM ->
            rainstorm("storm rain", "meteorology", "weather", "disaster", "prevention");
        case TYPHOON ->
            typhoon("typhoon", "storm surge", "storm rain", "air pressure", "wind force");
      };
    }

    /**
     * {@return the topic in Chinese words, in simplified characters: five terms with the same
     * weights in the same order}
     */
    public Topic chinese() {
      return switch (this) {
        case RAINSTORM -> rainstorm("暴雨", "气象", "天气", "灾害", "预防");
        case TYPHOON -> typhoon("台风", "风暴潮", "暴雨", "气压", "风力");
      };
    }

    private static Topic rainstorm(String... terms) {
      return topic(terms, 0.8, 0.1, 0.1, 0.5, 0.3);
    }

    private static Topic typhoon(String... terms) {
      return topic(terms, 0.8, 0.5, 0.3, 0.2, 0.2);
    }

    private static Topic topic(String[] terms, double... weights) {
      Map<String, Double> topic = new LinkedHashMap<>();
      for (int i = 0; i < terms.length; i++) {
        topic.put(terms[i], weights[i]);
      }
      return Topic.of(topic);
    }
  }
}
