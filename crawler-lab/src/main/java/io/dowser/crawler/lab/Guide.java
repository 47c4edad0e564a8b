package io.dowser.crawler.lab;

import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import java.util.Optional;
import java.util.function.Function;

/**
 * The judge of a crawl, which strategies see as the relevance of fetched pages. It guides them and
 * measures nothing: what counts is the judge of the {@link Question}, which no strategy sees unless
 * it is guided by labels.
 *
 * @param name as the user gave it
 * @param judges creates the judge of one crawl
 * @param code the class of a judge of the user's own
 */
record Guide(String name, Function<Question, RelevanceJudge> judges, Optional<Class<?>> code) {

  /** The words of the topic: what a crawl has that knows nothing else. */
  static final Guide TOPIC_TERMS = new Guide("topic-terms", Guide::byTopicTerms, Optional.empty());

  /** The labels that measure: what a perfect classifier would show. */
  static final Guide LABELS = new Guide("labels", Guide::byLabels, Optional.empty());

  /** Finds a guide by its name, or by the name of a class of judges. */
  static Guide named(String name, ClassLoader plugins) {
    return switch (name) {
      case "topic-terms" -> TOPIC_TERMS;
      case "labels" -> LABELS;
      default -> ofClass(name, plugins);
    };
  }

  private static Guide ofClass(String name, ClassLoader plugins) {
    try {
      Class<? extends RelevanceJudge> type =
          plugins.loadClass(name).asSubclass(RelevanceJudge.class);
      return new Guide(name, question -> judge(type, question), Optional.of(type));
    } catch (ClassNotFoundException | ClassCastException e) {
      throw new LabException(
          "--guide must be topic-terms, labels, or the name of a class that implements"
              + " RelevanceJudge on the class path or in --plugins, but was '"
              + name
              + "'",
          e);
    }
  }

  /** Calls the constructor that takes a topic, or the one without parameters. */
  private static RelevanceJudge judge(Class<? extends RelevanceJudge> type, Question question) {
    try {
      for (var constructor : type.getConstructors()) {
        if (constructor.getParameterCount() == 1
            && constructor.getParameterTypes()[0] == Topic.class) {
          return (RelevanceJudge) constructor.newInstance(topic(type.getName(), question));
        }
      }
      return type.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LabException(
          "--guide: "
              + type.getName()
              + " needs a public constructor without parameters, or one with a Topic: "
              + e,
          e);
    }
  }

  private static RelevanceJudge byTopicTerms(Question question) {
    return Questions.topicJudge(topic(TOPIC_TERMS.name(), question));
  }

  private static Topic topic(String guide, Question question) {
    return question
        .topic()
        .orElseThrow(
            () ->
                new LabException(
                    question.name()
                        + ": the guide "
                        + guide
                        + " needs --topic FILE; --guide labels needs none,"
                        + " and shows what a perfect classifier would give"));
  }

  private static RelevanceJudge byLabels(Question question) {
    if (!question.independent()) {
      throw new LabException(question.name() + ": the guide labels needs --labels FILE");
    }
    return question.judge();
  }

  /** Creates the judge of one crawl. */
  RelevanceJudge judge(Question question) {
    return judges.apply(question);
  }

  /** For people: {@code guided by topic terms}. */
  String title() {
    return "guided by " + name.replace('-', ' ');
  }
}
