package io.dowser.crawler.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CrawlJsonTest {

  @Test
  void limitsAreReadAsSettingsAreRecorded() {
    assertThat(CrawlJson.limits(Map.of("maxPages", "500", "maxDuration", "8h")))
        .isEqualTo(Map.of("maxPages", 500L, "maxSeconds", 28_800L));
    assertThat(CrawlJson.limits(Map.of("maxPages", "unlimited", "maxDuration", "unlimited")))
        .isEmpty();
    assertThat(CrawlJson.limits(Map.of())).isEmpty();
  }
}
