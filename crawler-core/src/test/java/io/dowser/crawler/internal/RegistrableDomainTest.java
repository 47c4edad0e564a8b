package io.dowser.crawler.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistrableDomainTest {

  private final HostGrouping grouping = new RegistrableDomain();

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "http://www.example.org/x, example.org",
    "http://example.org/, example.org",
    "http://a.b.example.co.uk/, example.co.uk",
    "http://news.sina.com.cn/, sina.com.cn",
    "http://x.github.io/, x.github.io",
    "http://y.x.github.io/, x.github.io",
    "http://github.io/, github.io",
    "http://co.uk/, co.uk",
    "http://xn--fiqs8s.xn--fiqs8s/, xn--fiqs8s.xn--fiqs8s",
    "http://localhost:8080/, localhost",
    "http://127.0.0.1/, 127.0.0.1",
    "http://[::1]/, [::1]",
    "http://a.b.invalid/, b.invalid",
    "http://a_b.example.org/, example.org",
    "http://-a-.example.org/, -a-.example.org"
  })
  void hostsOfOneOwnerAreOneGroup(String url, String group) {
    assertThat(grouping.groupOf(CrawlUrl.of(url))).isEqualTo(group);
    assertThat(grouping.groupOf(CrawlUrl.of(url))).as("asked again").isEqualTo(group);
  }

  @Test
  void moreHostsThanItRemembersAreGroupedAsWell() {
    for (int i = 0; i < 10_100; i++) {
      assertThat(grouping.groupOf(CrawlUrl.of("http://h" + i + ".example.org/")))
          .isEqualTo("example.org");
    }
  }
}
