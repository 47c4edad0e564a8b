package io.dowser.crawler.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class IneffectiveParametersTest {

  private final IneffectiveParameters parameters = new IneffectiveParameters();

  @Test
  void parameterThatChangesNothingInSeveralPagesHasNoEffect() {
    for (int page = 1; page <= 3; page++) {
      assertThat(parameters.names()).isEmpty();
      add("/doc?id=" + page, page);
      add("/doc?id=" + page + "&sid=" + 7 * page, page);
    }

    assertThat(parameters.names()).containsExactly("sid");
    assertThat(IneffectiveParameters.without(url("/doc?id=5&sid=9"), List.of("sid")))
        .isEqualTo("http://a.test/doc?id=5");
    assertThat(IneffectiveParameters.without(url("/doc?sid=9"), List.of("sid")))
        .isEqualTo("http://a.test/doc");
  }

  @Test
  void twoValuesCompareAsOneValueAndNoneDo() {
    for (int page = 1; page <= 3; page++) {
      add("/doc?id=" + page + "&sid=a", page);
      add("/doc?id=" + page + "&sid=b", page);
      add("/doc?id=" + page + "&sid=c", page);
    }

    assertThat(parameters.names()).containsExactly("sid");
  }

  @Test
  void onePageWithManyValuesIsNotSeveralPages() {
    for (int value = 1; value <= 20; value++) {
      add("/doc?sid=" + value, 1);
    }

    assertThat(parameters.names()).isEmpty();
  }

  @Test
  void wallBeforeManyPagesIsOnePage() {
    for (int page = 1; page <= 20; page++) {
      add("/a" + page + "?id=1", 7);
      add("/a" + page + "?id=2", 7);
    }

    assertThat(parameters.names()).isEmpty();
  }

  @Test
  void otherUrlsOfAnIdentityAreKnown() {
    parameters.addAlias("http://a.test/doc", 12);

    assertThat(parameters.alias("http://a.test/doc")).isEqualTo(12);
    assertThat(parameters.alias("http://a.test/other")).isNegative();
  }

  @Test
  void onePageThatAParameterChangesEndsIt() {
    for (int page = 1; page <= 10; page++) {
      add("/doc?id=" + page, page);
      add("/doc?id=" + page + "&sid=1", page == 10 ? 999 : page);
    }

    assertThat(parameters.names()).isEmpty();
  }

  @Test
  void parameterThatNamesThePageHasAnEffect() {
    for (int page = 1; page <= 10; page++) {
      add("/doc?id=" + page + "&lang=en", page);
      add("/doc?id=" + page + "&lang=de", 100 + page);
    }

    assertThat(parameters.names()).isEmpty();
  }

  @Test
  void whatIsKnownSurvivesARestart() throws IOException {
    for (int page = 1; page <= 200; page++) {
      add("/doc?id=" + page + "&sid=a", page);
      add("/doc?id=" + page + "&sid=b", page);
    }
    var bytes = new ByteArrayOutputStream();
    parameters.save(StateWriter.to(bytes));
    assertThat(bytes.size()).as("bounded").isLessThan(5_000);

    var after = new IneffectiveParameters();
    after.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(after.names()).containsExactly("sid");
  }

  private void add(String path, long text) {
    parameters.add(url(path), text);
  }

  private static CrawlUrl url(String path) {
    return CrawlUrl.of("http://a.test" + path);
  }
}
