package io.dowser.crawler.lab;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.judge.TopicTermsJudge;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates questions from files. */
final class Questions {

  private Questions() {}

  static Question of(Optional<Path> topicFile, Optional<Path> labelFile, List<CrawlUrl> starts) {
    Optional<Topic> topic = topicFile.map(TextFiles::topic);
    RelevanceJudge judge =
        labelFile.map(Questions::labelJudge).orElseGet(() -> topicJudge(topic.orElseThrow()));
    String name = String.valueOf(topicFile.or(() -> labelFile).orElseThrow().getFileName());
    String plain = name.replaceFirst("\\.[a-z]+$", "");
    return new Question(plain, topic, judge, labelFile.isPresent(), starts);
  }

  /** Returns a judge that knows pages by their URLs; pages without a label are not relevant. */
  static RelevanceJudge labelJudge(Path labelFile) {
    Map<CrawlUrl, Double> labels = TextFiles.labels(labelFile);
    return page ->
        Math.max(
            labels.getOrDefault(page.arrival().url(), 0.0), labels.getOrDefault(page.url(), 0.0));
  }

  static RelevanceJudge topicJudge(Topic topic) {
    return TopicTermsJudge.of(
        Settings.none(),
        CrawlContext.about(topic, HanNormalizer.create(), MixedScriptAnalyzer.create()));
  }

  /** Reads seeds: URLs, or files with one URL per line. */
  static List<CrawlUrl> seeds(List<String> seeds) {
    var urls = new ArrayList<CrawlUrl>();
    for (String seed : seeds) {
      if (seed.startsWith("http:") || seed.startsWith("https:")) {
        urls.add(TextFiles.url(seed));
      } else if (Files.exists(Path.of(seed))) {
        urls.addAll(TextFiles.urls(Path.of(seed)));
      } else {
        throw new LabException(
            "a seed must be an http or https URL or a file with such URLs, but was '" + seed + "'");
      }
    }
    return urls.stream().distinct().toList();
  }
}
