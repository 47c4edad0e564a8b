package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Topic;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The topics of Liu, Chen and Zhao 2023 with the weights that experts gave their terms.
 *
 * <p>The Chinese terms are the paper's as printed. The English terms are translations of them.
 */
public enum PresetTopic {
  /**
   * Rainstorm disasters: storm rain 0.8, meteorology 0.1, weather 0.1, disaster 0.5, prevention
   * 0.3. The weights have the norm 1. The paper takes pages as relevant from 0.62 or 0.70 on.
   */
  RAINSTORM,
  /**
   * Typhoon disasters: typhoon 0.8, storm surge 0.5, storm rain 0.3, air pressure 0.2, wind force
   * 0.2. The weights have the norm 1.02956. The paper takes pages as relevant from 0.67 on.
   */
  TYPHOON;

  /** {@return the topic in English words: five terms with their weights} */
  public Topic english() {
    return switch (this) {
      case RAINSTORM -> rainstorm("storm rain", "meteorology", "weather", "disaster", "prevention");
      case TYPHOON -> typhoon("typhoon", "storm surge", "storm rain", "air pressure", "wind force");
    };
  }

  /**
   * {@return the topic in Chinese words, in simplified characters: five terms with the same weights
   * in the same order}
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
