package io.dowser.crawler.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of mischief alone, over real sockets, next to one good page. */
@Tag("slow")
class HostileServerTest {

  @ParameterizedTest
  @EnumSource(Mischief.class)
  void crawlEndsByItselfAndReportsWhatItMet(Mischief mischief) throws Exception {
    var outcomes = new Outcomes();
    try (var web = web(mischief)) {
      int port = web.server.port();

      CrawlReport report = web.crawl(outcomes, mischief.url(port), web.pages.url(0, port));

      assertThat(report.cause()).isEmpty();
      assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
      List<String> expected =
          mischief.expected().stream().map(what -> mischief.host() + " " + what).toList();
      assertThat(coarse(outcomes, mischief)).as("%s", outcomes.failures()).containsAll(expected);
      assertThat(outcomes.visited())
          .extracting(Object::toString)
          .contains(web.pages.url(0, port), web.pages.url(1, port), web.pages.url(2, port));
      assertThat(web.strayConnections()).isEmpty();
      assertThat(web.secret.connections()).isZero();
    }
  }

  /** Where time is not what must run out, a busy machine has all that it needs. */
  private static HostileWeb web(Mischief mischief) throws IOException {
    var pages = new GoodPages(3, false);
    boolean timeRunsOut = mischief.expected().toString().contains("TIME");
    return timeRunsOut
        ? new HostileWeb(pages)
        : new HostileWeb(pages, Duration.ofMinutes(1), Duration.ofMinutes(1));
  }

  /** Subdomains count as their domain. */
  private static List<String> coarse(Outcomes outcomes, Mischief mischief) {
    return outcomes.all().stream()
        .map(outcome -> outcome.replaceFirst("^\\S+\\." + mischief.host(), mischief.host()))
        .toList();
  }
}
