package io.dowser.crawler.testkit;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.testkit.InMemoryWeb.WebPage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Draws a {@link RandomWeb}.
 *
 * <p>Page 0 is the seed. Every later page is linked from an earlier one (so all can be reached),
 * which belongs to its own side of the topic where that is possible; random links come on top.
 */
final class RandomWebGenerator {

  private static final List<String> TOPIC_WORDS = List.of("laser", "photon", "optics");
  private static final String[] OTHER_WORDS =
      ("harbour bread window river market season engine paper garden winter station letter copper"
              + " village hammer singer bridge coffee mirror pocket ladder museum orchard theatre")
          .split(" ", -1);
  private static final int WORDS_PER_PAGE = 120;
  private static final double TOPIC_SHARE = 0.2;
  private static final double TOPIC_WORD_RATE = 0.08;
  private static final double ACCIDENT_RATE = 0.002;
  private static final double TELLING_ANCHOR_RATE = 0.8;

  private final RandomWeb.Builder options;
  private final SplittableRandom random;
  private final CrawlUrl[] urls;
  private final boolean[] onTopic;
  private final List<Integer> topicPages = new ArrayList<>();
  private final List<List<Integer>> targets = new ArrayList<>();

  RandomWebGenerator(RandomWeb.Builder options) {
    this.options = options;
    this.random = new SplittableRandom(options.seed);
    this.urls = new CrawlUrl[options.pages];
    this.onTopic = new boolean[options.pages];
  }

  RandomWeb generate() {
    for (int page = 0; page < options.pages; page++) {
      drawPage(page);
    }
    for (int page = 1; page < options.pages; page++) {
      targets.get(parent(page)).add(page);
    }
    for (int page = 0; page < options.pages; page++) {
      drawLinks(page);
    }
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    Set<CrawlUrl> truth = new LinkedHashSet<>();
    for (int page = 0; page < options.pages; page++) {
      web.page(write(page));
      if (onTopic[page]) {
        truth.add(urls[page]);
      }
    }
    Topic topic = Topic.of(TOPIC_WORDS.toArray(String[]::new));
    return new RandomWeb(web.build(), topic, urls[0], Collections.unmodifiableSet(truth));
  }

  private void drawPage(int page) {
    int host = page < options.hosts ? page : random.nextInt(options.hosts); // no host without page
    urls[page] = CrawlUrl.of("http://host" + host + ".example/page" + page);
    targets.add(new ArrayList<>());
    onTopic[page] = page > 0 && random.nextDouble() < TOPIC_SHARE;
    if (onTopic[page]) {
      topicPages.add(page);
    }
  }

  /**
   * Returns an earlier page, which is on the topic or not like this one if four tries find such a
   * page.
   */
  private int parent(int page) {
    int parent = random.nextInt(page);
    for (int i = 0; i < 3 && onTopic[parent] != onTopic[page]; i++) {
      parent = random.nextInt(page);
    }
    return parent;
  }

  private void drawLinks(int page) {
    List<Integer> links = targets.get(page);
    for (int i = 0; i < options.linksPerPage; i++) {
      boolean local = onTopic[page] && random.nextDouble() < options.topicLocality;
      links.add(
          local
              ? topicPages.get(random.nextInt(topicPages.size()))
              : random.nextInt(options.pages));
    }
  }

  private WebPage write(int page) {
    double rate = onTopic[page] ? TOPIC_WORD_RATE : ACCIDENT_RATE;
    List<WebLink> links = targets.get(page).stream().map(this::link).toList();
    return new WebPage(urls[page], "Page " + page, words(WORDS_PER_PAGE, rate), links);
  }

  private WebLink link(int target) {
    boolean telling = onTopic[target] && random.nextDouble() < TELLING_ANCHOR_RATE;
    return new WebLink(
        urls[target].toString(),
        words(3, telling ? 0.5 : ACCIDENT_RATE),
        words(6, telling ? 0.2 : 0));
  }

  private String words(int count, double topicRate) {
    var text = new StringBuilder(8 * count);
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append(word(topicRate));
    }
    return text.toString();
  }

  private String word(double topicRate) {
    return random.nextDouble() < topicRate
        ? TOPIC_WORDS.get(random.nextInt(TOPIC_WORDS.size()))
        : OTHER_WORDS[random.nextInt(OTHER_WORDS.length)];
  }
}
