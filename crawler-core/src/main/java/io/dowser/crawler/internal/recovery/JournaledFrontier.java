package io.dowser.crawler.internal.recovery;

import com.google.common.io.ByteArrayDataOutput;
import com.google.common.io.ByteStreams;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.toolkit.queue.CandidateTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Writes down what a frontier is asked and what it answers, in few bytes, so that a frontier of the
 * same kind can be brought to the same state by telling it the same again. What {@link
 * FrontierReplay} needs beside this (visits, links, URLs) the store has anyway.
 */
final class JournaledFrontier implements Frontier, Resumable {

  static final byte SEED = 'S';
  static final byte LISTED = 'L';
  static final byte POLL = 'P';
  static final byte EXPAND = 'E';
  static final byte ABANDON = 'A';
  static final byte REKEY = 'R';
  static final byte RESCORED = 'N';
  static final byte REKEY_NEXT = 'T';

  private static final int FORMAT = 4;

  private final Frontier frontier;
  private final CountedRandom random;
  private final BiConsumer<Candidate, AbandonReason> abandoned;
  private RecordingGate gate = new RecordingGate();
  private final Map<Long, Candidate> inFlight = new LinkedHashMap<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private ByteArrayDataOutput out = ByteStreams.newDataOutput(bytes);
  private boolean stopped;
  private boolean rekeyed;

  /**
   * Wraps a frontier.
   *
   * @param abandoned is notified of each candidate that is abandoned before {@link #stop}
   */
  JournaledFrontier(
      Frontier frontier, CountedRandom random, BiConsumer<Candidate, AbandonReason> abandoned) {
    this.frontier = frontier;
    this.random = random;
    this.abandoned = abandoned;
  }

  Frontier inner() {
    return frontier;
  }

  RecordingGate gate() {
    return gate;
  }

  CountedRandom random() {
    return random;
  }

  /**
   * Has the frontier forget which hosts are delayed. To be called when it was saved: a frontier
   * that is restored does not know it either and asks again, and the journal must have been written
   * by one that asks the same.
   */
  void askHostsAgain() {
    gate = gate.successor();
  }

  /** Candidates that were polled and neither visited nor abandoned, in the order of their polls. */
  Map<Long, Candidate> inFlight() {
    return inFlight;
  }

  int journalSize() {
    return bytes.size();
  }

  /** Reports whether something happened that a saved state must cover. */
  boolean needsSnapshot() {
    return rekeyed;
  }

  /** Returns what was written down since the last call. */
  byte[] takeJournal() {
    byte[] taken = bytes.toByteArray();
    bytes.reset();
    rekeyed = false;
    return taken;
  }

  /** Nothing is written down any more: what is in flight stays so, whatever is said of it. */
  void stop() {
    stopped = true;
    out = ByteStreams.newDataOutput();
  }

  @Override
  public void seed(Candidate seed) {
    frontier.seed(seed);
    if (seed.isSeed()) {
      out.writeByte(SEED);
      out.writeLong(seed.sequence());
      out.writeUTF(seed.url().toString());
    } else {
      writeListed(seed);
    }
  }

  private void writeListed(Candidate entry) {
    var table = new CandidateTable();
    table.add(entry);
    var saved = new ByteArrayOutputStream();
    try {
      table.save(StateWriter.to(saved));
    } catch (IOException e) {
      throw new UncheckedIOException("bytes cannot be written to memory", e);
    }
    out.writeByte(LISTED);
    out.writeInt(saved.size());
    out.write(saved.toByteArray());
  }

  @Override
  public Optional<Candidate> poll(HostGate hosts) {
    return poll(hosts, frontier::poll, List.of());
  }

  /** The new scores are written down, because the model of that moment is not kept. */
  @Override
  public Optional<Candidate> poll(HostGate hosts, ToDoubleFunction<Candidate> score) {
    var scores = new ArrayList<Double>();
    return poll(hosts, ready -> frontier.poll(ready, noted(score, scores)), scores);
  }

  private Optional<Candidate> poll(
      HostGate hosts, Function<HostGate, Optional<Candidate>> poll, List<Double> scores) {
    gate.begin(hosts);
    long draws = random.draws();
    Optional<Candidate> polled = poll.apply(gate);
    if (!scores.isEmpty()) {
      writeScores(RESCORED, scores);
    }
    if (polled.isPresent() || gate.asked() > 0 || random.draws() != draws || !scores.isEmpty()) {
      writePoll(polled.map(Candidate::sequence).orElse(-1L));
    }
    polled.ifPresent(candidate -> inFlight.put(candidate.sequence(), candidate));
    return polled;
  }

  private static ToDoubleFunction<Candidate> noted(
      ToDoubleFunction<Candidate> score, List<Double> scores) {
    return candidate -> {
      double fresh = score.applyAsDouble(candidate);
      scores.add(fresh);
      return fresh;
    };
  }

  private void writeScores(byte what, List<Double> scores) {
    out.writeByte(what);
    out.writeInt(scores.size());
    scores.forEach(out::writeDouble);
  }

  private void writePoll(long sequence) {
    out.writeByte(POLL);
    out.writeLong(sequence);
    out.writeLong(gate.now());
    out.writeInt(gate.asked());
    for (int i = 0; i < gate.asked(); i++) {
      out.writeLong(gate.answer(i));
    }
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    frontier.expand(visit, links);
    inFlight.remove(visit.candidate().sequence());
    out.writeByte(EXPAND);
    out.writeLong(visit.candidate().sequence());
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    frontier.abandon(candidate, reason);
    if (!stopped) {
      inFlight.remove(candidate.sequence());
      out.writeByte(ABANDON);
      out.writeLong(candidate.sequence());
      out.writeUTF(reason.name());
      abandoned.accept(candidate, reason);
    }
  }

  /** A frontier that can be saved is saved with the next commit instead. */
  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    if (frontier instanceof Resumable) {
      frontier.rekey(score);
      rekeyed = true;
      return;
    }
    List<Double> scores = new ArrayList<>();
    frontier.rekey(noted(score, scores));
    writeScores(REKEY, scores);
  }

  @Override
  public boolean rekeyNext(int most, ToDoubleFunction<Candidate> score) {
    List<Double> scores = new ArrayList<>(most);
    boolean done = frontier.rekeyNext(most, noted(score, scores));
    if (done) {
      writeScores(REKEY_NEXT, scores);
      out.writeInt(most);
    }
    return done;
  }

  @Override
  public int size() {
    return frontier.size();
  }

  @Override
  public long tableBytes() {
    return frontier.tableBytes();
  }

  @Override
  public List<Candidate> next(int most) {
    return frontier.next(most);
  }

  /** Writes the frontier's own state and what is in flight. */
  @Override
  public void save(StateWriter state) throws IOException {
    state.section("frontier", FORMAT);
    state.writeLong(random.draws());
    state.writeLong(gate.latest());
    resumable().save(state);
    var table = new CandidateTable();
    inFlight.values().forEach(table::add);
    table.save(state.withUrls());
  }

  @Override
  public void restore(StateReader state) throws IOException {
    state.section("frontier", FORMAT);
    long draws = state.readLong();
    gate.startAfter(state.readLong());
    resumable().restore(state);
    var table = new CandidateTable();
    table.restore(state);
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      inFlight.put(table.get(slot).sequence(), table.get(slot));
    }
    random.skipTo(draws);
  }

  private Resumable resumable() {
    if (frontier instanceof Resumable resumable) {
      return resumable;
    }
    throw new CrawlException(frontier.getClass().getName() + " cannot be saved");
  }
}
