package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainCommandTest {

  private static final List<String> MODELS =
      List.of("bayes-page.model", "bayes-link.model", "hmm.model");

  @TempDir Path directory;
  private SmallWeb web = new SmallWeb(Path.of("."));

  @BeforeEach
  void makeWeb() throws IOException {
    web = SmallWeb.in(directory);
  }

  private String[] train(String out, String... more) {
    return Stream.concat(
            Stream.of(
                "train",
                "--archive=" + web.file("web.warc.gz"),
                "--topic=" + web.file("tides.topic"),
                "--labels=" + web.file("tides.labels"),
                "--seeds=" + SmallWeb.ROOT,
                "--out=" + directory.resolve(out)),
            Stream.of(more))
        .toArray(String[]::new);
  }

  /** In two processes at two times. */
  @Test
  void sameDataGivesTheSameBytesOfEachModel() throws Exception {
    CommandRun here = CommandRun.of(train("one"));
    assertThat(here.exitCode()).as(here.err()).isZero();
    Path said = directory.resolve("said.txt");
    int exitCode = LabProcess.run(LabProcess.of(train("other")), said);
    assertThat(exitCode).as(Files.readString(said)).isZero();

    for (String model : MODELS) {
      assertThat(directory.resolve("other/" + model))
          .hasSameBinaryContentAs(directory.resolve("one/" + model));
    }
  }

  @Test
  void repeatedComparisonWithTrainingMakesNoRunAgain() throws IOException {
    SmallWeb known = SmallWeb.in(directory.resolve("known"), "http://known.example/");
    String[] options =
        web.compare(
            "--strategies=bayes-page,bayes-link,hmm",
            "--train=" + known.file("web.warc.gz"),
            "--train-seeds=http://known.example/",
            "--train-labels=" + known.file("tides.labels"),
            "--runs=2");
    assertThat(CommandRun.of(options).err()).doesNotContain("were there");

    assertThat(CommandRun.of(options).err().lines().filter(line -> line.contains("were there")))
        .hasSize(3 * 2);
  }

  @Test
  void clickPathsOfPeopleTrainHmmOnTheirPagesAlone() throws IOException {
    Path paths =
        Files.write(
            directory.resolve("paths.tsv"),
            IntStream.of(1, 7, 8)
                .boxed()
                .flatMap(room -> path(room, "room" + room, "page" + room + "a"))
                .toList());
    CommandRun all = CommandRun.of(train("all"));
    CommandRun clicked = CommandRun.of(train("clicked", "--paths=" + paths));

    assertThat(clicked.exitCode()).as(clicked.err()).isZero();
    assertThat(clicked.out()).contains("hmm: " + directory.resolve("clicked/hmm.model"));
    assertThat(clicked.err()).contains("3 paths on 7 pages, all of them in the training web");
    assertThat(all.err()).doesNotContain("paths");
    assertThat(directory.resolve("clicked/bayes-page.model"))
        .hasSameBinaryContentAs(directory.resolve("all/bayes-page.model"));
    assertThat(Files.readAllBytes(directory.resolve("clicked/hmm.model")))
        .isNotEqualTo(Files.readAllBytes(directory.resolve("all/hmm.model")));
  }

  @Test
  void badLineOfPathsIsNamed() throws IOException {
    Path paths = Files.writeString(directory.resolve("paths.tsv"), "1\t0\n");
    CommandRun run = CommandRun.of(train("out", "--paths=" + paths));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("paths.tsv, line 1", "a line must be visit, tab");
  }

  private static Stream<String> path(int number, String first, String second) {
    int visit = 10 * number;
    return Stream.of(
        visit + "\t0\t" + SmallWeb.ROOT,
        visit + 1 + "\t" + visit + "\t" + SmallWeb.ROOT + first,
        visit + 2 + "\t" + (visit + 1) + "\t" + SmallWeb.ROOT + second);
  }
}
