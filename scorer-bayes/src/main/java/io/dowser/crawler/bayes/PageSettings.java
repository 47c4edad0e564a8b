package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of a {@link PageModel}: of its training and of the densities of its terms.
 *
 * <pre>{@code
 * PageSettings settings = PageSettings.RECOMMENDED.toBuilder().minDf(5).build();
 * PageTrainer trainer = PageTrainer.builder("finance").settings(settings).build();
 * }</pre>
 *
 * @param density the form of the densities
 * @param sharedWidth whether both classes have kernels of one width, {@code 1/sqrt((n+ + n-)/2)};
 *     otherwise each has its own, {@code 1/sqrt(n_c)}, and each term that is absent shifts the
 *     log-odds towards the larger class by {@code 0.5 * ln(n+/n-)}. Without effect on {@link
 *     Density#NORMAL}
 * @param e the share of a uniform density from 0 to the term's largest weight that is mixed into
 *     each density, from 0 to below 1: {@code p' = (1-e)*p + e/idf}. With 0, one word that a class
 *     has never seen decides everything
 * @param minDf the number of training documents that must have a term for it to be kept, 1 or more
 * @param balanced whether the larger class is sampled down to the size of the smaller one before
 *     anything is counted
 * @param calibrated whether log-odds are counted from the threshold that has the best F1 on
 *     training documents that were held out (five folds), instead of from the prior and what the
 *     absence of all terms says. The order of texts is the same. With classes of different size the
 *     sum over absent terms can be in the thousands, so that all documents are called positive, or
 *     none. The threshold is one of texts as long as the training documents; titles need another. A
 *     model with fewer than five documents of a class is not calibrated
 */
public record PageSettings(
    Density density,
    boolean sharedWidth,
    double e,
    int minDf,
    boolean balanced,
    boolean calibrated) {

  /**
   * The settings of Zou et al. 2009: kernels of class-wise width, no floor, all terms. The classes
   * are balanced because otherwise class-wise widths decide instead of the words.
   */
  public static final PageSettings PAPER =
      new PageSettings(Density.KERNEL, false, 0, 1, true, false);

  /** The default settings. */
  public static final PageSettings RECOMMENDED =
      new PageSettings(Density.NORMAL, true, 0.001, 2, false, true);

  /**
   * Checks the values.
   *
   * @param density the form of the densities
   * @param sharedWidth whether both classes have kernels of one width
   * @param e the share of a uniform density, from 0 to below 1
   * @param minDf the number of training documents that must have a term, 1 or more
   * @param balanced whether the larger class is sampled down
   * @param calibrated whether the threshold is learned from documents that were held out
   * @throws IllegalArgumentException if a value is out of its range
   */
  public PageSettings {
    requireNonNull(density, "density");
    if (!(e >= 0 && e < 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("e must be from 0 to below 1, but was " + e);
    }
    Checks.positive("minDf", minDf);
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
    facts.put("density", density.name());
    facts.put("sharedWidth", Boolean.toString(sharedWidth));
    facts.put("e", Double.toString(e));
    facts.put("minDf", Integer.toString(minDf));
    facts.put("balanced", Boolean.toString(balanced));
    facts.put("calibrated", Boolean.toString(calibrated));
    return facts;
  }

  /** The assumed distribution of the weights of a term in the documents of a class. */
  public enum Density {

    /** The mean of normal densities around all weights of the training documents. */
    KERNEL,

    /** One normal density with the mean and variance of these weights; the default. */
    NORMAL
  }

  /**
   * A builder of {@link PageSettings}. A second call that sets the same throws an {@link
   * IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private Density density;
    private boolean sharedWidth;
    private double e;
    private int minDf;
    private boolean balanced;
    private boolean calibrated;

    private Builder(PageSettings settings) {
      density = settings.density;
      sharedWidth = settings.sharedWidth;
      e = settings.e;
      minDf = settings.minDf;
      balanced = settings.balanced;
      calibrated = settings.calibrated;
    }

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the form of the densities.
     *
     * @param density by default {@link Density#NORMAL}
     * @return this
     */
    public Builder density(Density density) {
      return set("density", () -> this.density = density);
    }

    /**
     * Sets whether both classes have kernels of one width.
     *
     * @param sharedWidth by default true; without effect on {@link Density#NORMAL}
     * @return this
     */
    public Builder sharedWidth(boolean sharedWidth) {
      return set("sharedWidth", () -> this.sharedWidth = sharedWidth);
    }

    /**
     * Sets the share of the uniform density.
     *
     * @param e 0 to below 1; by default 0.001
     * @return this
     */
    public Builder e(double e) {
      return set("e", () -> this.e = e);
    }

    /**
     * Sets the number of training documents that must have a term.
     *
     * @param minDf 1 or more; by default 2
     * @return this
     */
    public Builder minDf(int minDf) {
      return set("minDf", () -> this.minDf = minDf);
    }

    /**
     * Sets whether the larger class is sampled down.
     *
     * @param balanced by default false
     * @return this
     */
    public Builder balanced(boolean balanced) {
      return set("balanced", () -> this.balanced = balanced);
    }

    /**
     * Sets whether log-odds are relative to a threshold that is learned.
     *
     * @param calibrated by default true
     * @return this
     */
    public Builder calibrated(boolean calibrated) {
      return set("calibrated", () -> this.calibrated = calibrated);
    }

    /**
     * {@return the settings}
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public PageSettings build() {
      return new PageSettings(density, sharedWidth, e, minDf, balanced, calibrated);
    }
  }
}
