package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.Fetcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check of the contract fails for a fetcher that breaks what it is about. */
class FetcherContractTest {

  @ParameterizedTest(name = "{0} fails {1}")
  @MethodSource("brokenFetchers")
  void checkFailsForAFetcherThatBreaksIt(Class<?> contract, String[] checks) {
    ContractRun run = ContractRun.of(contract);

    assertThat(run.failed()).as(run.messages()).contains(checks);
  }

  @Test
  void everyCheckPassesForAFetcherThatKeepsThem() {
    ContractRun run = ContractRun.of(SocketFetcherTest.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed()).contains("aPageComesWithStatusHeadersAndAllBytes").hasSize(18);
  }

  static Object[] brokenFetchers() {
    return new Object[] {
      broken(
          FollowsRedirects.class,
          "aRedirectIsReportedAndNotFollowed",
          "aRedirectWithoutTargetIsAFailure"),
      broken(
          AsksTwice.class,
          "anErrorStatusIsAFailureAfterOneRequest",
          "aConnectionClosedWithoutResponseIsAFailureAfterOneRequest"),
      broken(
          Throws.class,
          "anErrorStatusIsAFailureAfterOneRequest",
          "aClosedPortIsRefused",
          "anUnknownHostIsAFailure"),
      broken(
          SwallowsInterrupts.class,
          "anInterruptEndsAFetchThatHangs",
          "anInterruptedThreadFetchesNothing"),
      broken(HasAUserAgentForAToken.class, "theProductTokenIsOneThatRobotsTxtCanHave"),
      broken(ForgetsConditions.class, "conditionsAreSentAndAnUnchangedPageIsReported"),
      broken(
          HidesTruncation.class,
          "aBodyOverTheLimitIsTruncatedThereAndSaysSo",
          "aBodyThatIsAbortedIsNotTakenForComplete"),
      broken(TakesThePageForWhatCame.class, "aBodyReportsHowItCameOrNothing"),
      broken(CutsTooEarly.class, "aBodyAtTheLimitIsComplete", "anEmptyPageIsAPage"),
      broken(
          SharesItsResult.class,
          "manyThreadsAtOnceGetTheirOwnPages",
          "aPageComesWithStatusHeadersAndAllBytes")
    };
  }

  private static Arguments broken(Class<?> contract, String... checks) {
    return Arguments.of(contract, checks);
  }

  /** Not run by the build, because it is nested; only by way of {@link ContractRun}. */
  abstract static class Broken extends FetcherContract {

    private final Supplier<Fetcher> fetcher;

    Broken(Supplier<Fetcher> fetcher) {
      this.fetcher = fetcher;
    }

    @Override
    protected Fetcher fetcher() {
      return fetcher.get();
    }

    @Override
    protected int maxBodyBytes() {
      return SocketFetcher.LIMIT;
    }
  }

  static class HasAUserAgentForAToken extends Broken {
    HasAUserAgentForAToken() {
      super(
          () ->
              new SocketFetcher() {
                @Override
                public String productToken() {
                  return "acme/1.0";
                }
              });
    }
  }

  static class FollowsRedirects extends Broken {
    FollowsRedirects() {
      super(
          () ->
              new SocketFetcher() {
                @Override
                public FetchResult fetch(FetchRequest request) throws InterruptedException {
                  FetchResult result = super.fetch(request);
                  if (result instanceof FetchResult.Redirect redirect) {
                    URI from = URI.create(request.url().toString());
                    String target = from.resolve("/target").toString();
                    return target.endsWith(redirect.location()) ? result : again(target);
                  }
                  return result instanceof FetchResult.Failed failed
                          && failed.reason() == FailureReason.PROTOCOL
                      ? new FetchResult.NotModified(request.url())
                      : result;
                }

                private FetchResult again(String target) throws InterruptedException {
                  return super.fetch(FetchRequest.of(CrawlUrl.of(target)));
                }
              });
    }
  }

  static class AsksTwice extends Broken {
    AsksTwice() {
      super(
          () ->
              new SocketFetcher() {
                @Override
                public FetchResult fetch(FetchRequest request) throws InterruptedException {
                  FetchResult first = super.fetch(request);
                  return first instanceof FetchResult.Failed ? super.fetch(request) : first;
                }
              });
    }
  }

  static class Throws extends Broken {
    Throws() {
      super(
          () ->
              new SocketFetcher() {
                @Override
                public FetchResult fetch(FetchRequest request) throws InterruptedException {
                  FetchResult result = super.fetch(request);
                  if (result instanceof FetchResult.Failed failed) {
                    throw new IllegalStateException(failed.detail());
                  }
                  return result;
                }
              });
    }
  }

  static class SwallowsInterrupts extends Broken {
    SwallowsInterrupts() {
      super(
          () ->
              new SocketFetcher() {
                @Override
                public FetchResult fetch(FetchRequest request) {
                  try {
                    return super.fetch(request);
                  } catch (InterruptedException e) {
                    return FetchResult.Failed.of(request.url(), FailureReason.IO, "interrupted");
                  }
                }
              });
    }
  }

  static class ForgetsConditions extends Broken {
    ForgetsConditions() {
      super(
          () ->
              new SocketFetcher() {
                @Override
                public FetchResult fetch(FetchRequest request) throws InterruptedException {
                  return super.fetch(
                      new FetchRequest(request.url(), request.entityTag(), Optional.empty()));
                }
              });
    }
  }

  static class HidesTruncation extends Broken {
    HidesTruncation() {
      super(
          () ->
              new SocketFetcher() {
                @Override
                public FetchResult fetch(FetchRequest request) throws InterruptedException {
                  return super.fetch(request) instanceof FetchResult.Fetched page
                      ? with(page, page.body(), Truncation.NONE)
                      : FetchResult.Failed.of(request.url(), FailureReason.IO, "");
                }
              });
    }
  }

  static class TakesThePageForWhatCame extends Broken {
    TakesThePageForWhatCame() {
      super(
          () ->
              new SocketFetcher() {
                @Override
                String text(FetchRequest request) {
                  return super.text(request).stripTrailing() + "\r\nAccept-Encoding: gzip\r\n\r\n";
                }

                @Override
                public FetchResult fetch(FetchRequest request) throws InterruptedException {
                  FetchResult result = super.fetch(request);
                  return result instanceof FetchResult.Fetched page
                          && page.headers().firstValue("Content-Encoding").isPresent()
                      ? with(page, gunzipped(page.body()), page.truncation())
                      : result;
                }

                private Body gunzipped(Body body) {
                  try (var in = new GZIPInputStream(body.open())) {
                    byte[] bytes = in.readNBytes(LIMIT);
                    return Body.gunzipped(bytes, bytes);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }
              });
    }
  }

  static class CutsTooEarly extends Broken {
    CutsTooEarly() {
      super(
          () ->
              new SocketFetcher() {
                @Override
                public FetchResult fetch(FetchRequest request) throws InterruptedException {
                  return super.fetch(request) instanceof FetchResult.Fetched page
                      ? with(page, Body.of(new byte[7]), Truncation.BYTE_LIMIT)
                      : FetchResult.Failed.of(request.url(), FailureReason.IO, "");
                }
              });
    }
  }

  static class SharesItsResult extends Broken {
    SharesItsResult() {
      super(
          () ->
              new SocketFetcher() {
                private final AtomicReference<Body> last = new AtomicReference<>(Body.EMPTY);

                @Override
                public FetchResult fetch(FetchRequest request) throws InterruptedException {
                  return super.fetch(request) instanceof FetchResult.Fetched page
                      ? with(page, last.getAndSet(page.body()), page.truncation())
                      : FetchResult.Failed.of(request.url(), FailureReason.IO, "");
                }
              });
    }
  }

  private static FetchResult.Fetched with(
      FetchResult.Fetched page, Body body, Truncation truncation) {
    return new FetchResult.Fetched(
        page.url(), page.status(), page.headers(), body, truncation, page.elapsed());
  }
}
