package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Topic;

/** The topics that a setting can name. */
enum Preset {
  NONE,
  RAINSTORM,
  TYPHOON,
  RAINSTORM_CHINESE,
  TYPHOON_CHINESE;

  Topic topic(CrawlContext context, String plugin) {
    return switch (this) {
      case NONE -> context.requireTopic(plugin);
      case RAINSTORM -> WangLandauScorer.PresetTopic.RAINSTORM.english();
      case TYPHOON -> WangLandauScorer.PresetTopic.TYPHOON.english();
      case RAINSTORM_CHINESE -> WangLandauScorer.PresetTopic.RAINSTORM.chinese();
      case TYPHOON_CHINESE -> WangLandauScorer.PresetTopic.TYPHOON.chinese();
    };
  }
}
