package io.dowser.crawler.hostile;

import io.dowser.crawler.CrawlReport;
import java.util.ArrayList;
import java.util.List;

/** 300 good pages among all kinds of mischief in one crawl; a program for a separate JVM. */
final class EverythingAtOnce {

  static final int GOOD_PAGES = 300;

  private EverythingAtOnce() {}

  public static void main(String[] args) throws Exception {
    var outcomes = new Outcomes();
    try (var web = new HostileWeb(new GoodPages(GOOD_PAGES, true))) {
      int port = web.server.port();
      List<String> seeds = new ArrayList<>(List.of(web.pages.url(0, port)));
      for (Mischief mischief : Mischief.values()) {
        seeds.add(mischief.url(port));
      }
      CrawlReport report = web.crawl(outcomes, seeds.toArray(String[]::new));
      long good = outcomes.visited().stream().filter(url -> url.host().startsWith("good-")).count();
      print("reason", report.stopReason());
      print("cause", report.cause().map(Throwable::toString).orElse("none"));
      print("good", good);
      print("stray", web.strayConnections());
      print("secret", web.secret.connections());
      print("connected", web.connected.size());
      print("statistics", report.statistics());
    }
    print("threads", threads());
  }

  /** Threads that a crawl or its fetcher made and that are still there. */
  private static List<String> threads() throws InterruptedException {
    List<String> left = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("dowser")) {
        thread.join(2_000);
        if (thread.isAlive()) {
          left.add(thread.getName());
        }
      }
    }
    return left;
  }

  private static void print(String name, Object value) {
    System.out.println(name + "=" + value);
  }
}
