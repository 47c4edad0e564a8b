package io.dowser.examples.tutorial;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.url.HostRules;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** Crawls a site of our own faster, also within our network. */
final class OwnSite {

  private OwnSite() {}

  static Crawler.Builder crawl(String start, Path directory) {
    String host = URI.create(start).getHost();
    HostRules own =
        HostRules.builder().delay(Duration.ofMillis(50)).connections(4).pages(500).build();
    return KeptTides.crawl(start, directory)
        .politeness(
            Politeness.builder()
                .userAgent("acme-crawler/1.0 (+https://acme.example/crawler)")
                .addressRules(AddressRules.publicAnd(host))
                .hostRules(host, own)
                .build());
  }
}
