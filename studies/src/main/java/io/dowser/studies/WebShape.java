package io.dowser.studies;

import java.util.Locale;

/**
 * The shape of a generated web.
 *
 * @param kind the links by which its relevant pages can be reached
 * @param pages the number of pages, 1,000 to 1,000,000
 * @param hosts the number of their hosts, at least 20, each with 20 pages on average or more
 * @param relevant the share of relevant pages, 0.01 to 0.4
 * @param locality the share of relevant pages among those that a relevant page links to, 0 to 0.9
 * @param generic the share of links whose text does not describe their target, 0 to 1
 */
record WebShape(Kind kind, int pages, int hosts, double relevant, double locality, double generic) {

  /**
   * The links by which relevant pages can be reached, in addition to those of other relevant pages.
   */
  enum Kind {
    /** Other pages link to relevant ones, some three times less than chance would have it. */
    LOCAL,
    /**
     * A region of relevant pages is entered through three chains of 1 to 5 irrelevant pages alone.
     */
    TUNNELS,
    /**
     * Relevant pages hardly link to each other; each region has an irrelevant page that lists it.
     */
    HUBS,
    /**
     * As LOCAL, and as many pages near the topic whose titles promise it and that link to each
     * other.
     */
    DECEPTIVE,
    /**
     * Islands of five whole hosts each, entered through three chains of 1 to 5 irrelevant pages
     * alone.
     */
    ISLANDS;

    /** Whether relevant pages are linked from other regions and from irrelevant pages at large. */
    boolean isOpen() {
      return this == LOCAL || this == DECEPTIVE;
    }

    boolean hasChains() {
      return this == TUNNELS || this == ISLANDS;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int FEWEST_PAGES = 1_000;
  private static final int MOST_PAGES = 1_000_000;
  private static final int FEWEST_HOSTS = 20;
  private static final int PAGES_PER_HOST = 20;

  WebShape {
    within("--pages", pages, FEWEST_PAGES, MOST_PAGES);
    within("--hosts", hosts, FEWEST_HOSTS, pages / PAGES_PER_HOST);
    within("--relevant", relevant, 0.01, 0.4);
    within("--locality", locality, 0, 0.9);
    within("--generic-anchors", generic, 0, 1);
  }

  private static void within(String name, int value, int low, int high) {
    if (value < low || value > high) {
      throw new StudyException(
          String.format(Locale.ROOT, "%s must be %d to %d, but was %d", name, low, high, value));
    }
  }

  private static void within(String name, double value, double low, double high) {
    if (!(value >= low && value <= high)) { // written so that NaN fails too
      throw new StudyException(
          String.format(Locale.ROOT, "%s must be %s to %s, but was %s", name, low, high, value));
    }
  }
}
