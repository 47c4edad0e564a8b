package io.dowser.crawler.adaptive;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.toolkit.text.TextVectors;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rates a link by the log-odds that following it pays, learned from the links that were followed so
 * far in this crawl. It needs no training data.
 *
 * <p>How: a logistic model with the words, places, shape, path and page of a link as features is
 * trained by AdaGrad (Duchi, Hazan and Singer 2011). It starts from a prior on the terms of the
 * topic in and near the link, in its URL, and on the relevance of its page. In addition to single
 * features it weighs signals: the match of anchor, context and URL with the topic, the worth of
 * visited pages with the same words and of links of the same page, and the scores of other scorers
 * (stacking, Wolpert 1992). From the {@link TextVectors} of one of these, recursive ridge
 * regression learns which meanings of anchors pay. The weights of signals are drawn back to those
 * of the start, so that a judge that errs cannot lead far astray. A link pays as much as its page
 * is relevant, or if relevant pages lie behind it: the idea of the Gittins index for branching
 * bandits (Weiss 1988), by which credit comes late. A page that is close to the topic without being
 * relevant pays in part, most while few relevant pages are known. Followed links are kept in a
 * sample of 4,000 (Vitter 1985) and learned again, ten with each visit.
 *
 * <p>What the judge finds relevant is what is learned, so a better judge makes a better crawl. Each
 * part can be left out by a setting.
 *
 * <pre>{@code
 * Crawler.builder().scorer("adaptive", Map.of("places", "false", "signals", "shark"));
 * }</pre>
 *
 * <p>It suits frontiers that take new scores of pending links, as {@code best-first} does. A crawl
 * with one worker can be repeated with the same visits. Takes 6 MB of memory, and the features of a
 * pending link some 150 bytes. Thread-safe.
 */
public final class AdaptiveScorer implements LearningScorer, Resumable {

  private static final int FORMAT = 1;
  private static final int REPLAYED = 10; // links learned again with each visit
  private static final double DISCOUNT = 0.9;
  private static final double FIRST_PAGES = 2;
  private static final double PAID = 0.5; // the least worth of links that explanations name

  private final Set<Part> parts;
  private final TopicCloseness.@Nullable Terms terms;
  private final StackedScorers stacked;
  private final MeaningModel meaning;
  private final AdaptiveModel model;
  private final DelayedCredit credit = new DelayedCredit();
  private final ReplayMemory memory;
  private double found;
  private boolean moved;

  private AdaptiveScorer(Settings settings, CrawlContext context, Map<String, LinkScorer> signals) {
    this.parts = EnumSet.allOf(Part.class);
    parts.removeIf(part -> !settings.flag(part.setting(), true, part.summary));
    this.terms = TopicCloseness.Terms.of(context.topic(), context.textNormalizer());
    this.stacked = new StackedScorers(signals);
    this.meaning = new MeaningModel(vectors(signals));
    this.model = new AdaptiveModel(stacked, meaning);
    this.memory = new ReplayMemory(Signal.COUNT + stacked.size(), context.random().nextLong());
  }

  private static @Nullable TextVectors vectors(Map<String, LinkScorer> signals) {
    return signals.values().stream()
        .filter(TextVectors.class::isInstance)
        .map(TextVectors.class::cast)
        .findFirst()
        .orElse(null);
  }

  /**
   * Creates a scorer with signals that are created in code.
   *
   * @param settings those of the plugin {@code adaptive} without {@code signals}
   * @param context the crawl; without a topic, nothing is known before the first relevant page
   * @param signals scorers by name whose scores are signals: their weights are learned like those
   *     of the other signals, from a start by which they count much. The first of them by name that
   *     has {@link TextVectors} shares these. They must neither learn nor observe visits nor be
   *     {@link Resumable}
   * @return the scorer
   * @throws io.dowser.crawler.api.SettingException if a setting is not allowed
   * @throws IllegalArgumentException if a signal has state, or two terms of the topic have the same
   *     normal form
   */
  public static AdaptiveScorer of(
      Settings settings, CrawlContext context, Map<String, LinkScorer> signals) {
    signals.forEach(
        (name, signal) -> {
          if (!StackedScorers.takes(signal)) {
            throw new IllegalArgumentException(
                "a signal must be a scorer without state, but was " + name);
          }
        });
    var scorer = new AdaptiveScorer(settings, context, new TreeMap<>(signals)); // in one order
    settings.refuseUnread();
    return scorer;
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new AdaptiveScoring(
        page, TopicCloseness.of(terms, page), model, stacked, meaning, parts);
  }

  @Override
  public void learn(Visit visit, List<ScoredLink> links) {
    Candidate candidate = visit.candidate();
    double worth = worth(visit);
    found += visit.relevant() ? 1 : 0;
    links.forEach(link -> stacked.count(link.candidate().features()));
    credit.visited(candidate.sequence(), probabilities(links));
    if (!candidate.isSeed()) {
      credit.followed(candidate.parent(), worth);
      follow(candidate, worth);
    }
    if (parts.contains(Part.WORDS)) {
      model.count(visit.page().terms(), worth);
    }
    if (parts.contains(Part.REPLAY)) {
      memory.draw(REPLAYED, this::train);
    }
    moved = true;
  }

  /** Returns the worth of a page by its relevance, or by its closeness to the topic if greater. */
  private double worth(Visit visit) {
    double relevance = visit.relevant() ? 1 : 0;
    double worth = parts.contains(Part.GRADES) ? visit.relevance() : relevance;
    if (visit.relevant() || !parts.contains(Part.CLOSENESS)) {
      return worth;
    }
    double close = TopicCloseness.of(terms, visit.page()).ofPage();
    return Math.max(worth, close * FIRST_PAGES / (FIRST_PAGES + found));
  }

  private static double[] probabilities(List<ScoredLink> links) {
    return links.stream()
        .filter(link -> !link.pending())
        .mapToDouble(link -> AdaptiveModel.probability(link.candidate().score()))
        .toArray();
  }

  private void follow(Candidate candidate, double worth) {
    int[] features = candidate.features().toArray();
    var example = new Example(features, model.signals(features), candidate.sequence(), worth);
    train(example);
    model.trainMeaning(features, target(example));
    if (worth >= PAID) {
      meaning.keep(candidate.url().toString(), features, stacked.size());
    }
    model.count(features, worth);
    memory.add(example);
  }

  private void train(Example example) {
    model.train(example.features, example.signals, target(example));
  }

  private double target(Example example) {
    double behind = parts.contains(Part.CREDIT) ? DISCOUNT * credit.behind(example.page) : 0;
    return Math.max(example.worth, behind);
  }

  @Override
  public void abandoned(Candidate candidate, AbandonReason reason) {
    if (reason == AbandonReason.FETCH_FAILED && !candidate.isSeed()) {
      model.count(candidate.features().toArray(), 0);
      moved = true;
    }
  }

  @Override
  public boolean modelMoved() {
    boolean was = moved;
    moved = false;
    return was;
  }

  @Override
  public double rescore(Candidate candidate) {
    int[] features = candidate.features().toArray();
    return model.score(features, model.signals(features));
  }

  @Override
  public Map<String, Double> learnedWeights() {
    return model.weights();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("adaptive", FORMAT);
    out.writeDouble(found);
    out.writeBoolean(moved);
    stacked.save(out);
    meaning.save(out);
    model.save(out);
    credit.save(out);
    memory.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section("adaptive", FORMAT);
    found = in.readDouble(0, Double.MAX_VALUE, "relevant pages");
    moved = in.readBoolean();
    stacked.restore(in);
    meaning.restore(in);
    model.restore(in);
    credit.restore(in);
    memory.restore(in);
  }

  /** Takes over the model and its examples, but no pages, whose numbers are others here. */
  @Override
  public void startFrom(StateReader in) throws IOException {
    restore(in);
    memory.replace(
        each -> new Example(each.features, each.signals, Example.OF_ANOTHER_CRAWL, target(each)));
    credit.clear();
  }

  /** A part of the method that can be left out. */
  enum Part {
    TOPIC("terms of the topic in and near links, and in their URLs"),
    WORDS("words of anchors, of the text near links, of URLs, and of visited pages"),
    PLACES("host, folders and template of the URL"),
    SHAPE("position of a link on its page, form of its URL, and direction"),
    SIBLINGS("results of other links of the same page"),
    CREDIT("credit for relevant pages behind a page"),
    GRADES("value by the degree of relevance, instead of relevant or not"),
    CLOSENESS("some credit for pages that are close to the topic, but not relevant"),
    REPLAY("learning again from links that were followed earlier");

    private final String summary;

    Part(String summary) {
      this.summary = summary;
    }

    String setting() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Creates an {@link AdaptiveScorer} under the name {@code adaptive}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "adaptive";
    }

    /** Creates a scorer whose signals a crawl finds. */
    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return create(settings, context, PluginRegistry.linkScorers());
    }

    @Override
    public LinkScorer create(
        Settings settings, CrawlContext context, PluginRegistry<LinkScorer> registry) {
      var signals = new SignalSettings(settings, context, registry).create();
      return new AdaptiveScorer(settings, context, signals);
    }
  }
}
