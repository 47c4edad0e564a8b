package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Splitter;
import com.google.common.collect.HashMultiset;
import io.dowser.crawler.api.CrawlUrl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares strategies on the user's archive. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compares strategies on an archive of WARC files.",
      "--topic guides the strategies, --labels measure what they found; without labels the words"
          + " measure too. Give several of both, in the same order, to ask several questions."
    })
final class CompareCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;
  @Mixin private ComparisonOptions options = new ComparisonOptions();
  @Mixin private TrainingOptions training = new TrainingOptions();

  @Option(
      names = "--archive",
      required = true,
      split = ",",
      description = "Files or directories of pages.")
  private List<Path> archives = new ArrayList<>();

  @Option(
      names = "--topic",
      paramLabel = "FILE",
      description = "Words that strategies look for, one a line: word or word = weight.")
  private List<Path> topics = new ArrayList<>();

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "Relevances that measure, one a line: URL, tab, 0 to 1; others are 0.")
  private List<Path> labels = new ArrayList<>();

  @Option(
      names = "--seeds",
      required = true,
      paramLabel = "URL|FILE,...",
      description =
          "Pages to start from: URLs, or files with one a line; once for all questions, or once for"
              + " each.")
  private List<String> seeds = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    List<Question> questions = questions();
    List<TrainingWeb> webs = training.webs(questions);
    options.compare(TextFiles.existing(archives), questions, webs, requireNonNull(spec));
    return 0;
  }

  private List<Question> questions() {
    if (topics.isEmpty() && labels.isEmpty()) {
      throw new LabException("say what to look for: --topic FILE, --labels FILE or both");
    }
    if (!topics.isEmpty() && !labels.isEmpty() && topics.size() != labels.size()) {
      throw new LabException("--topic and --labels must be given the same number of times");
    }
    int count = Math.max(topics.size(), labels.size());
    List<List<CrawlUrl>> starts = starts(count);
    var questions = new ArrayList<Question>();
    var names = HashMultiset.<String>create();
    for (int i = 0; i < count; i++) {
      Optional<Path> topic = topics.isEmpty() ? Optional.empty() : Optional.of(topics.get(i));
      Optional<Path> judge = labels.isEmpty() ? Optional.empty() : Optional.of(labels.get(i));
      Question question = Questions.of(topic, judge, starts.get(i));
      names.add(question.name());
      questions.add(question.numbered(names.count(question.name())));
    }
    return questions;
  }

  private List<List<CrawlUrl>> starts(int questions) {
    if (questions == 1) {
      return List.of(Questions.seeds(Splitter.on(',').splitToList(String.join(",", seeds))));
    }
    if (seeds.size() != 1 && seeds.size() != questions) {
      throw new LabException(
          "--seeds must be given once, or once for each of the "
              + questions
              + " questions, but was given "
              + seeds.size()
              + " times");
    }
    List<List<CrawlUrl>> starts =
        seeds.stream().map(own -> Questions.seeds(Splitter.on(',').splitToList(own))).toList();
    return starts.size() == 1 ? Collections.nCopies(questions, starts.get(0)) : starts;
  }
}
