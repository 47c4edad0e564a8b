package io.dowser.crawler.api;

/**
 * A link that was not queued.
 *
 * <pre>{@code
 * for (SkippedLink link : page.skippedLinks()) {
 *   System.out.println(link.target() + " " + link.why());
 * }
 * }</pre>
 *
 * @param target its target
 * @param reason the reason why it was not queued
 * @param detail the reason in the words of the {@link LinkPolicy} or {@link PageScoring} that
 *     dropped it, otherwise empty
 */
public record SkippedLink(CrawlUrl target, SkipReason reason, String detail) {

  /**
   * Creates a link that was skipped for a reason without details.
   *
   * @param target its target
   * @param reason the reason why it was not queued
   */
  public SkippedLink(CrawlUrl target, SkipReason reason) {
    this(target, reason, "");
  }

  /** {@return the name of the reason, followed by the detail if there is one} */
  public String why() {
    return detail.isEmpty() ? reason.name() : reason.name() + " " + detail;
  }
}
