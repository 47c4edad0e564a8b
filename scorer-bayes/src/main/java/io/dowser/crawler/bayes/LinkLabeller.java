package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects labelled links while a crawl runs, breadth first from general seeds: a link to a page of
 * a trusted site is an example of a link on the topic, one to a page of the other list an example
 * of one off it.
 *
 * <pre>{@code
 * var labeller = LinkLabeller.builder(onTopic, offTopic).build();
 * Crawler.builder().frontier("breadth-first", Map.of()).listener(labeller) ...
 * labeller.save(Path.of("links.jsonl"));
 * }</pre>
 *
 * <p>Source: Han et al. 2010. Examples are a set of target, anchor and context, so a menu that
 * stands on each page of a site counts once. Where this differs: a link that falls under both lists
 * is left out, where the paper would take it twice; and there are caps, because a few targets that
 * many pages link to would outweigh all others.
 *
 * <p>Reported by the crawl on one thread; what was collected may be asked for on that thread or
 * after the crawl.
 */
public final class LinkLabeller implements CrawlListener {

  private final SiteList onTopic;
  private final SiteList offTopic;
  private final LinkSettings settings;
  private final int capPerTarget;
  private final int capPerClass;
  private final List<LabelledLink> links = new ArrayList<>();
  private final Set<Triple> seen = new HashSet<>();
  private final Map<CrawlUrl, Integer> perTarget = new HashMap<>();
  private final int[] perClass = new int[2];

  private LinkLabeller(Builder builder) {
    this.onTopic = builder.onTopic;
    this.offTopic = builder.offTopic;
    this.settings = builder.settings;
    this.capPerTarget = builder.capPerTarget;
    this.capPerClass = builder.capPerClass;
  }

  /**
   * {@return a builder with the default settings and caps}
   *
   * @param onTopic sites whose pages are on the topic
   * @param offTopic sites whose pages are not
   */
  public static Builder builder(SiteList onTopic, SiteList offTopic) {
    return new Builder(onTopic, offTopic);
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      AnalyzedPage page = visited.visit().page();
      for (Link link : page.links()) {
        add(page, link);
      }
    }
  }

  private void add(AnalyzedPage page, Link link) {
    CrawlUrl target = link.target();
    boolean on = onTopic.contains(target);
    int ofTarget = perTarget.getOrDefault(target, 0);
    boolean capped = ofTarget == capPerTarget || perClass[on ? 0 : 1] == capPerClass;
    if (on == offTopic.contains(target) || capped) {
      return; // and forgotten, so that memory is bounded by the caps
    }
    LinkContext context = settings.context(page, link);
    if (seen.add(new Triple(target, link.anchorText(), context))) {
      perTarget.put(target, ofTarget + 1);
      perClass[on ? 0 : 1]++;
      links.add(
          new LabelledLink(page.url().host(), target.toString(), link.anchorText(), context, on));
    }
  }

  private record Triple(CrawlUrl target, String anchor, LinkContext context) {}

  /** {@return a copy of the links collected, in the order in which the links were found} */
  public List<LabelledLink> links() {
    return List.copyOf(links);
  }

  /**
   * Saves what was collected as JSON lines; see {@link LabelledLink}.
   *
   * @param file where to; its directory is created if it does not exist; what was there is replaced
   * @throws IOException if it cannot be written
   */
  public void save(Path file) throws IOException {
    LabelledLink.write(file, links);
  }

  @Override
  public String toString() {
    return "LinkLabeller[" + perClass[0] + " links on the topic, " + perClass[1] + " off it]";
  }

  /** Settles what is collected; not thread-safe. */
  public static final class Builder {

    private final SiteList onTopic;
    private final SiteList offTopic;
    private LinkSettings settings = LinkSettings.RECOMMENDED;
    private int capPerTarget = 50;
    private int capPerClass = 100_000;

    private Builder(SiteList onTopic, SiteList offTopic) {
      this.onTopic = requireNonNull(onTopic, "onTopic");
      this.offTopic = requireNonNull(offTopic, "offTopic");
    }

    /**
     * Sets which text is the context of a link.
     *
     * @param settings those of the trainer; by default {@link LinkSettings#RECOMMENDED}
     * @return this
     */
    public Builder settings(LinkSettings settings) {
      this.settings = requireNonNull(settings, "settings");
      return this;
    }

    /**
     * Sets how many examples may have one target.
     *
     * @param links 1 or more, by default 50
     * @return this
     * @throws IllegalArgumentException if it is below 1
     */
    public Builder capPerTarget(int links) {
      capPerTarget = Checks.positive("capPerTarget", links);
      return this;
    }

    /**
     * Sets how many examples of each class are collected; the first ones are kept.
     *
     * @param links 1 or more, by default 100,000
     * @return this
     * @throws IllegalArgumentException if it is below 1
     */
    public Builder capPerClass(int links) {
      capPerClass = Checks.positive("capPerClass", links);
      return this;
    }

    /** {@return a labeller for one crawl with these settings} */
    public LinkLabeller build() {
      return new LinkLabeller(this);
    }
  }
}
