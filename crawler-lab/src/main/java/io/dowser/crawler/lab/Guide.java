package io.dowser.crawler.lab;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The judge of a crawl, which strategies see as the relevance of fetched pages. It guides them and
 * measures nothing: the judge of the {@link Question} measures, which no strategy sees unless it is
 * guided by labels.
 *
 * @param name {@code labels}, or the name of a judge, perhaps with settings
 * @param judges creates the judge of one crawl
 */
record Guide(String name, Function<Question, RelevanceJudge> judges) {

  /** The labels that measure, like a perfect classifier. */
  static final Guide LABELS = new Guide("labels", Guide::byLabels);

  /** Finds a guide: the labels, or a judge among the plugins. */
  static Guide named(String name, ClassLoader plugins) {
    if (name.equals(LABELS.name())) {
      return LABELS;
    }
    return LabelledGuides.named(name).orElseGet(() -> ofJudge(name, plugins));
  }

  /**
   * Returns the guide by a judge, with its name and perhaps settings: {@code
   * topic-terms;measure=cosine}.
   */
  private static Guide ofJudge(String text, ClassLoader plugins) {
    String name = plugin(text);
    PluginRegistry<RelevanceJudge> judges = PluginRegistry.relevanceJudges(plugins);
    if (!judges.names().contains(name)) {
      throw new LabException(
          "--guide must be labels or the name of a judge on the class path or in --plugins, one of "
              + judges.names()
              + ", but was '"
              + name
              + "'");
    }
    Settings settings = Settings.of(settings(text));
    return new Guide(text, question -> judge(name, settings, question, judges));
  }

  private static String plugin(String text) {
    return text.split(";", 2)[0];
  }

  private static Map<String, String> settings(String text) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String part : text.substring(plugin(text).length()).split(";", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        settings.put(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
      } else if (!part.isEmpty()) {
        throw new LabException("--guide: '" + part + "' must be KEY=VALUE, in '" + text + "'");
      }
    }
    return settings;
  }

  private static RelevanceJudge judge(
      String name, Settings settings, Question question, PluginRegistry<RelevanceJudge> judges) {
    try {
      return judges.create(name, settings, context(question));
    } catch (CrawlException e) {
      throw new LabException(
          question.name()
              + ": the guide "
              + name
              + " cannot be used: "
              + e.getMessage()
              + " (--topic FILE gives one; --guide labels needs none, and shows what a perfect"
              + " classifier would give)",
          e);
    }
  }

  private static CrawlContext context(Question question) {
    CrawlContext.Builder context =
        CrawlContext.builder()
            .textNormalizer(HanNormalizer.create())
            .textAnalyzer(MixedScriptAnalyzer.create());
    question.topic().ifPresent(context::topic);
    return context.build();
  }

  private static RelevanceJudge byLabels(Question question) {
    if (!question.independent()) {
      throw new LabException(question.name() + ": the guide labels needs --labels FILE");
    }
    return question.judge();
  }

  /** Returns the name of the judge, without settings. */
  String plugin() {
    return plugin(name);
  }

  /** Creates the judge of one crawl. */
  RelevanceJudge judge(Question question) {
    return judges.apply(question);
  }

  /** Returns the title for people: {@code guided by topic terms}. */
  String title() {
    return "guided by " + name.replace('-', ' ');
  }
}
