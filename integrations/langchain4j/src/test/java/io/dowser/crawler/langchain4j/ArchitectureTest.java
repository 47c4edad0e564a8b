package io.dowser.crawler.langchain4j;

import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        LlmJudge.class,
        "io.dowser.crawler",
        "io.dowser.crawler.api..",
        "io.dowser.crawler.analysis",
        "io.dowser.crawler.judge",
        "io.dowser.crawler.store",
        "io.dowser.crawler.text",
        "dev.langchain4j..",
        "com.google.common..",
        "org.slf4j..");
  }
}
