package io.dowser.benchmarks;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A generated web: pages of real sentences, laid out and linked like a collection of manuals.
 *
 * <p>Half of the hosts speak English, half Chinese. A page links to the main pages of its host, to
 * five pages further down a tree that spans all pages, and to random pages, seven in ten of them on
 * its own host. Hrefs are relative within a host and absolute across hosts.
 *
 * <p>Immutable and thread-safe.
 */
final class Site {

  /** Main pages of a host that each of its pages links to. */
  static final int NAVIGATION = 6;

  private static final int CHILDREN = 5;

  /** Links of a page that are not random. */
  static final int FIXED_LINKS = NAVIGATION + CHILDREN;

  private static final String[] SECTIONS = {"guide", "reference", "howto", "notes", "faq"};
  private static final String[] NAMES = {
    "index", "query", "table", "build", "patch", "page", "lock", "cache", "file", "format", "rules"
  };

  private final SiteSpec spec;

  Site(SiteSpec spec) {
    this.spec = spec;
  }

  SiteSpec spec() {
    return spec;
  }

  /** The first page, from which all others are reachable. */
  String seed() {
    return url(0);
  }

  String url(int page) {
    return "http://" + host(page) + path(page);
  }

  String host(int page) {
    return String.format(Locale.ROOT, "host-%03d.test", page % spec.hosts());
  }

  String path(int page) {
    if (page < spec.hosts()) {
      return "/";
    }
    int onHost = page / spec.hosts();
    String section = SECTIONS[onHost % SECTIONS.length];
    return "/" + section + "/" + NAMES[onHost % NAMES.length] + "-" + page + ".html";
  }

  /** Returns the {@code href} of a link from one page to another. */
  String href(int from, int to) {
    return from % spec.hosts() == to % spec.hosts() ? path(to) : url(to);
  }

  Phrases phrases(int page) {
    return page % spec.hosts() % 2 == 0 ? Phrases.ENGLISH : Phrases.CHINESE;
  }

  /** Renders a page, in UTF-8. */
  byte[] page(int page) {
    return new SitePage(this, page, random(page)).render();
  }

  /** The distinct pages that a page links to, navigation first. */
  int[] targets(int page, SplittableRandom random) {
    var targets = new IntSet(spec.links());
    for (int i = 0; i < NAVIGATION; i++) {
      targets.add(page % spec.hosts() + i * spec.hosts(), spec.pages());
    }
    for (int i = 1; i <= CHILDREN; i++) {
      targets.add(CHILDREN * page + i, spec.pages());
    }
    while (!targets.isFull()) {
      int other = random.nextInt(spec.pages());
      boolean sameHost = random.nextInt(10) < 7;
      int shift = sameHost ? page % spec.hosts() - other % spec.hosts() : 0;
      targets.add(other + shift, spec.pages());
    }
    return targets.values();
  }

  private SplittableRandom random(int page) {
    return new SplittableRandom(31 * spec.seed() + page);
  }

  /** The first few distinct numbers that were added. */
  private static final class IntSet {

    private final int[] values;
    private int size;

    IntSet(int capacity) {
      values = new int[capacity];
    }

    void add(int value, int limit) {
      if (value < 0 || value >= limit || isFull()) {
        return;
      }
      for (int i = 0; i < size; i++) {
        if (values[i] == value) {
          return;
        }
      }
      values[size++] = value;
    }

    boolean isFull() {
      return size == values.length;
    }

    int[] values() {
      return values;
    }
  }
}
