package io.dowser.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveCrawlTest {

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:1/a|b, 127.0.0.1",
    "http://Intranet.example./, intranet.example",
    "http://m\u00fcnchen.example/, xn--mnchen-3ya.example",
    "http://my_host.example/, my_host.example",
    "http://[::1]:8080/, ::1",
    "http://0x7f.1/, 127.0.0.1"
  })
  void hostsAreThoseThatTheCrawlWillAsk(String seed, String host) {
    assertThat(LiveCrawl.hosts(List.of(seed))).containsExactly(host);
  }

  @Test
  void whatIsNoWebAddressHasNoHost() {
    assertThat(LiveCrawl.hosts(List.of("ftp://example.org/", "a b", ""))).isEmpty();
  }
}
