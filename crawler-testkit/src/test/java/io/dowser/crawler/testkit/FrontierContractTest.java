package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlContext.HostRecord;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.EOFException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each check of the contract fails for a frontier that breaks what it is about. */
class FrontierContractTest {

  private static final String CRAWL = "randomCrawlsKeepEveryPromise";
  private static final String RESTART = "afterARestartNothingIsLostAndNothingComesTwice";

  @ParameterizedTest(name = "{0} fails {1}")
  @MethodSource("brokenFrontiers")
  void checkFailsForAFrontierThatBreaksIt(Class<?> contract, String check) {
    ContractRun run = ContractRun.of(contract);

    assertThat(run.failed()).as(run.messages()).contains(check);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        BestFirstListFrontierTest.class,
        BreadthFirstListFrontierTest.class,
        RandomListFrontierTest.class,
        NewHostsFirst.class
      })
  void everyCheckPassesForAFrontierThatKeepsThem(Class<?> contract) {
    ContractRun run = ContractRun.of(contract);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed()).contains(CRAWL, "damagedStateIsRefusedWithoutTakingMuchMemory");
  }

  static Object[] brokenFrontiers() {
    return new Object[] {
      Arguments.of(GivesTwice.class, CRAWL),
      Arguments.of(GivesTwice.class, "everySeedComesOutOnce"),
      Arguments.of(NeverEmpty.class, "anEmptyFrontierHasNothingToGive"),
      Arguments.of(
          IgnoresTheGate.class, "aHostThatMustBeDelayedIsNotPolledAndAnotherIsPolledInstead"),
      Arguments.of(IgnoresTheGate.class, CRAWL),
      Arguments.of(WaitsForTheBest.class, CRAWL),
      Arguments.of(
          ForgetsThatHostsBecomeReady.class,
          "aHostIsPolledAgainAsSoonAsItsVisitEndedAndItsDelayPassed"),
      Arguments.of(DropsStopped.class, CRAWL),
      Arguments.of(KeepsAllAbandoned.class, CRAWL),
      Arguments.of(DropsLowScores.class, "linksWithExtremeScoresAllComeOut"),
      Arguments.of(MiscountsItself.class, CRAWL),
      Arguments.of(DoesNotRaise.class, CRAWL),
      Arguments.of(DoesNotMoveTheLinksOfAHost.class, CRAWL),
      Arguments.of(RekeysSeeds.class, CRAWL),
      Arguments.of(ScoresAllInOneSlice.class, CRAWL),
      Arguments.of(ScoresTheFirstAgainAndAgain.class, "slicesOfNewScoresReachEachLinkInItsTurn"),
      Arguments.of(OrdersByScore.class, "everyLinkOfATreeComesOutAndBreadthFirstLevelByLevel"),
      Arguments.of(HasItsOwnChance.class, "sameRandomnessAndSameCallsGiveTheSamePolls"),
      Arguments.of(
          RemembersTheTimesOfAnotherGate.class, "anotherGateIsAskedWhateverTheFormerOneReported"),
      Arguments.of(RemovesTheBest.class, "whatIsRemovedAsTheWorstComesBack"),
      Arguments.of(RemovesTheBest.class, CRAWL),
      Arguments.of(KeepsWhatItRemoves.class, "whatIsRemovedAsTheWorstComesBack"),
      Arguments.of(TakesNothingBack.class, "whatIsRemovedAsTheWorstComesBack"),
      Arguments.of(TakesNothingBack.class, RESTART),
      Arguments.of(PutsBackWithoutScores.class, RESTART),
      Arguments.of(RestoresWhatWasPending.class, "aRestoredPluginContinues"),
      Arguments.of(TakesBackWhatItKnows.class, "aRestoredPluginContinues"),
      Arguments.of(TakesHalfAState.class, "damagedStateIsRefusedWithoutTakingMuchMemory"),
      Arguments.of(TrustsSizes.class, "damagedStateIsRefusedWithoutTakingMuchMemory"),
      Arguments.of(RestoresWithSurprises.class, "damagedStateIsRefusedWithoutTakingMuchMemory")
    };
  }

  /** Not run by the build, because it is nested; only by way of {@link ContractRun}. */
  abstract static class Broken extends FrontierContract {

    private final Supplier<Frontier> frontier;

    Broken(Supplier<Frontier> frontier) {
      this.frontier = frontier;
    }

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return frontier.get();
    }

    @Override
    protected PollOrder pollOrder() {
      return PollOrder.BEST_FIRST;
    }
  }

  static class NewHostsFirst extends FrontierContract {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return new NewHostsFrontier(hosts());
    }

    @Override
    protected PollOrder pollOrder() {
      return PollOrder.BY_KEY;
    }
  }

  static class DoesNotMoveTheLinksOfAHost extends NewHostsFirst {

    @Override
    protected Frontier frontier(RandomGenerator random) {
      return new NewHostsFrontier(hosts()) {
        private final Map<Long, Double> places = new HashMap<>();

        @Override
        double place(Candidate link) {
          return places.computeIfAbsent(link.sequence(), first -> key(link));
        }
      };
    }
  }

  /** Prefers hosts with few visits and failures. */
  private static class NewHostsFrontier extends ListFrontier {

    private final CrawlContext.Hosts hosts;

    NewHostsFrontier(CrawlContext.Hosts hosts) {
      this.hosts = hosts;
    }

    @Override
    public double key(Candidate link) {
      HostRecord host = hosts.of(link.url());
      return -host.visits() - host.failures();
    }

    double place(Candidate link) {
      return key(link);
    }

    @Override
    boolean goesBefore(Candidate a, Candidate b) {
      return a.isSeed() == b.isSeed() ? place(a) >= place(b) : a.isSeed();
    }
  }

  static class GivesTwice extends Broken {
    GivesTwice() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public Optional<Candidate> poll(HostGate gate) {
                  Optional<Candidate> best = super.poll(gate);
                  best.filter(each -> each.sequence() % 5 == 4).ifPresent(this::seed);
                  return best;
                }
              });
    }
  }

  static class NeverEmpty extends Broken {
    NeverEmpty() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public int size() {
                  return Math.max(1, super.size());
                }
              });
    }
  }

  static class IgnoresTheGate extends Broken {
    IgnoresTheGate() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public Optional<Candidate> poll(HostGate gate) {
                  return super.poll(HostGate.OPEN);
                }
              });
    }
  }

  static class WaitsForTheBest extends Broken {
    WaitsForTheBest() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public Optional<Candidate> poll(HostGate gate) {
                  Optional<Candidate> best = super.poll(HostGate.OPEN);
                  best.filter(each -> !gate.isReady(each.url())).ifPresent(this::seed);
                  return best.filter(each -> gate.isReady(each.url()));
                }
              });
    }
  }

  static class ForgetsThatHostsBecomeReady extends Broken {
    ForgetsThatHostsBecomeReady() {
      super(
          () ->
              new ListFrontier() {
                private long notBefore = Long.MIN_VALUE;

                @Override
                public Optional<Candidate> poll(HostGate gate) {
                  if (gate.now() < notBefore) {
                    return Optional.empty();
                  }
                  for (Candidate each : pending.values()) {
                    notBefore = Math.max(notBefore, gate.readyAt(each.url()));
                  }
                  return super.poll(gate);
                }
              });
    }
  }

  static class DropsStopped extends Broken {
    DropsStopped() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public void abandon(Candidate candidate, AbandonReason reason) {}
              });
    }
  }

  static class KeepsAllAbandoned extends Broken {
    KeepsAllAbandoned() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public void abandon(Candidate candidate, AbandonReason reason) {
                  seed(candidate);
                }
              });
    }
  }

  static class DropsLowScores extends Broken {
    DropsLowScores() {
      super(
          () ->
              new ListFrontier() {
                @Override
                void take(ScoredLink link) {
                  if (link.candidate().score() > 0) {
                    super.take(link);
                  }
                }
              });
    }
  }

  static class MiscountsItself extends Broken {
    MiscountsItself() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public int size() {
                  return Math.min(super.size(), 30);
                }
              });
    }
  }

  static class DoesNotRaise extends Broken {
    DoesNotRaise() {
      super(
          () ->
              new ListFrontier() {
                @Override
                void take(ScoredLink link) {
                  if (!link.pending()) {
                    super.take(link);
                  }
                }
              });
    }
  }

  static class RekeysSeeds extends Broken {
    RekeysSeeds() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public void rekey(ToDoubleFunction<Candidate> score) {
                  pending.replaceAll((url, held) -> held.withScore(score.applyAsDouble(held)));
                }
              });
    }
  }

  static class ScoresAllInOneSlice extends Broken {
    ScoresAllInOneSlice() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public boolean rekeyNext(int most, ToDoubleFunction<Candidate> score) {
                  rekey(score);
                  return true;
                }
              });
    }
  }

  static class ScoresTheFirstAgainAndAgain extends Broken {
    ScoresTheFirstAgainAndAgain() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public boolean rekeyNext(int most, ToDoubleFunction<Candidate> score) {
                  pending.values().stream()
                      .filter(each -> !each.isSeed())
                      .limit(most)
                      .map(each -> each.withScore(score.applyAsDouble(each)))
                      .toList()
                      .forEach(each -> pending.put(each.url(), each));
                  return true;
                }
              });
    }
  }

  static class OrdersByScore extends Broken {
    OrdersByScore() {
      super(ListFrontier::new);
    }

    @Override
    protected PollOrder pollOrder() {
      return PollOrder.BREADTH_FIRST;
    }
  }

  static class HasItsOwnChance extends Broken {
    private static final AtomicLong CHANCE = new AtomicLong();

    HasItsOwnChance() {
      super(
          () ->
              new ListFrontier() {
                private final long salt = CHANCE.incrementAndGet() * 0x9e3779b97f4a7c15L;

                @Override
                boolean goesBefore(Candidate a, Candidate b) {
                  return a.sequence() * salt < b.sequence() * salt;
                }
              });
    }

    @Override
    protected PollOrder pollOrder() {
      return PollOrder.ANY;
    }
  }

  static class RemembersTheTimesOfAnotherGate extends Broken {
    RemembersTheTimesOfAnotherGate() {
      super(
          () ->
              new ListFrontier() {
                private final Map<String, Long> readyAt = new HashMap<>();

                @Override
                public Optional<Candidate> poll(HostGate gate) {
                  return super.poll(
                      new HostGate() {
                        @Override
                        public long now() {
                          return gate.now();
                        }

                        @Override
                        public long readyAt(CrawlUrl url) {
                          long reported = readyAt.getOrDefault(url.host(), Long.MIN_VALUE);
                          if (reported <= gate.now()) {
                            reported = gate.readyAt(url);
                            readyAt.put(url.host(), reported);
                          }
                          return reported;
                        }
                      });
                }

                @Override
                public void expand(Visit visit, List<ScoredLink> links) {
                  super.expand(visit, links);
                  readyAt.remove(visit.url().host());
                }

                @Override
                public void abandon(Candidate candidate, AbandonReason reason) {
                  super.abandon(candidate, reason);
                  readyAt.remove(candidate.url().host());
                }
              });
    }
  }

  static class RemovesTheBest extends Broken {
    RemovesTheBest() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public Optional<Candidate> removeWorst() {
                  return super.poll(HostGate.OPEN);
                }
              });
    }
  }

  static class KeepsWhatItRemoves extends Broken {
    KeepsWhatItRemoves() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public Optional<Candidate> removeWorst() {
                  Optional<Candidate> worst = super.removeWorst();
                  worst.ifPresent(this::seed);
                  return worst;
                }
              });
    }
  }

  static class TakesNothingBack extends Broken {
    TakesNothingBack() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public void putBack(Candidate candidate) {}
              });
    }
  }

  static class PutsBackWithoutScores extends Broken {
    PutsBackWithoutScores() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public void putBack(Candidate candidate) {
                  seed(candidate.isSeed() ? candidate : candidate.withScore(0));
                }
              });
    }
  }

  static class RestoresWhatWasPending extends Broken {
    RestoresWhatWasPending() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public void save(StateWriter out) throws IOException {
                  super.save(out);
                  out.writeInt(pending.size());
                  for (Candidate each : pending.values()) {
                    out.writeCandidate(each);
                  }
                }

                @Override
                public void restore(StateReader in) throws IOException {
                  super.restore(in);
                  for (int left = in.readCount("candidates"); left > 0; left--) {
                    seed(in.readCandidate());
                  }
                }
              });
    }
  }

  static class TakesBackWhatItKnows extends Broken {
    TakesBackWhatItKnows() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public void putBack(Candidate candidate) {
                  if (visits.isEmpty() || visits.containsKey(candidate.url().host())) {
                    super.putBack(candidate);
                  }
                }
              });
    }
  }

  static class TakesHalfAState extends Broken {
    TakesHalfAState() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public void restore(StateReader in) throws IOException {
                  try {
                    super.restore(in);
                  } catch (EOFException e) {
                    visits.clear();
                  }
                }
              });
    }
  }

  static class TrustsSizes extends Broken {
    TrustsSizes() {
      super(
          () ->
              new ListFrontier() {
                @Override
                int readVisits(StateReader in) throws IOException {
                  int count = super.readVisits(in);
                  return count - new long[Math.min(count, 1 << 25)].length;
                }
              });
    }
  }

  static class RestoresWithSurprises extends Broken {
    RestoresWithSurprises() {
      super(
          () ->
              new ListFrontier() {
                @Override
                public void restore(StateReader in) {
                  try {
                    super.restore(in);
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                }
              });
    }
  }
}
