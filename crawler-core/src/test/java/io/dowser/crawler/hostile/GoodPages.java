package io.dowser.crawler.hostile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Pages that do what pages do, ten to a host, each with links to others and to some mischief. */
record GoodPages(int count, boolean amongMischief) {

  private static final int PER_HOST = 10;

  static String host(int page) {
    return "good-" + page / PER_HOST + ".test";
  }

  String url(int page, int port) {
    return "http://" + host(page) + ":" + port + "/page-" + word(page);
  }

  /** Letters instead of digits, so that the pages are of many patterns. */
  private static String word(int page) {
    return "" + (char) ('a' + page / 26) + (char) ('a' + page % 26);
  }

  void answer(Exchange exchange) throws IOException {
    for (int page = 0; page < count; page++) {
      boolean here = exchange.host().equals(host(page));
      if (here && exchange.path().equals("/page-" + word(page))) {
        exchange.html(html(page, exchange));
        return;
      }
    }
    exchange.answer("404 Not Found", "", new byte[0]);
  }

  private String html(int page, Exchange exchange) {
    var html = new StringBuilder("<title>good " + page + "</title><p>");
    var random = new SplittableRandom(page);
    for (int i = 0; i < 100; i++) {
      html.append(Integer.toString(random.nextInt(10_000), 36)).append(' ');
    }
    for (String link : links(page, exchange)) {
      html.append("<a href='").append(link).append("'>laser</a> ");
    }
    return html.toString();
  }

  private List<String> links(int page, Exchange exchange) {
    List<String> links = new ArrayList<>();
    for (int next : new int[] {page + 1, 2 * page, 2 * page + 1, page + 7}) {
      if (next < count) {
        links.add(url(next, exchange.server().port()));
      }
    }
    if (amongMischief) {
      Mischief[] all = Mischief.values();
      for (int i = 0; i < 3; i++) {
        links.add(all[(3 * page + i) % all.length].url(exchange.server().port()));
      }
    }
    return links;
  }
}
