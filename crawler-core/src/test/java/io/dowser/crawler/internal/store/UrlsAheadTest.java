package io.dowser.crawler.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UrlsAheadTest {

  private static final int END = 10;
  private static final int BLOCK = 4;

  private int reads;

  @Test
  void nothingIsReadBeforeAUrlIsAskedFor() {
    UrlsAhead urls = new UrlsAhead(this::read, Runnable::run, END);
    assertThat(reads).isZero();

    assertThat(urls.find(END)).isNull();
    assertThat(reads).isZero();
    assertThat(urls.find(0)).isEqualTo(url(0));
    assertThat(reads).isPositive();
  }

  @Test
  void urlsThatWerePassedByAndThoseAfterTheEndAreNotFound() {
    UrlsAhead urls = new UrlsAhead(this::read, Runnable::run, END);

    assertThat(urls.find(5)).isEqualTo(url(5));
    assertThat(urls.find(4)).isEqualTo(url(4));
    assertThat(urls.find(3)).isNull();
    assertThat(urls.find(9)).isEqualTo(url(9));
    urls.end();
    assertThat(urls.find(9)).isNull();
  }

  private List<CrawlUrl> read() {
    List<CrawlUrl> block = new ArrayList<>();
    for (int i = BLOCK * reads; i < Math.min(BLOCK * (reads + 1), END); i++) {
      block.add(url(i));
    }
    reads++;
    return block;
  }

  private static CrawlUrl url(int number) {
    return CrawlUrl.of("http://a.test/" + number);
  }
}
