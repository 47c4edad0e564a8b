package io.dowser.examples.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.html.RobotsDirectives;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads Markdown: the first heading is the title, and links are those in brackets. */
public record MarkdownAnalyzer(CrawlContext context) implements PageAnalyzer {

  private static final int MAX_BYTES = 5 << 20;
  private static final Pattern MARKERS = Pattern.compile("^[#>*+\\s-]+");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*+)]\\(([^)\\s]++)[^)]*+\\)");

  /** Returns an analyzer of HTML and plain text that leaves the suffix {@code .md} to this one. */
  static PageAnalyzer bySuffix(CrawlContext context) {
    PageAnalyzer html = HtmlPageAnalyzer.of(Settings.none(), context);
    PageAnalyzer markdown = new MarkdownAnalyzer(context);
    return (fetched, arrival) ->
        (fetched.url().path().endsWith(".md") ? markdown : html).analyze(fetched, arrival);
  }

  @Override
  public List<Type> types() {
    return List.of(new Type("text/markdown", MAX_BYTES, true)); // truncated files are read, too
  }

  @Override
  public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
    AnalyzedPage.Builder page =
        AnalyzedPage.builder(arrival).url(fetched.url()).textAnalyzer(context.textAnalyzer());
    List<String> lines = fetched.body().decode(UTF_8).lines().toList();
    lines.stream()
        .filter(line -> line.startsWith("#"))
        .findFirst()
        .ifPresent(line -> page.title(LINK.matcher(text(line)).replaceAll("$1")));
    for (String line : lines) {
      read(text(line), fetched.url(), page);
      page.breakText();
    }
    var robots = new RobotsDirectives(context.robotName());
    robots.addHeaders(fetched.headers().allValues("X-Robots-Tag"));
    if (robots.isNofollow()) {
      page.skipLinks(SkipReason.NOFOLLOW);
    }
    return page.indexable(!robots.isNoindex()).build();
  }

  private static String text(String line) {
    return MARKERS.matcher(line).replaceFirst("");
  }

  private void read(String line, CrawlUrl base, AnalyzedPage.Builder page) {
    Matcher link = LINK.matcher(line);
    int end = 0;
    while (link.find()) {
      page.text(line.substring(end, link.start()));
      Optional<CrawlUrl> target = context.canonicalizer().resolve(base, link.group(2));
      if (target.isPresent()) {
        page.link(target.get(), link.group(1)); // the text of the link is also text of the page
      } else {
        page.text(link.group(1));
      }
      end = link.end();
    }
    page.text(line.substring(end));
  }
}
