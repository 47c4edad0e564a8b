package io.dowser.crawler.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The pages that a question can find in its web, each with the relevance by the judge that
 * measures. Strategies do not see it. Immutable once complete.
 */
final class Census {

  private final Web web;
  private final double threshold;
  private final List<Finding> findings = new ArrayList<>();
  private final BitSet relevant = new BitSet();
  private final Map<Guide, BitSet> guided = new LinkedHashMap<>();

  /**
   * One page.
   *
   * @param relevance the relevance by the judge that measures
   * @param likeness the cosine of its words with the topic's, NaN if there is no topic
   */
  record Finding(double relevance, double likeness) {}

  Census(Web web, double threshold) {
    this.web = web;
    this.threshold = threshold;
  }

  /** Adds the next page of the web. */
  void add(Finding finding) {
    relevant.set(findings.size(), finding.relevance() >= threshold);
    findings.add(finding);
  }

  /** Records whether the page that was added last is relevant to a guide. */
  void guided(Guide guide, boolean taken) {
    guided.computeIfAbsent(guide, any -> new BitSet()).set(findings.size() - 1, taken);
  }

  Web web() {
    return web;
  }

  int size() {
    return findings.size();
  }

  double threshold() {
    return threshold;
  }

  double relevance(int page) {
    return findings.get(page).relevance();
  }

  double likeness(int page) {
    return findings.get(page).likeness();
  }

  boolean isRelevant(int page) {
    return relevant.get(page);
  }

  int relevantPages() {
    return relevant.cardinality();
  }

  /** Returns the topical locality of the links between pages of the web. */
  Locality locality() {
    int[][] links = web.links();
    return new Locality(locality(links, true), locality(links, false));
  }

  private double locality(int[][] links, boolean ofRelevant) {
    return IntStream.range(0, size())
        .filter(page -> isRelevant(page) == ofRelevant)
        .flatMap(page -> Arrays.stream(links[page]))
        .mapToDouble(target -> isRelevant(target) ? 1 : 0)
        .average()
        .orElse(0);
  }

  /**
   * The share of links that lead to relevant pages; 0 if there are no links.
   *
   * @param ofRelevant of the links of relevant pages
   * @param ofOthers of the links of all other pages
   */
  record Locality(double ofRelevant, double ofOthers) {}

  /** Returns the quality of a guide as a judge of all pages of the web. */
  Agreement agreement(Guide guide) {
    BitSet taken = guided.getOrDefault(guide, new BitSet());
    var both = (BitSet) taken.clone();
    both.and(relevant);
    return new Agreement(taken.cardinality(), both.cardinality(), relevantPages());
  }

  /**
   * The agreement of a guide with the judge that measures.
   *
   * @param taken pages that are relevant to the guide
   * @param both those of them that are relevant
   * @param relevant pages that are relevant
   */
  record Agreement(int taken, int both, int relevant) {

    /** Returns the share of relevant pages among those that the guide takes; 0 if it takes none. */
    double precision() {
      return taken == 0 ? 0 : (double) both / taken;
    }

    /** Returns the share of the relevant pages that the guide takes. */
    double recall() {
      return relevant == 0 ? 0 : (double) both / relevant;
    }
  }
}
