package io.dowser.benchmarks;

import edu.uci.ics.crawler4j.crawler.CrawlConfig;
import edu.uci.ics.crawler4j.crawler.Page;
import edu.uci.ics.crawler4j.crawler.exceptions.ParseException;
import edu.uci.ics.crawler4j.parser.HtmlParseData;
import edu.uci.ics.crawler4j.parser.HtmlParser;
import edu.uci.ics.crawler4j.parser.Parser;
import edu.uci.ics.crawler4j.parser.TikaHtmlParser;

/** The parser of crawler4j without the language of a page; it reads nothing but HTML. */
final class Crawler4jParser extends Parser {

  private final HtmlParser html;

  Crawler4jParser(CrawlConfig config) throws IllegalAccessException, InstantiationException {
    super(config);
    html = new TikaHtmlParser(config);
  }

  @Override
  public void parse(Page page, String contextUrl) throws ParseException {
    HtmlParseData parsed = html.parse(page, contextUrl);
    if (page.getContentCharset() == null) {
      page.setContentCharset(parsed.getContentCharset());
    }
    page.setParseData(parsed);
  }
}
