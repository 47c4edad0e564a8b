package io.dowser.crawler.langchain4j;

import static java.util.Objects.requireNonNull;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.Lists;
import dev.langchain4j.model.embedding.EmbeddingModel;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rates a link by the meaning of its anchor text and of the text around it: a weighted sum of the
 * cosines of their embeddings with those of topic texts, 0 to 1.
 *
 * <p>The sum is that of Shark-search (M. Hersovici et al., <i>The shark-search algorithm</i>,
 * Computer Networks 30, 1998, section 3), with embeddings in place of its word vectors. The context
 * counts by its own cosine even where the anchor text matches, and nothing is inherited from the
 * page; {@code weighted-sum} adds that of another scorer.
 *
 * <p>All texts of a page go to the model together; of an anchor text, its first 500 characters
 * count. Those of menus repeat, so up to 20,000 cosines are kept. A model that throws costs the
 * page its links, as any scorer does.
 *
 * <p>Thread-safe if the model is.
 */
public final class EmbeddingScorer implements LinkScorer {

  private static final int KEPT = 20_000;
  private static final int ANCHOR_CHARACTERS = 500;

  private final TopicSimilarity similarity;
  private final double anchorWeight;
  private final int contextCharacters;
  private final int textsPerRequest;
  private final Cache<String, Double> kept = CacheBuilder.newBuilder().maximumSize(KEPT).build();

  private EmbeddingScorer(Builder builder) {
    this.similarity =
        new TopicSimilarity(
            builder.model,
            builder.textsPerRequest,
            builder.topic,
            new Spending(Spending.Limits.NONE));
    this.anchorWeight = builder.anchorWeight;
    this.contextCharacters = builder.contextCharacters;
    this.textsPerRequest = builder.textsPerRequest;
  }

  /**
   * {@return a builder of a scorer that needs a topic text}
   *
   * @param model computes the embeddings of topic and links
   */
  public static Builder builder(EmbeddingModel model) {
    return new Builder(model);
  }

  /**
   * Computes the cosines of all texts of a page's links.
   *
   * @param page the page
   * @return rates its links from 0 to 1; an anchor or context without text counts 0
   */
  @Override
  public PageScoring forPage(AnalyzedPage page) {
    Set<String> texts = new LinkedHashSet<>();
    for (Link link : page.links()) {
      texts.add(anchor(link));
      texts.add(context(page, link));
    }
    return new Scoring(page, similarities(texts));
  }

  private Map<String, Double> similarities(Set<String> texts) {
    Map<String, Double> similarities = new HashMap<>(kept.getAllPresent(texts));
    List<String> others =
        texts.stream().filter(text -> !text.isBlank() && !similarities.containsKey(text)).toList();
    for (List<String> some : Lists.partition(others, textsPerRequest)) {
      List<Double> cosines = cosines(some);
      for (int i = 0; i < some.size(); i++) {
        similarities.put(some.get(i), cosines.get(i));
        kept.put(some.get(i), cosines.get(i)); // so that it counts if a later request fails
      }
    }
    return similarities;
  }

  private List<Double> cosines(List<String> texts) {
    try {
      return similarity.of(texts);
    } catch (RuntimeException e) { // has no cause, which may repeat a key
      throw new CrawlException("a model could not be asked: " + Texts.failure(e));
    }
  }

  private static String anchor(Link link) {
    return Texts.start(link.anchorText(), ANCHOR_CHARACTERS);
  }

  private String context(AnalyzedPage page, Link link) {
    if (anchorWeight == 1) {
      return "";
    }
    LinkContext context = page.nearContext(link, contextCharacters);
    return (context.before() + " " + context.after()).strip();
  }

  private final class Scoring implements PageScoring {

    private final AnalyzedPage page;
    private final Map<String, Double> similarities;

    Scoring(AnalyzedPage page, Map<String, Double> similarities) {
      this.page = page;
      this.similarities = similarities;
    }

    @Override
    public double score(Link link) {
      return explain(link).value();
    }

    @Override
    public Explanation explain(Link link) {
      double anchor = similarities.getOrDefault(anchor(link), 0.0);
      double context = similarities.getOrDefault(context(page, link), 0.0);
      return Explanation.sum(
          "embedding",
          List.of(
              Explanation.of("anchor cosine x " + anchorWeight, anchorWeight * anchor),
              Explanation.of(
                  "context cosine x " + (1 - anchorWeight), (1 - anchorWeight) * context)));
    }
  }

  /**
   * A builder of {@link EmbeddingScorer}. A second call that sets the same throws an {@link
   * IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private final EmbeddingModel model;
    private final List<String> topic = new ArrayList<>();
    private double anchorWeight = 0.8;
    private int contextCharacters = 100;
    private int textsPerRequest = 256;

    private Builder(EmbeddingModel model) {
      this.model = requireNonNull(model, "model");
    }

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Adds a text about the topic. Anchor texts are short, so a short text is nearer to them.
     *
     * @param text not blank
     * @return this
     * @throws IllegalArgumentException if it is blank
     */
    public Builder topicText(String text) {
      topic.add(Texts.notBlank("topicText", text));
      return this;
    }

    /**
     * Sets the weight of the anchor text; the context has the remaining weight.
     *
     * @param weight 0 to 1, by default 0.8 as in Shark-search; with 1 contexts are not embedded,
     *     which saves more than half of the texts
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder anchorWeight(double weight) {
      return set("anchorWeight", () -> anchorWeight = Checks.within("anchorWeight", weight, 0, 1));
    }

    /**
     * Sets the number of characters on each side of a link that are its context, see {@link
     * AnalyzedPage#nearContext}.
     *
     * @param characters 1 to 10,000, by default 100
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder contextCharacters(int characters) {
      return set(
          "contextCharacters",
          () -> contextCharacters = Checks.within("contextCharacters", characters, 1, 10_000));
    }

    /**
     * Sets the most texts of one request to the model.
     *
     * @param texts above 0, by default 256
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder textsPerRequest(int texts) {
      return set(
          "textsPerRequest", () -> textsPerRequest = Checks.positive("textsPerRequest", texts));
    }

    /**
     * Creates the scorer, and asks the model for the embeddings of the topic. Exceptions of the
     * model are thrown here.
     *
     * @return a scorer, which several crawls may use
     * @throws IllegalStateException if no topic text was given
     */
    public EmbeddingScorer build() {
      return new EmbeddingScorer(this);
    }
  }
}
