package io.dowser.crawler.testkit;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The simplest frontier that keeps every promise: it looks at all candidates at each poll. */
class ListFrontier implements Frontier, Resumable {

  final Map<CrawlUrl, Candidate> pending = new LinkedHashMap<>();

  @Override
  public void seed(Candidate seed) {
    pending.put(seed.url(), seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> best =
        pending.values().stream()
            .filter(candidate -> gate.isReady(candidate.url()))
            .reduce((a, b) -> goesBefore(a, b) ? a : b);
    best.ifPresent(candidate -> pending.remove(candidate.url()));
    return best;
  }

  boolean goesBefore(Candidate a, Candidate b) {
    return a.goesBefore(b);
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    links.forEach(this::take);
  }

  void take(ScoredLink link) {
    Candidate offered = link.candidate();
    Candidate held = pending.get(offered.url());
    if (held == null ? !link.pending() : offered.score() > held.score()) {
      pending.put(offered.url(), offered);
    }
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    if (reason == AbandonReason.STOPPED) {
      pending.put(candidate.url(), candidate);
    }
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    pending.replaceAll(
        (url, held) -> held.isSeed() ? held : held.withScore(score.applyAsDouble(held)));
  }

  @Override
  public int size() {
    return pending.size();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeInt(pending.size());
    for (Candidate each : pending.values()) {
      out.writeText(each.url().toString());
      out.writeLong(each.sequence());
      out.writeInt(each.depth());
      out.writeDouble(each.score());
      out.writeLong(each.parent());
      out.writeInt(each.pathState().size());
      for (double value : each.pathState().toArray()) {
        out.writeDouble(value);
      }
      out.writeInt(each.features().size());
      for (int value : each.features().toArray()) {
        out.writeInt(value);
      }
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    try {
      for (int left = in.readInt(); left > 0; left--) {
        seed(read(in));
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("not the state of a list frontier", e);
    }
  }

  Candidate read(StateReader in) throws IOException {
    return new Candidate(
        CrawlUrl.of(in.readText()),
        in.readLong(),
        in.readInt(),
        in.readDouble(),
        0,
        in.readLong(),
        pathState(in),
        features(in));
  }

  private static PathState pathState(StateReader in) throws IOException {
    var values = new double[checked(in.readInt(), PathState.MAX_SIZE)];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readDouble();
    }
    return PathState.of(values);
  }

  private static LinkFeatures features(StateReader in) throws IOException {
    var values = new int[checked(in.readInt(), LinkFeatures.MAX_SIZE)];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readInt();
    }
    return LinkFeatures.of(values);
  }

  private static int checked(int size, int most) throws IOException {
    if (size < 0 || size > most) {
      throw new IOException("size must be 0 to " + most + ", but was " + size);
    }
    return size;
  }
}
