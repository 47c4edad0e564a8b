package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitLogTest {

  @TempDir Path directory;

  private CommitLog open() {
    return CommitLog.open(directory.toString(), new Configuration());
  }

  private static Commit commit(int round) {
    return new Commit(
        round,
        Map.of("urls.delta", "urls/" + CrawlLayout.round(round) + "-delta"),
        Map.of("visits/" + CrawlLayout.round(round), List.of("part-1.parquet", "part-2.parquet")),
        Map.of("visited", 7L * round),
        Map.of("topic", "laser \"and\" lens"));
  }

  private void file(String name) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "rows");
  }

  @Test
  void latestCommitIsWhatWasCommittedLast() {
    CommitLog log = open();
    assertThat(log.latest()).isEmpty();
    log.commit(commit(0));
    log.commit(commit(1));
    assertThat(open().latest()).contains(commit(1));
  }

  @Test
  void roundIsCommittedOnce() {
    open().commit(commit(3));
    CommitLog other = open();
    Commit changed = new Commit(3, Map.of(), Map.of(), Map.of(), Map.of());
    assertThatThrownBy(() -> other.commit(changed))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("round 3 was committed already");
    assertThat(open().latest()).contains(commit(3));
  }

  @Test
  void commitThatIsNotCompleteIsNotSeen() throws IOException {
    CommitLog log = open();
    log.commit(commit(1));
    file("_commits/_half.tmp");
    assertThat(open().latest()).contains(commit(1));
    log.removeLeftovers(commit(1), commit(1));
    assertThat(directory.resolve("_commits")).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void leftoversOfABrokenRoundAreRemoved() throws IOException {
    CommitLog log = open();
    log.commit(commit(1));
    file("visits/r00000001/part.parquet");
    file("urls/r00000001-delta/part.parquet");
    file("visits/r00000002/part.parquet");
    file("links/r00000002/part.parquet");
    file("warc/r00000002/part.warc.gz");
    file("urls/r00000002-delta/part.parquet");
    file("urls/r00000000-delta/part.parquet");
    assertThat(log.removeLeftovers(commit(1), commit(1)))
        .containsExactlyInAnyOrder(
            "visits/r00000002",
            "links/r00000002",
            "warc/r00000002",
            "urls/r00000002-delta",
            "urls/r00000000-delta");
    assertThat(directory.resolve("visits/r00000001/part.parquet")).exists();
    assertThat(directory.resolve("urls/r00000001-delta/part.parquet")).exists();
  }

  @Test
  void directoriesOfTheRoundBeforeStayForThoseWhoRead() throws IOException {
    CommitLog log = open();
    file("urls/r00000001-delta/part.parquet");
    file("urls/r00000002-delta/part.parquet");
    assertThat(log.removeLeftovers(commit(2), commit(1))).isEmpty();
    assertThat(log.removeLeftovers(commit(3), commit(2))).containsExactly("urls/r00000001-delta");
  }

  @Test
  void filesOfAttemptsThatWereNotAcceptedAreRemoved() throws IOException {
    CommitLog log = open();
    file("visits/r00000001/part-1.parquet");
    file("visits/r00000001/part-2.parquet");
    log.retain("visits/r00000001", Set.of("part-2.parquet"));
    log.retain("visits/r00000009", Set.of());
    assertThat(directory.resolve("visits/r00000001/part-1.parquet")).doesNotExist();
    assertThat(directory.resolve("visits/r00000001/part-2.parquet")).exists();
  }

  /** An executor that Spark has given up may write its file to the end after the commit. */
  @Test
  void fileThatComesAfterTheCommitIsNoPartOfTheCrawl() throws IOException {
    CommitLog log = open();
    file("visits/r00000001/part-1.parquet");
    log.retain("visits/r00000001", Set.of("part-1.parquet"));
    List<String> live = List.of("visits/r00000001", "visits/r00000007");
    log.commit(new Commit(1, Map.of(), log.accepted(live), Map.of(), Map.of()));
    log.commit(commit(2));
    file("visits/r00000001/part-1-late.parquet");

    String[] expected = {log.path("visits/r00000001/part-1.parquet")};
    assertThat(log.files("visits/r00000001")).isEqualTo(expected);
    assertThat(open().files("visits/r00000001")).isEqualTo(expected);
    assertThat(open().files("links/r00000001")).isEmpty();
  }

  @Test
  void lookingMakesNothing() {
    assertThat(open().latest()).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void driverWhoseDirectoryWasTakenRemovesAndCommitsNothingMore() throws IOException {
    CommitLog first = open();
    first.claim();
    first.commit(commit(1));
    CommitLog second = open();
    second.claim();
    file("visits/r00000002/part-of-second.parquet");
    Set<String> ofFirst = Set.of("part-of-first.parquet");
    for (ThrowingCallable action :
        List.<ThrowingCallable>of(
            () -> first.retain("visits/r00000002", ofFirst),
            () -> first.removeLeftovers(commit(1), commit(1)),
            () -> first.commit(commit(2)))) {
      assertThatThrownBy(action)
          .isInstanceOf(CrawlException.class)
          .hasMessageStartingWith("another driver works in '");
    }
    assertThat(directory.resolve("visits/r00000002/part-of-second.parquet")).exists();
    second.removeLeftovers(commit(1), commit(1));
    second.commit(commit(2));
    assertThat(open().latest()).contains(commit(2));
  }

  @Test
  void filesThatBelongToNoRoundAreLeftAlone() throws IOException {
    CommitLog log = open();
    file("warc/site-0001.warc.gz");
    file("visits/notes.txt");
    file("urls/mine/part.parquet");
    assertThat(log.removeLeftovers(Commit.NONE, Commit.NONE)).isEmpty();
    assertThat(directory.resolve("warc/site-0001.warc.gz")).exists();
  }

  @Test
  void fileThatTheDriverDoesNotFindIsAnError() throws IOException {
    file("visits/r00000001/part-1.parquet");
    assertThatThrownBy(
            () -> open().retain("visits/r00000001", Set.of("part-1.parquet", "part-2.parquet")))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("tasks have written [part-2.parquet] to '")
        .hasMessageContaining("all executors must reach the directory");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{\"round\": 1",
        "{}",
        "{\"round\": -1}",
        "{\"other\": 1}",
        "{\"round\": 1, \"counts\": {\"a\": \"b\"}}",
        "{\"round\": 1, \"files\": {\"visits\": [1]}}",
        "{\"round\": 1, \"files\": {\"visits\": [",
        "{\"round\": 1, \"words\": [1]}"
      })
  void refusesWhatIsNoCommit(String text) {
    assertThatThrownBy(() -> Commit.parse(text)).isInstanceOf(IOException.class);
  }
}
