package io.dowser.crawler;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Visit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VisitPublisherTest {

  private final Crawler crawler =
      Crawls.of(Crawls.chain(200), "http://chain.test/0").workers(1).build();

  /** Remembers what it gets. */
  private static class Reader implements Flow.Subscriber<Visit> {

    private final List<Visit> visits = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
    private final CompletableFuture<Integer> end = new CompletableFuture<>();

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription.complete(given);
    }

    @Override
    public void onNext(Visit visit) {
      visits.add(visit);
    }

    @Override
    public void onError(Throwable error) {
      end.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      end.complete(visits.size());
    }

    Flow.Subscription subscribe(Crawler to) throws Exception {
      to.publisher().subscribe(this);
      return subscription.get();
    }

    void await(int number) {
      while (visits.size() < number) {
        Thread.onSpinWait();
      }
    }

    Throwable error() {
      Throwable thrown = Assertions.catchThrowableOfType(ExecutionException.class, end::get);
      return requireNonNull(thrown.getCause());
    }
  }

  @Test
  void subscriberGetsWhatItRequestsInCrawlOrder() throws Exception {
    try (crawler) {
      var reader = new Reader();
      Flow.Subscription subscription = reader.subscribe(crawler);
      subscription.request(3);
      reader.await(3);
      subscription.request(2);
      reader.await(5);
      assertThat(reader.visits).extracting(Visit::number).containsExactly(1L, 2L, 3L, 4L, 5L);
      assertThat(reader.end).isNotDone();
      subscription.request(Long.MAX_VALUE);
      subscription.request(Long.MAX_VALUE);

      assertThat(reader.end.get()).isEqualTo(200);
    }
  }

  @Test
  void cancelledSubscriptionStopsTheCrawl() throws Exception {
    try (crawler) {
      var reader = new Reader();
      Flow.Subscription subscription = reader.subscribe(crawler);
      subscription.request(1);
      reader.await(1);
      subscription.cancel();
      crawler.close();

      assertThat(reader.visits).hasSize(1);
      assertThat(reader.end).isNotDone();
    }
  }

  @Test
  void secondSubscriberAndAWrongRequestAreRefused() throws Exception {
    try (crawler) {
      Flow.Publisher<Visit> publisher = crawler.publisher();
      var first = new Reader();
      var second = new Reader();
      publisher.subscribe(first);
      publisher.subscribe(second);
      first.subscription.get().request(0);

      assertThat(second.error()).isInstanceOf(CrawlException.class);
      assertThat(first.error()).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void subscriberThatIsRefusedDoesNotStopTheCrawl() throws Exception {
    try (crawler) {
      Flow.Publisher<Visit> publisher = crawler.publisher();
      var first = new Reader();
      var second = new Reader();
      publisher.subscribe(first);
      publisher.subscribe(second);
      second.subscription.get().cancel();
      first.subscription.get().request(Long.MAX_VALUE);

      assertThat(first.end.get()).isEqualTo(200);
    }
  }

  @Test
  void subscriptionThatIsCancelledAtOnceStartsNoCrawl() {
    try (crawler) {
      var reader =
          new Reader() {
            @Override
            public void onSubscribe(Flow.Subscription given) {
              given.cancel();
            }
          };
      crawler.publisher().subscribe(reader);

      assertThat(crawler.run().statistics().visited()).isEqualTo(200); // it is not started yet
    }
  }

  @Test
  void closedCrawlIsAnError() throws Exception {
    crawler.close();
    var reader = new Reader();
    reader.subscribe(crawler);

    assertThat(reader.error()).isInstanceOf(CrawlException.class).hasMessageContaining("closed");
  }
}
