package io.dowser.crawler.testkit;

import io.dowser.crawler.api.PageAnalyzer;

class RegexAnalyzerTest extends PageAnalyzerContract {

  @Override
  protected PageAnalyzer analyzer() {
    return new RegexAnalyzer();
  }
}
