package io.dowser.examples.lab;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.archive.ReplayFetcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A web to learn from.
 *
 * @param archives where its pages are
 * @param seeds where it begins
 * @param judge who says which of its pages are relevant
 */
record TrainingWeb(List<Path> archives, List<CrawlUrl> seeds, RelevanceJudge judge) {

  /**
   * What came of training.
   *
   * @param models the models that could be trained
   * @param troubles why others could not
   * @param pages how many pages there were
   * @param relevant how many of them are relevant
   */
  record Trained(
      Map<Training.Kind, Strategy.Model> models,
      Map<Training.Kind, String> troubles,
      int pages,
      long relevant) {}

  /** Trains kinds of models for a question and writes them to a directory. */
  Trained train(Question question, Collection<Training.Kind> kinds, Path directory)
      throws IOException {
    Files.createDirectories(directory);
    var training =
        new Training(new Question(question.name(), question.topic(), judge, true, seeds));
    var builder = ReplayFetcher.of(archives.get(0));
    archives.stream().skip(1).forEach(builder::archive);
    try (ReplayFetcher pages = builder.open()) {
      training.read(pages);
    }
    Path list = directory.resolve("trained-on.txt");
    List<String> urls = training.urls().stream().map(CrawlUrl::toString).toList();
    Files.write(list, urls, StandardCharsets.UTF_8);
    var models = new EnumMap<Training.Kind, Strategy.Model>(Training.Kind.class);
    var troubles = new EnumMap<Training.Kind, String>(Training.Kind.class);
    for (Training.Kind kind : kinds) {
      Path model = directory.resolve(kind + ".model");
      Optional<String> trouble = training.train(kind, model);
      trouble.ifPresentOrElse(
          why -> troubles.put(kind, why), () -> models.put(kind, new Strategy.Model(model, list)));
    }
    return new Trained(models, troubles, urls.size(), training.relevantPages());
  }
}
