package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;

/** A pending link at its place in the heap of its region. */
final class QueuedLink implements Comparable<QueuedLink> {

  final Region region;
  Candidate candidate; // a new score moves the link
  int place;

  QueuedLink(Candidate candidate, Region region) {
    this.candidate = candidate;
    this.region = region;
  }

  double score() {
    return candidate.score();
  }

  boolean goesBefore(QueuedLink other) {
    return candidate.goesBefore(other.candidate);
  }

  @Override
  public int compareTo(QueuedLink other) {
    return this == other ? 0 : goesBefore(other) ? -1 : 1;
  }
}
