package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of a {@link LinkModel}: of its training and of the evaluation of features.
 *
 * <pre>{@code
 * LinkSettings wide = LinkSettings.RECOMMENDED.toBuilder().w(100).build();
 * LinkTrainer trainer = LinkTrainer.builder().settings(wide).build();
 * }</pre>
 *
 * @param group the features that count
 * @param eventModel the words that are multiplied over
 * @param smoothing the way in which shares are kept away from 0 and 1
 * @param merged whether a word of the anchor and the same word of the context are one feature; if
 *     not, each has its own, as in the paper
 * @param minLinks the number of training links that must have a feature for it to be kept, 1 or
 *     more
 * @param w characters on each side of a link that are its context, 0 to 10,000
 * @param contextRule the rule that selects this text
 */
public record LinkSettings(
    FeatureGroup group,
    EventModel eventModel,
    Smoothing smoothing,
    boolean merged,
    int minLinks,
    int w,
    ContextRule contextRule) {

  /** Characters of context on each side unless another number is set; the paper gives none. */
  public static final int DEFAULT_W = 50;

  /** The settings of Han et al. 2010, in the legible parts of the paper. */
  public static final LinkSettings PAPER =
      new LinkSettings(
          FeatureGroup.ALL,
          EventModel.PRESENT_ONLY,
          Smoothing.ADD_ONE,
          false,
          1,
          DEFAULT_W,
          ContextRule.PAPER);

  /** The default settings. */
  public static final LinkSettings RECOMMENDED =
      new LinkSettings(
          FeatureGroup.ALL,
          EventModel.PRESENT_ONLY,
          Smoothing.PROPORTIONAL,
          false,
          2,
          DEFAULT_W,
          ContextRule.WINDOW);

  static final int MOST_W = 10_000;

  /**
   * Checks the values.
   *
   * @param group the features that count
   * @param eventModel the words that are multiplied over
   * @param smoothing the way in which shares are kept away from 0 and 1
   * @param merged whether a word of anchor and context is one feature
   * @param minLinks the number of training links that must have a feature, 1 or more
   * @param w characters of context on each side, 0 to 10,000
   * @param contextRule the rule that selects the context
   * @throws IllegalArgumentException if a value is out of its range
   */
  public LinkSettings {
    requireNonNull(group, "group");
    requireNonNull(eventModel, "eventModel");
    requireNonNull(smoothing, "smoothing");
    if (merged && !group.hasContext()) {
      throw new IllegalArgumentException(
          "merged needs a group with context, but was with " + group);
    }
    Checks.positive("minLinks", minLinks);
    Checks.within("w", w, 0, MOST_W);
    requireNonNull(contextRule, "contextRule");
  }

  /**
   * Returns the context of a link, for an example to train with; a scorer finds it by itself.
   *
   * @param page the page of the link
   * @param link the link
   * @return the text on both sides
   */
  public LinkContext context(AnalyzedPage page, Link link) {
    return contextRule.context(page, link, w);
  }

  /** {@return a builder with the values of {@link #RECOMMENDED}} */
  public static Builder builder() {
    return RECOMMENDED.toBuilder();
  }

  /** {@return a builder with these values} */
  public Builder toBuilder() {
    return new Builder(this);
  }

  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("group", group.name());
    facts.put("eventModel", eventModel.name());
    facts.put("smoothing", smoothing.name());
    facts.put("merged", Boolean.toString(merged));
    facts.put("minLinks", Integer.toString(minLinks));
    facts.put("w", Integer.toString(w));
    facts.put("contextRule", contextRule.name());
    return facts;
  }

  /** The features of a link that a {@link LinkModel} uses. */
  public enum FeatureGroup {

    /** Words of the anchor alone: feature group 1 of Han et al. 2010. */
    ANCHOR_WORDS,

    /** Words of anchor and context; no group of the paper, to show what the dictionary adds. */
    WORDS,

    /**
     * Words of anchor and context, and whether either has a term of the dictionary: feature group 2
     * of Han et al. 2010, and the default. Without a dictionary the same as {@link #WORDS}.
     */
    ALL;

    boolean hasContext() {
      return this != ANCHOR_WORDS;
    }

    boolean hasIndicators() {
      return this == ALL;
    }
  }

  /** The words of a link, and their multiplicity, that a {@link LinkModel} multiplies over. */
  public enum EventModel {

    /** Words that are present, each once: the formula of Han et al. 2010, and the default. */
    PRESENT_ONLY,

    /** Words that are present and, with {@code 1-P}, all other words of the model that are not. */
    FULL_BERNOULLI,

    /**
     * Words that are present, as often as they occur; training counts occurrences among all
     * occurrences of words, not links among links.
     */
    MULTINOMIAL
  }

  /**
   * The way in which the shares of links with a feature are kept away from 0 and 1.
   *
   * <p>Both add the same to classes of equal size. They differ when one class is much larger.
   */
  public enum Smoothing {

    /**
     * {@code P(F|C) = (count(F,C) + 1) / (count_C + 2)}: one link with the feature and one without,
     * for each class. The smoothing of Han et al. 2010 is lost in the scan; this is the usual one.
     *
     * <p>With ten negative links for each positive one, a word of five links, all of them negative,
     * is evidence for the positive class: (0+1)/(n+2) is more than (5+1)/(10n+2). There are many
     * rare words, so this costs much precision on classes of unequal size.
     */
    ADD_ONE,

    /**
     * Two links with the feature and two without, distributed to the classes in proportion to their
     * links: {@code P(F|C) = (count(F,C) + 2*pi_C) / (count_C + 4*pi_C)} with {@code pi_C = count_C
     * / (count_+ + count_-)}. An unknown feature is then evidence for neither class. The default.
     */
    PROPORTIONAL;

    /** Returns the number that is added to a count, for a class with this share of all links. */
    double added(double share) {
      return this == ADD_ONE ? 1 : 2 * share;
    }
  }

  /** The rule that selects the context of a link; its size is {@link LinkSettings#w}. */
  public enum ContextRule {

    /**
     * The rule of Han et al. 2010, see {@link AnalyzedPage#nearContext}: the next link's anchor if
     * it comes within {@code w} characters, else those characters.
     */
    PAPER {
      @Override
      LinkContext context(AnalyzedPage page, Link link, int w) {
        return page.nearContext(link, w);
      }
    },

    /** The next {@code w} characters, texts of other links included. The default. */
    WINDOW {
      @Override
      LinkContext context(AnalyzedPage page, Link link, int w) {
        return within(page.text(), link, link.textStart() - w, link.textEnd() + w);
      }
    },

    /**
     * The text of the link's block, the baseline of the paper: the smallest element with some text
     * in addition to the link, see {@link Link#blockStart}; of a long one the next {@code 4*w}
     * characters.
     */
    TAG_TREE {
      @Override
      LinkContext context(AnalyzedPage page, Link link, int w) {
        int from = Math.max(link.blockStart(), link.textStart() - BLOCK_WIDTHS * w);
        int to = Math.min(link.blockEnd(), link.textEnd() + BLOCK_WIDTHS * w);
        return within(page.text(), link, from, to);
      }
    };

    private static final int BLOCK_WIDTHS = 4;

    abstract LinkContext context(AnalyzedPage page, Link link, int w);

    private static LinkContext within(String text, Link link, int from, int to) {
      return new LinkContext(
          cut(text, Math.max(0, from), link.textStart()),
          cut(text, link.textEnd(), Math.min(text.length(), to)));
    }

    /** Extracts a part, without blanks at its ends and without half a surrogate pair. */
    private static String cut(String text, int from, int to) {
      int start = isInsidePair(text, from) ? from + 1 : from;
      int end = isInsidePair(text, to) ? to - 1 : to;
      return text.substring(start, Math.max(start, end)).strip();
    }

    private static boolean isInsidePair(String text, int index) {
      return index > 0
          && index < text.length()
          && Character.isSurrogatePair(text.charAt(index - 1), text.charAt(index));
    }
  }

  /**
   * A builder of {@link LinkSettings}. A second call that sets the same throws an {@link
   * IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private FeatureGroup group;
    private EventModel eventModel;
    private Smoothing smoothing;
    private boolean merged;
    private int minLinks;
    private int w;
    private ContextRule contextRule;

    private Builder(LinkSettings settings) {
      group = settings.group;
      eventModel = settings.eventModel;
      smoothing = settings.smoothing;
      merged = settings.merged;
      minLinks = settings.minLinks;
      w = settings.w;
      contextRule = settings.contextRule;
    }

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the features that count.
     *
     * @param group by default {@link FeatureGroup#ALL}
     * @return this
     */
    public Builder group(FeatureGroup group) {
      return set("group", () -> this.group = group);
    }

    /**
     * Sets the words that are multiplied over.
     *
     * @param eventModel by default {@link EventModel#PRESENT_ONLY}
     * @return this
     */
    public Builder eventModel(EventModel eventModel) {
      return set("eventModel", () -> this.eventModel = eventModel);
    }

    /**
     * Sets the way in which shares are kept away from 0 and 1.
     *
     * @param smoothing by default {@link Smoothing#PROPORTIONAL}
     * @return this
     */
    public Builder smoothing(Smoothing smoothing) {
      return set("smoothing", () -> this.smoothing = smoothing);
    }

    /**
     * Sets whether a word of the anchor and the same word of the context are one feature.
     *
     * @param merged by default false
     * @return this
     */
    public Builder merged(boolean merged) {
      return set("merged", () -> this.merged = merged);
    }

    /**
     * Sets the number of training links that must have a feature.
     *
     * @param minLinks 1 or more; by default 2
     * @return this
     */
    public Builder minLinks(int minLinks) {
      return set("minLinks", () -> this.minLinks = minLinks);
    }

    /**
     * Sets the size of the context.
     *
     * @param w characters on each side, 0 to 10,000; by default {@value LinkSettings#DEFAULT_W}
     * @return this
     */
    public Builder w(int w) {
      return set("w", () -> this.w = w);
    }

    /**
     * Sets the rule that selects the context.
     *
     * @param contextRule by default {@link ContextRule#WINDOW}
     * @return this
     */
    public Builder contextRule(ContextRule contextRule) {
      return set("contextRule", () -> this.contextRule = contextRule);
    }

    /**
     * {@return the settings}
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public LinkSettings build() {
      return new LinkSettings(group, eventModel, smoothing, merged, minLinks, w, contextRule);
    }
  }
}
