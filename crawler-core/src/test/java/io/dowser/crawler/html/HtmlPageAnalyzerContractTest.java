package io.dowser.crawler.html;

import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.testkit.PageAnalyzerContract;

class HtmlPageAnalyzerContractTest extends PageAnalyzerContract {

  @Override
  protected PageAnalyzer analyzer() {
    return HtmlPageAnalyzer.create();
  }
}
