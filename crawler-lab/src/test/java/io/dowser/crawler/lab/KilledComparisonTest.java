package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A comparison in a separate process, which is killed after some runs. */
@Tag("slow")
class KilledComparisonTest {

  private static final String[] OPTIONS = {
    "--strategies=random,breadth-first,best-first,shark", "--budget=12", "--runs=25", "--jobs=2"
  };
  private static final int ALL = 4 * 25;

  @TempDir Path directory;

  @Test
  void killedComparisonKeepsItsRunsAndEndsWithTheSameMetrics() throws Exception {
    SmallWeb web = SmallWeb.in(directory);
    killAfterSomeRuns(web);
    Map<Path, String> kept = runs(web);
    assertThat(kept).hasSizeBetween(5, ALL - 1);

    CommandRun resumed = CommandRun.of(web.compare(OPTIONS));
    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    assertThat(resumed.err().lines().filter(line -> line.contains("were there")))
        .hasSize(kept.size());
    assertThat(runs(web)).hasSize(ALL).containsAllEntriesOf(kept);
    List<String> metrics = metrics(web);

    SmallWeb other = SmallWeb.in(Files.createDirectory(directory.resolve("other")));
    CommandRun.of(other.compare(OPTIONS));
    assertThat(metrics).isEqualTo(metrics(other));
  }

  private static void killAfterSomeRuns(SmallWeb web) throws IOException, InterruptedException {
    Process lab =
        LabProcess.of(web.compare(OPTIONS)).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    var reported = new ArrayList<String>();
    try (BufferedReader progress = lab.errorReader(StandardCharsets.UTF_8)) {
      String line = progress.readLine();
      while (line != null && !line.startsWith("  5/")) {
        reported.add(line);
        line = progress.readLine();
      }
      assertThat(line).as("%s", reported).isNotNull();
    } finally {
      lab.destroyForcibly().waitFor();
    }
  }

  /** Finished runs with their contents. */
  private static Map<Path, String> runs(SmallWeb web) throws IOException {
    Map<Path, String> runs = new TreeMap<>();
    try (Stream<Path> files = Files.list(web.file("out/runs"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".json")).toList()) {
        runs.put(file, Files.readString(file));
      }
    }
    return runs;
  }

  /** All runs with all metrics but those of time. */
  private static List<String> metrics(SmallWeb web) throws IOException {
    List<String> rows = Files.readAllLines(web.file("out/runs.csv"));
    String[] names = rows.get(0).split(",", -1);
    return rows.stream().map(row -> metrics(names, row.split(",", -1))).toList();
  }

  private static String metrics(String[] names, String[] row) {
    return IntStream.range(0, names.length)
        .filter(i -> !names[i].equals("seconds") && !names[i].startsWith("CPU"))
        .mapToObj(i -> row[i])
        .toList()
        .toString();
  }
}
