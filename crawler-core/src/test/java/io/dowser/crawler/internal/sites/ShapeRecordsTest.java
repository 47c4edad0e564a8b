package io.dowser.crawler.internal.sites;

import static io.dowser.crawler.internal.sites.RequestResult.DUPLICATE;
import static io.dowser.crawler.internal.sites.RequestResult.FAILURE;
import static io.dowser.crawler.internal.sites.RequestResult.NOINDEX;
import static io.dowser.crawler.internal.sites.RequestResult.PAID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeRecordsTest {

  private static final List<String> EDIT = shapes("/index.php?title=A&action=edit");

  private final ShapeRecords records = new ShapeRecords();

  @Test
  void shapesAreTheWholeUrlAndItsParts() {
    assertThat(shapes("/index.php?title=Some_Page&action=edit&section=12"))
        .containsExactly(
            "/index.php?action,section,title",
            "/….php",
            "?action",
            "?section",
            "?title",
            "?action=edit");
    assertThat(shapes("/group/project/-/blame/main/2024/File.java"))
        .contains("/group/project/…", "/…/blame/…", "/…/#/…", "/….java");
    assertThat(shapes("/index.php/User:Anna")).contains("/index.php/…", "/…/User:…");
    assertThat(shapes("/index.php/User:Anna/Notes")).contains("/…/User:…");
    assertThat(shapes("/p;x=1?a=1;b=2")).contains("?a", "?b");
    assertThat(shapes("/")).containsExactly("/…");
  }

  @Test
  void shapeIsFreeUntilMostOfItsRequestsWereInVain() {
    pay(10);
    assertThat(records.wait(EDIT)).isEmpty();
    records.end(EDIT, NOINDEX);
    records.begin(EDIT);
    assertThat(records.wait(EDIT)).as("one in vain").isEmpty();
    records.end(EDIT, NOINDEX);
    records.begin(EDIT);
    assertThat(records.wait(EDIT)).as("two in vain").isPresent();
  }

  @Test
  void shapeThatPaysAsSeldomAsTheRestOfTheSiteIsFree() {
    for (int i = 0; i < 40; i++) {
      records.end(EDIT, i % 5 == 0 ? PAID : NOINDEX);
      records.end(shapes("/other"), i % 5 == 0 ? PAID : NOINDEX);
    }
    records.begin(EDIT);

    assertThat(records.wait(EDIT)).isEmpty();
  }

  @Test
  void siteOfOneShapeHasNothingToCompareItWith() {
    for (int i = 0; i < 40; i++) {
      records.end(EDIT, NOINDEX);
    }
    records.begin(EDIT);

    assertThat(records.wait(EDIT)).isEmpty();
  }

  @Test
  void shapeWaitsLongerWithEachRequestInVainAndIsNeverClosed() {
    pay(50);
    int last = 0;
    for (int i = 0; i < 60; i++) {
      int waited = 0;
      while (records.wait(EDIT).isPresent()) {
        pay(1);
        waited++;
      }
      records.begin(EDIT);
      records.end(EDIT, NOINDEX);
      assertThat(waited).isGreaterThanOrEqualTo(last - 2).isLessThanOrEqualTo(250);
      last = waited;
    }
    assertThat(last).isBetween(240, 250);
  }

  @Test
  void deferredShapesHaveTheRequestsThatComeBeforeTheirTurn() {
    pay(50);
    assertThat(records.deferred()).isEmpty();
    for (int i = 0; i < 4; i++) {
      records.end(EDIT, NOINDEX);
    }
    records.begin(EDIT);
    assertThat(records.deferred()).containsOnlyKeys(EDIT.stream().map(Sites::hash).toList());
    int left = Collections.max(records.deferred().values());
    pay(left - 1);
    assertThat(records.wait(EDIT)).isPresent();
    assertThat(records.deferred().values()).allMatch(each -> each < left);
    pay(left);
    assertThat(records.wait(EDIT)).isEmpty();
    assertThat(records.deferred()).isEmpty();
  }

  private void pay(int requests) {
    for (int i = 0; i < requests; i++) {
      records.end(shapes("/good"), PAID);
    }
  }

  @Test
  void shapeThatPaysAgainIsFreeAgain() {
    pay(50);
    for (int i = 0; i < 20; i++) {
      records.end(EDIT, NOINDEX);
    }
    for (int i = 0; i < 60; i++) {
      records.end(EDIT, PAID);
    }
    records.begin(EDIT);

    assertThat(records.wait(EDIT)).isEmpty();
  }

  @Test
  void partOfAUrlThatNeverPaysHoldsBackUrlsOfOtherShapesThatHaveIt() {
    for (String query : List.of("a=1&do=edit", "b=2&do=edit", "c=3&do=edit")) {
      records.end(shapes("/doc?" + query), NOINDEX);
      records.end(shapes("/doc?" + query.substring(0, 3)), PAID);
    }
    List<String> other = shapes("/other?d=4&do=edit");
    records.begin(other);

    assertThat(records.wait(other)).hasValue("?do");
    assertThat(records.wait(shapes("/doc?a=1"))).isEmpty();
  }

  @Test
  void recordKnowsWhatTheLastRequestsOfAShapeBrought() {
    String whole = EDIT.get(0);
    assertThat(records.results(whole)).isEmpty();
    for (RequestResult each : List.of(NOINDEX, DUPLICATE, NOINDEX, FAILURE, PAID)) {
      records.end(EDIT, each);
    }
    assertThat(records.results(whole))
        .containsOnly(entry(PAID, 1), entry(NOINDEX, 2), entry(DUPLICATE, 1), entry(FAILURE, 1));

    for (int i = 0; i < 1_000; i++) {
      records.end(EDIT, NOINDEX);
    }
    assertThat(records.results(whole)).containsOnlyKeys(NOINDEX);
    assertThat(records.results(whole).get(NOINDEX)).isBetween(32, 64);
  }

  @Test
  void recordsAreBoundedAndSurviveARestart() throws IOException {
    pay(2_000);
    for (int i = 0; i < 1_000; i++) {
      records.end(shapes("/x" + (char) ('a' + i % 26) + i / 26 + "q?p" + i % 7 + "=1"), NOINDEX);
      records.end(EDIT, NOINDEX);
    }
    records.begin(EDIT);
    var bytes = new ByteArrayOutputStream();
    records.save(StateWriter.to(bytes));
    assertThat(bytes.size()).isLessThan(4_000);

    var after = new ShapeRecords();
    after.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(after.wait(EDIT)).isEqualTo(records.wait(EDIT)).isPresent();
    assertThat(after.results(EDIT.get(0))).isEqualTo(records.results(EDIT.get(0))).isNotEmpty();
  }

  private static List<String> shapes(String path) {
    return UrlShape.of(CrawlUrl.of("http://a.test" + path));
  }
}
