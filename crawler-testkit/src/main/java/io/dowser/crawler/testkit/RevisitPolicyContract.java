package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The contract of every {@link RevisitPolicy}: intervals that are not negative and finite
 * priorities, the same for the same page in whatever order pages come. The pages of the tests have
 * every mix of extremes: no time at all and 292 million years, no recheck and 2^63 of them, a clock
 * that went back.
 *
 * <pre>{@code
 * class NewsFirstPolicyTest extends RevisitPolicyContract {
 *   @Override
 *   protected RevisitPolicy policy(RandomGenerator random) {
 *     return new NewsFirstPolicy(Duration.ofHours(random.nextInt(1, 100)));
 *   }
 * }
 * }</pre>
 */
public abstract class RevisitPolicyContract {

  private static final int PAGES = 500;

  /** The longest time that a crawl's directory can hold. */
  private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

  /** Called by subclasses. */
  protected RevisitPolicyContract() {}

  /**
   * {@return a new policy under test} Draw each of its parameters from its allowed range, the
   * extremes on purpose.
   *
   * @param random the source of randomness; equal randomness must give equal policies
   */
  protected abstract RevisitPolicy policy(RandomGenerator random);

  @SeededTest
  void intervalsAreNotNegativeAndFitIntoMilliseconds(long seed) {
    RevisitPolicy policy = create(seed);
    for (Question each : questions(seed)) {
      assertThat(policy.interval(each.page()))
          .as("interval of %s", each)
          .isBetween(Duration.ZERO, LONGEST);
    }
  }

  @SeededTest
  void prioritiesAreFinite(long seed) {
    RevisitPolicy policy = create(seed);
    for (Question each : questions(seed)) {
      double priority = policy.priority(each.page(), each.now());
      assertThat(Double.isFinite(priority)).as("priority %s of %s", priority, each).isTrue();
    }
  }

  @SeededTest
  void decisionsDoNotDependOnTheOrderOfPages(long seed) {
    RevisitPolicy policy = create(seed);
    List<Question> questions = questions(seed);
    List<Decision> expected = questions.stream().map(each -> each.put(policy)).toList();
    Collections.shuffle(questions, new Random(seed));
    questions.forEach(each -> each.put(policy));
    questions = questions(seed);

    assertThat(questions.stream().map(each -> each.put(policy)).toList()).isEqualTo(expected);
  }

  @SeededTest
  void equalPoliciesDecideEqually(long seed) {
    RevisitPolicy first = create(seed);
    RevisitPolicy second = create(seed);
    for (Question each : questions(seed)) {
      assertThat(each.put(second)).as("decision of %s", each).isEqualTo(each.put(first));
    }
  }

  private RevisitPolicy create(long seed) {
    return policy(new SplittableRandom(seed));
  }

  private static List<Question> questions(long seed) {
    var random = new SplittableRandom(~seed);
    return new ArrayList<>(Stream.generate(() -> Question.of(random)).limit(PAGES).toList());
  }

  /** A page, and the moment at which its priority is asked for. */
  private record Question(RecheckHistory page, Instant now) {

    static Question of(RandomGenerator random) {
      long checks = count(random);
      long changes = random.nextBoolean() ? checks : (long) (checks * random.nextDouble());
      Instant[] times = Stream.generate(() -> time(random)).limit(4).toArray(Instant[]::new);
      Instant checked = random.nextBoolean() ? times[2] : times[1];
      var page =
          new RecheckHistory(
              CrawlUrl.of("http://example.org/" + random.nextInt(1_000)),
              random.nextInt(4) == 0 ? random.nextInt(2) : random.nextDouble(),
              random.nextBoolean(),
              times[0],
              checked,
              times[1],
              checks,
              changes,
              span(random),
              span(random),
              random.nextInt(3) == 0 ? random.nextInt(Integer.MAX_VALUE) : 0,
              span(random));
      return new Question(page, random.nextInt(8) == 0 ? checked : times[3]);
    }

    private static long count(RandomGenerator random) {
      return random.nextInt(8) == 0 ? Long.MAX_VALUE : random.nextLong(1L << random.nextInt(20));
    }

    private static Instant time(RandomGenerator random) {
      return switch (random.nextInt(8)) {
        case 0 -> Instant.EPOCH;
        case 1 -> Instant.ofEpochMilli(Long.MAX_VALUE);
        default -> Instant.ofEpochMilli(random.nextLong(2_000_000_000_000L));
      };
    }

    private static Duration span(RandomGenerator random) {
      return switch (random.nextInt(8)) {
        case 0 -> Duration.ZERO;
        case 1 -> Duration.ofMillis(1);
        case 2 -> LONGEST;
        default -> Duration.ofMillis(random.nextLong(1L << random.nextInt(1, 42)));
      };
    }

    Decision put(RevisitPolicy policy) {
      return new Decision(policy.interval(page), policy.priority(page, now));
    }
  }

  /** The decision of a policy. */
  private record Decision(Duration interval, double priority) {}
}
