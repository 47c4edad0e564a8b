package io.dowser.examples.quickstart;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A frontier that passes on only links to bundled pages, since behind all others there is nothing;
 * the order is that of another frontier.
 */
final class BundledLinks implements Frontier {

  private final Frontier order;
  private final BundledWeb web;

  BundledLinks(Frontier order, BundledWeb web) {
    this.order = order;
    this.web = web;
  }

  @Override
  public void seed(Candidate seed) {
    order.seed(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    return order.poll(gate);
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    order.expand(
        visit, links.stream().filter(link -> web.contains(link.candidate().url())).toList());
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    order.abandon(candidate, reason);
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    order.rekey(score);
  }

  @Override
  public int size() {
    return order.size();
  }
}
