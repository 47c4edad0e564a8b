package io.dowser.crawler.shark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.shark.SharkFrontier.LinkShare;
import java.util.List;
import java.util.function.IntSupplier;

/** Formula (5): the value of a pending URL by its potential and its in-links. */
final class LinkValue {

  private final double theta;
  private final double seedPotential;
  private final boolean byLargest;
  private final LinkLedger ledger;
  private final IntSupplier largest;

  /** Takes the largest in-link count of all pending URLs from elsewhere. */
  LinkValue(Settings settings, SharkProfile profile, LinkLedger ledger, IntSupplier largest) {
    this.theta =
        settings.number("theta", 0.85, 0, 1, "weight of the potential; in-links have 1 - theta");
    this.seedPotential = profile == SharkProfile.PAPER ? 1 : Double.POSITIVE_INFINITY;
    this.byLargest =
        settings.choice("linkShare", LinkShare.CRAWLED_PAGES, "divisor of the count of in-links")
            == LinkShare.LARGEST_COUNT;
    this.ledger = ledger;
    this.largest = largest;
  }

  double potential(Candidate candidate) {
    return candidate.isSeed() ? seedPotential : candidate.score();
  }

  /** Equal values: the larger potential, then the scorer's second key, then the earlier URL. */
  boolean isBefore(Candidate a, Candidate b) {
    int byValue = Double.compare(value(a), value(b));
    if (byValue != 0) {
      return byValue > 0;
    }
    int byPotential = Double.compare(potential(a), potential(b));
    if (byPotential != 0) {
      return byPotential > 0;
    }
    int byTieBreak = Double.compare(a.tieBreak(), b.tieBreak());
    return byTieBreak != 0 ? byTieBreak > 0 : a.sequence() < b.sequence();
  }

  /** Takes a value apart. */
  Explanation explain(String name, Candidate candidate) {
    double potential = potential(candidate);
    var potentialPart =
        new Explanation(
            "potential x " + theta,
            theta * potential,
            List.of(Explanation.of("potential", potential)));
    var linkPart =
        new Explanation(
            "in-link share x (1 - " + theta + ")",
            (1 - theta) * share(candidate),
            List.of(
                Explanation.of("in-links h", inLinks(candidate)),
                Explanation.of(byLargest ? "largest h" : "crawled pages N", divisor())));
    return new Explanation(name, value(candidate), List.of(potentialPart, linkPart));
  }

  /** The order of operations is that of the tests. */
  private double value(Candidate candidate) {
    double potential = potential(candidate);
    return potential == Double.POSITIVE_INFINITY // a seed, which theta = 0 would turn into NaN
        ? potential
        : theta * potential + (1 - theta) * share(candidate);
  }

  private double share(Candidate candidate) {
    double divisor = divisor();
    return divisor == 0 ? 0 : inLinks(candidate) / divisor;
  }

  private int inLinks(Candidate candidate) {
    return ledger.count(LinkLedger.number(candidate.sequence()));
  }

  private double divisor() {
    return byLargest ? largest.getAsInt() : ledger.crawled();
  }
}
