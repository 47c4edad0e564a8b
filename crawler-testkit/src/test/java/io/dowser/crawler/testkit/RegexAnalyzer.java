package io.dowser.crawler.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A crude analyzer, good for tidy pages only, that nevertheless keeps every promise. */
class RegexAnalyzer implements PageAnalyzer {

  private static final Pattern CHUNK =
      Pattern.compile(
          "<title>([^<]*)</title>|<base href=\"([^\"]*)\">|<a href=\"([^\"]*)\">([^<]*)</a>|<[^>]*>?"
              + "|[^<]+");
  private static final Pattern CHARSET = Pattern.compile("charset=([\\w-]+)");

  @Override
  public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
    AnalyzedPage.Builder page = AnalyzedPage.builder(arrival).url(fetched.url());
    URI base = URI.create(fetched.url().toString());
    Matcher chunk = CHUNK.matcher(fetched.body().decode(charset(fetched)));
    while (chunk.find()) {
      if (chunk.group(1) != null) {
        page.title(plain(chunk.group(1)));
      } else if (chunk.group(2) != null) {
        base = URI.create(chunk.group(2));
      } else if (chunk.group(3) != null) {
        link(page, base, plain(chunk.group(3)), plain(chunk.group(4)));
      } else if (!chunk.group().startsWith("<")) {
        page.text(plain(chunk.group()));
      }
    }
    return page.build();
  }

  private static void link(AnalyzedPage.Builder page, URI base, String href, String text) {
    resolve(base, href).ifPresentOrElse(target -> page.link(target, text), () -> page.text(text));
  }

  private static Optional<CrawlUrl> resolve(URI base, String href) {
    try {
      URI target = base.resolve(href.replaceFirst("#.*", ""));
      String host = target.getHost() == null ? "" : target.getHost().toLowerCase(Locale.ROOT);
      String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
      return Optional.of(CrawlUrl.of("http://" + host + target.getRawPath() + query));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not a web address
    }
  }

  Charset charset(FetchResult.Fetched fetched) {
    String head = fetched.body().decode(ISO_8859_1).toLowerCase(Locale.ROOT);
    Matcher name = CHARSET.matcher(fetched.contentType() + " " + head);
    boolean found = name.find() && Charset.isSupported(name.group(1));
    return found ? Charset.forName(name.group(1)) : StandardCharsets.UTF_8;
  }

  private static String plain(String text) {
    return text.replace("&amp;", "&");
  }
}
