package io.dowser.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * A web of numbered pages that needs no memory: each page is made when it is fetched. Sizes of
 * hosts follow a power law: host h of H has a share of the pages proportional to h^(-2/3). Half of
 * a page's links lead to neighbours, mostly on its host, half anywhere. One host in a hundred is
 * hostile, in one of five ways.
 *
 * @param pages the number of pages
 * @param hosts the number of their hosts
 */
record SoakWeb(long pages, int hosts) {

  static final String TERM = "laser";

  private static final int LINKS = 12;
  private static final int NEAR = 50;
  private static final int HOSTILE = 100;
  private static final int ENDLESS_BYTES = 1 << 20;
  private static final HttpHeaders HTML =
      HttpHeaders.of(Map.of("content-type", List.of("text/html; charset=utf-8")), (n, v) -> true);
  private static final String SENTENCE =
      "The shop has tables, chairs and lamps of each size, and a garden in which people rest. ";

  int host(long page) {
    double share = (page + 0.5) / pages;
    return (int) (hosts * share * share * share);
  }

  boolean isHostile(long page) {
    return host(page) % HOSTILE == HOSTILE - 1;
  }

  CrawlUrl url(long page) {
    return CrawlUrl.of(Report.text("http://www.host-%06d.test/pages/%012d.html", host(page), page));
  }

  /** Returns the number of a page, also for a URL with a query. */
  static long number(CrawlUrl url) {
    String path = url.path();
    int dot = path.lastIndexOf('.');
    return Long.parseLong(path.substring(path.lastIndexOf('/') + 1, dot));
  }

  /** Returns the pages that an ordinary page links to. */
  long[] links(long page) {
    var random = new SplittableRandom(page);
    return LongStream.range(0, LINKS)
        .map(
            i ->
                i % 2 == 0
                    ? Math.floorMod(page + random.nextLong(-NEAR, NEAR + 1), pages)
                    : random.nextLong(pages))
        .toArray();
  }

  FetchResult fetch(FetchRequest request) {
    CrawlUrl url = request.url();
    long page = number(url);
    return isHostile(page) ? hostile(url, page) : html(url, text(page));
  }

  private String text(long page) {
    String topic =
        host(page) % 10 == 0 ? "A " + TERM + " cuts steel, and a " + TERM + " heals. " : "";
    var html = new StringBuilder("<title>Page " + page + "</title><p>" + topic + page + ". ");
    for (long i = page % 7; i < 12; i++) {
      html.append(SENTENCE).append(page * i).append(' ');
    }
    for (long target : links(page)) {
      html.append("<p><a href='")
          .append(url(target))
          .append("'>page ")
          .append(target)
          .append("</a>");
    }
    return html.toString();
  }

  private FetchResult hostile(CrawlUrl url, long page) {
    return switch (host(page) / HOSTILE % 5) {
      case 0 -> endless(url);
      case 1 -> new FetchResult.Redirect(url, 302, url(Math.floorMod(page + 1, pages)).toString());
      case 2 -> html(url, calendar(url, page));
      case 3 -> FetchResult.Failed.of(url, FetchResult.FailureReason.TIMEOUT, "no response");
      default -> bytes(url, random(page, 2_000), FetchResult.Truncation.ABORTED);
    };
  }

  private static FetchResult endless(CrawlUrl url) {
    byte[] body = "<div>".repeat(ENDLESS_BYTES / 5).getBytes(UTF_8);
    return bytes(url, body, FetchResult.Truncation.BYTE_LIMIT);
  }

  /** Links to days that no page before has linked to. */
  private String calendar(CrawlUrl url, long page) {
    var html = new StringBuilder("<title>Calendar</title>");
    var random = new SplittableRandom(url.hashCode());
    for (int i = 0; i < 100; i++) {
      html.append("<a href='").append(url(page)).append("?day=").append(random.nextLong());
      html.append("'>next</a>");
    }
    return html.toString();
  }

  private static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  private static FetchResult html(CrawlUrl url, String html) {
    return bytes(url, html.getBytes(UTF_8), FetchResult.Truncation.NONE);
  }

  private static FetchResult bytes(CrawlUrl url, byte[] body, FetchResult.Truncation truncation) {
    return new FetchResult.Fetched(url, 200, HTML, Body.of(body), truncation, Duration.ofMillis(1));
  }
}
