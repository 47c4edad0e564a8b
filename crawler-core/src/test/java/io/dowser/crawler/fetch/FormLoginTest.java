package io.dowser.crawler.fetch;

import static io.dowser.crawler.fetch.Fetching.html;
import static io.dowser.crawler.fetch.Fetching.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.fetch.FormLogin.Sign;
import java.net.InetAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class FormLoginTest {

  private LoginServer server;

  @BeforeEach
  void start() throws Exception {
    server = new LoginServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static OkHttpFetcher started(FormLogin.Builder login) throws InterruptedException {
    return started(Fetching.builder().login(login.build()));
  }

  private static OkHttpFetcher started(OkHttpFetcher.Builder builder) throws InterruptedException {
    OkHttpFetcher fetcher = builder.build();
    try {
      fetcher.start(url -> Duration.ZERO);
      return fetcher;
    } catch (RuntimeException e) {
      fetcher.close();
      throw e;
    }
  }

  private FetchResult fetch(OkHttpFetcher fetcher, String path) throws InterruptedException {
    return fetcher.fetch(FetchRequest.of(server.page(path)));
  }

  private void assertFails(FormLogin.Builder login, String... parts) {
    assertThatThrownBy(() -> started(login).close())
        .isInstanceOf(CrawlException.class)
        .hasMessageStartingWith("the login at " + server.url("/login") + " failed: ")
        .hasMessageContainingAll(parts)
        .hasMessageNotContainingAny(LoginServer.PASSWORD, "secret-", "wrong-one");
  }

  @Test
  void fillsInTheFormWithTheHiddenTokenOfThePage() throws Exception {
    try (OkHttpFetcher fetcher = started(server.login())) {
      assertThat(server.lines()).containsExactly("GET /login", "POST /login", "GET /welcome");
      var page = (Fetched) fetch(fetcher, "/1");

      assertThat(page.body().decode(UTF_8)).contains("Sign out");
      assertThat(page.headers().map()).doesNotContainKey("set-cookie");
      assertThat(page.toString()).doesNotContain("secret-");
    }
  }

  @Test
  void withoutACrawlItLogsInBeforeTheFirstPage() throws Exception {
    try (OkHttpFetcher fetcher = Fetching.builder().login(server.login().build()).build()) {
      assertThat(fetch(fetcher, "/1")).isInstanceOf(Fetched.class);
      assertThat(server.lines())
          .containsExactly("GET /login", "POST /login", "GET /welcome", "GET /1");
    }
  }

  @Test
  void whatMustOrMustNotBeThereIsChecked() throws Exception {
    started(server.login().expect(Sign.TEXT, "Sign out")).close();
    started(server.login().expect(Sign.COOKIE, "session")).close();
    started(server.login().expect(Sign.URL, "/welcome").expect(Sign.STATUS, "200")).close();
    started(server.login().refuse(Sign.TEXT, "Sorry").refuse(Sign.URL, "/login")).close();

    assertFails(server.login().expect(Sign.TEXT, "Goodbye"), "TEXT 'Goodbye' is missing");
    assertFails(server.login().expect(Sign.COOKIE, "other"), "COOKIE 'other' is missing");
    assertFails(server.login().refuse(Sign.TEXT, "Sign out"), "TEXT 'Sign out' is there");
    assertFails(server.login().refuse(Sign.URL, "welcome"), "responded with HTTP 200");
  }

  @Test
  void anErrorHasNoPathOfAResponseAndKeepsItsOwnWords() {
    server.welcome = "/welcome;jsessionid=secret-session";
    assertFails(
        server.login().field("remember", "1").expect(Sign.TEXT, "Goodbye"),
        "failed: http://127.0.0.1:" + server.port() + " responded with HTTP 200; TEXT 'Goodbye'");
    server.welcome = "https://other.test/secret-session";
    assertFails(
        server.login().expect(Sign.TEXT, "Goodbye"),
        "responded with HTTP 303 and redirected to https://other.test:443;");
  }

  @Test
  void aRefusedPasswordIsReportedWithoutItAndNotSentAgain() throws Exception {
    FormLogin.Builder wrong = server.login().field("password", "wrong-one");
    assertFails(wrong, "responded with HTTP 200", "the form is there again", "token", "password");
    try (OkHttpFetcher fetcher = Fetching.builder().login(wrong.build()).build()) {
      assertThatThrownBy(() -> fetch(fetcher, "/1")).isInstanceOf(CrawlException.class);
      long posts = server.lines().stream().filter("POST /login"::equals).count();
      assertThatThrownBy(() -> fetch(fetcher, "/1")).isInstanceOf(CrawlException.class);

      assertThat(server.lines().stream().filter("POST /login"::equals)).hasSize((int) posts);
    }
  }

  @Test
  void aPageWithoutTheFormIsNoLoginPage() {
    assertFails(server.login().form("form#other"), "no form matches 'form#other'");
    server.close();
    assertFails(server.login(), ":" + server.port() + " failed: REFUSED");
  }

  @Test
  void aFormForAnotherSiteIsNotSent() throws Exception {
    try (var other = new LoginServer()) {
      server.action = other.url("/login");
      assertFails(server.login(), "its form is for another scheme, host or port");

      assertThat(other.asked).isEmpty();
    }
  }

  @Test
  void aSessionThatEndsIsRenewedAndThePageFetchedAgain() throws Exception {
    server.pagesPerSession = 2;
    try (OkHttpFetcher fetcher = started(server.login())) {
      for (int i = 1; i <= 5; i++) {
        assertThat(fetch(fetcher, "/" + i)).isInstanceOf(Fetched.class);
      }
    }
    assertThat(server.lines().stream().filter("POST /login"::equals)).hasSize(3);
    assertThat(server.lines().stream().filter("GET /3"::equals)).hasSize(2);
  }

  @Test
  void renewalsAreBounded() throws Exception {
    server.pagesPerSession = 1;
    try (OkHttpFetcher fetcher = started(server.login().maxRenewals(1))) {
      assertThat(fetch(fetcher, "/1")).isInstanceOf(Fetched.class);
      assertThat(fetch(fetcher, "/2")).isInstanceOf(Fetched.class);
      var failed = (Failed) fetch(fetcher, "/3");

      assertThat(failed.reason()).isEqualTo(FailureReason.LOGGED_OUT);
      assertThat(failed.detail()).contains("the session ended after 1 renewals");
      assertThat(failed.retryable()).isFalse();
    }
    assertThat(server.lines().stream().filter("POST /login"::equals)).hasSize(2);
  }

  @Test
  void aLoginThatMayWorkLaterIsTriedAgain() throws Exception {
    server.pagesPerSession = 1;
    try (OkHttpFetcher fetcher = started(server.login())) {
      assertThat(fetch(fetcher, "/1")).isInstanceOf(Fetched.class);
      server.loginStatus = 503;
      var failed = (Failed) fetch(fetcher, "/2");
      assertThat(failed.reason()).isEqualTo(FailureReason.LOGGED_OUT);
      assertThat(failed.retryable()).isTrue();
      server.loginStatus = 200;
      assertThat(fetch(fetcher, "/2")).isInstanceOf(Fetched.class);
    }
  }

  @Test
  void aShortFailureOfTheFirstLoginIsOvercome() throws Exception {
    server.loginFailures.set(3);
    started(server.login()).close();
    assertThat(server.lines().stream().filter("GET /login"::equals)).hasSize(4);
    server.loginFailures.set(4);
    assertFails(server.login(), "HTTP 503");
    assertThat(server.lines().stream().filter("GET /login"::equals)).hasSize(8);
  }

  @Test
  void aPageThatIsNeverShownFailsAfterOneLogin() throws Exception {
    server.pagesPerSession = 0;
    try (OkHttpFetcher fetcher = started(server.login().refuse(Sign.TEXT, "Sorry"))) {
      var failed = (Failed) fetch(fetcher, "/1");

      assertThat(failed.reason()).isEqualTo(FailureReason.LOGGED_OUT);
      assertThat(failed.detail()).contains("right after a login", "redirects to the login page");
    }
    assertThat(server.lines().stream().filter("POST /login"::equals)).hasSize(2);
  }

  @Test
  void pagesThatAreNeverShownUseUpNoRenewals() throws Exception {
    try (OkHttpFetcher fetcher = started(server.login().maxRenewals(2))) {
      for (int i = 0; i < 20; i++) {
        assertThat(fetch(fetcher, "/forbidden/" + i)).isInstanceOf(Failed.class);
      }
      assertThat(server.lines().stream().filter("POST /login"::equals)).hasSize(2);
      assertThat(fetch(fetcher, "/1")).isInstanceOf(Fetched.class);
      server.endSessions();
      assertThat(fetch(fetcher, "/2")).isInstanceOf(Fetched.class);
      assertThat(server.lines().stream().filter("POST /login"::equals)).hasSize(3);
    }
  }

  /**
   * The response to a request of the old session comes after another thread has logged in again.
   */
  @Test
  void aResponseOfTheOldSessionDoesNotReplaceTheNewOne() throws Exception {
    var slow = new CountDownLatch(1);
    var renewed = new CountDownLatch(1);
    var logins = new AtomicInteger();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (var site = new MockWebServer()) {
      site.setDispatcher(new SlowSite(slow, renewed, logins));
      site.start(InetAddress.getLoopbackAddress(), 0);
      String url = "http://127.0.0.1:" + site.getPort();
      FormLogin login = FormLogin.builder(url + "/login").field("p", "x").build();
      try (OkHttpFetcher fetcher = started(Fetching.builder().login(login))) {
        Future<FetchResult> old =
            thread.submit(() -> fetcher.fetch(FetchRequest.of(CrawlUrl.of(url + "/slow"))));
        slow.await();
        assertThat(fetcher.fetch(FetchRequest.of(CrawlUrl.of(url + "/a"))))
            .isInstanceOf(Fetched.class);
        renewed.countDown();

        assertThat(old.get()).isInstanceOf(Fetched.class);
        assertThat(logins).hasValue(2);
      }
    } finally {
      thread.shutdownNow();
    }
  }

  /** Knows the session of the second login alone; responds to the first request for /slow late. */
  private static final class SlowSite extends Dispatcher {

    private final CountDownLatch slow;
    private final CountDownLatch renewed;
    private final AtomicInteger logins;

    SlowSite(CountDownLatch slow, CountDownLatch renewed, AtomicInteger logins) {
      this.slow = slow;
      this.renewed = renewed;
      this.logins = logins;
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
      if (request.getMethod().equals("POST")) {
        return html("in").addHeader("Set-Cookie", "s=" + logins.incrementAndGet()).build();
      }
      String line = request.getRequestLine();
      if (line.startsWith("GET /login ")) {
        return html("<form method=post><input type=password name=p></form>").build();
      }
      if ("s=2".equals(request.getHeaders().get("Cookie"))) {
        return html("x").build();
      }
      if (line.startsWith("GET /slow ")) {
        slow.countDown();
        renewed.await();
      }
      return status(302)
          .addHeader("Location", "/login")
          .addHeader("Set-Cookie", "s=anonymous")
          .build();
    }
  }

  @Test
  void aStatusOrATextShowsThatTheSessionHasEnded() throws Exception {
    server.pagesPerSession = 1;
    for (int status : new int[] {200, 403}) {
      server.loggedOutStatus = status;
      Sign sign = status == 200 ? Sign.TEXT : Sign.STATUS;
      String value = status == 200 ? "Please sign in" : "403";
      try (OkHttpFetcher fetcher = started(server.login().loggedOut(sign, value))) {
        assertThat(fetch(fetcher, "/1")).isInstanceOf(Fetched.class);
        var page = (Fetched) fetch(fetcher, "/2");

        assertThat(page.body().decode(UTF_8)).contains("Sign out");
      }
    }
  }

  @Test
  void theLoginPageItselfIsFetchedLikeAnyOther() throws Exception {
    try (OkHttpFetcher fetcher =
        started(server.login().loggedOut(Sign.TEXT, "name=\"password\""))) {
      int before = server.asked.size();
      assertThat(fetch(fetcher, "/login")).isInstanceOf(Fetched.class);

      assertThat(server.asked).hasSize(before + 1);
    }
  }

  @Test
  void theDelayIsKeptBetweenTheRequestsOfALogin() throws Exception {
    Duration delay = Duration.ofMillis(150);
    server.pagesPerSession = 1;
    try (OkHttpFetcher fetcher = Fetching.builder().login(server.login().build()).build()) {
      fetcher.start(url -> delay);
      long end = System.nanoTime();
      assertThat(fetch(fetcher, "/1")).isInstanceOf(Fetched.class);
      assertThat(end - server.asked.get(2).nanos()).isGreaterThanOrEqualTo(delay.toNanos());
      assertThat(fetch(fetcher, "/2")).isInstanceOf(Fetched.class);
    }
    for (int i = 1; i < server.asked.size(); i++) {
      if (!server.asked.get(i).line().equals("GET /2")
          || server.asked.get(i - 1).line().equals("GET /welcome")) {
        long between = server.asked.get(i).nanos() - server.asked.get(i - 1).nanos();
        assertThat(between).isGreaterThanOrEqualTo(delay.toNanos());
      }
    }
  }

  @Test
  void cookiesOfALoginReachNoOtherHostAndOtherHostsSetNone() throws Exception {
    try (var other = new MockWebServer();
        OkHttpFetcher fetcher = started(server.login())) {
      other.start(InetAddress.getLoopbackAddress(), 0);
      CrawlUrl url = CrawlUrl.of("http://localhost:" + other.getPort() + "/");
      for (int i = 0; i < 2; i++) {
        other.enqueue(html("x").setHeader("Set-Cookie", "a=b").build());
        fetcher.fetch(FetchRequest.of(url));
        RecordedRequest request = Objects.requireNonNull(other.takeRequest());
        assertThat(request.getHeaders().get("Cookie")).isNull();
      }
    }
  }

  @Test
  void cookiesOfALoginReachNoOtherPortAndOtherPortsReplaceNone() throws Exception {
    try (var other = new MockWebServer();
        OkHttpFetcher fetcher = started(server.login())) {
      other.start(InetAddress.getLoopbackAddress(), 0);
      other.enqueue(html("x").setHeader("Set-Cookie", "session=b; Path=/").build());
      fetcher.fetch(FetchRequest.of(CrawlUrl.of("http://127.0.0.1:" + other.getPort() + "/")));

      RecordedRequest request = Objects.requireNonNull(other.takeRequest());
      assertThat(request.getHeaders().get("Cookie")).isNull();
      assertThat(fetch(fetcher, "/1")).isInstanceOf(Fetched.class);
      assertThat(server.lines().stream().filter("POST /login"::equals)).hasSize(1);
    }
  }

  @Test
  void worksOverHttpsWithACertificateAuthorityOfTheCallers() throws Exception {
    HeldCertificate authority = new HeldCertificate.Builder().certificateAuthority(0).build();
    HeldCertificate own =
        new HeldCertificate.Builder()
            .addSubjectAlternativeName("localhost")
            .signedBy(authority)
            .build();
    var forServer = new HandshakeCertificates.Builder().heldCertificate(own).build();
    var forClient =
        new HandshakeCertificates.Builder().addTrustedCertificate(authority.certificate()).build();
    OkHttpClient client =
        new OkHttpClient.Builder()
            .sslSocketFactory(forClient.sslSocketFactory(), forClient.trustManager())
            .build();
    try (var secure = new MockWebServer()) {
      secure.useHttps(forServer.sslSocketFactory());
      secure.start(InetAddress.getLoopbackAddress(), 0);
      enqueueLogin(secure);
      String login = "https://localhost:" + secure.getPort() + "/login";
      FormLogin form = FormLogin.builder(login).field("p", LoginServer.PASSWORD).build();
      started(Fetching.builder().client(client).login(form)).close();
      assertThatThrownBy(() -> started(Fetching.builder().login(form)).close())
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining(login)
          .hasMessageContaining("TLS");
    }
  }

  @Test
  void worksThroughAProxyThatWantsAPassword() throws Exception {
    try (var proxy = new MockWebServer()) {
      proxy.start(InetAddress.getLoopbackAddress(), 0);
      proxy.enqueue(new MockResponse.Builder().code(407).build());
      enqueueLogin(proxy);
      OkHttpClient client =
          new OkHttpClient.Builder()
              .proxy(new Proxy(Proxy.Type.HTTP, proxy.getSocketAddress()))
              .proxyAuthenticator(
                  (route, response) ->
                      response
                          .request()
                          .newBuilder()
                          .header("Proxy-Authorization", "Basic eA==")
                          .build())
              .build();
      FormLogin form =
          FormLogin.builder("http://a.test/login").field("p", LoginServer.PASSWORD).build();
      started(OkHttpFetcher.builder().client(client).login(form)).close();

      List<String> lines =
          List.of(
              proxy.takeRequest().getRequestLine(),
              proxy.takeRequest().getRequestLine(),
              proxy.takeRequest().getRequestLine());
      assertThat(lines.get(1)).startsWith("GET http://a.test/login ");
      assertThat(lines.get(2)).startsWith("POST http://a.test/login ");
    }
  }

  private static void enqueueLogin(MockWebServer server) {
    server.enqueue(html("<form method=post><input type=password name=p></form>").build());
    server.enqueue(html("Welcome").setHeader("Set-Cookie", "session=x; Secure").build());
  }

  @Test
  void whatCannotBeALoginIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> FormLogin.builder("ftp://a.test/"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> server.login().loggedOut(Sign.COOKIE, "session"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> server.login().refuse(Sign.STATUS, "4o3"))
        .withMessage("STATUS must be 100 to 599, but was '4o3'");
    assertThatIllegalArgumentException().isThrownBy(() -> server.login().expect(Sign.TEXT, " "));
    for (String selector : List.of("form[", "", "form:has(")) {
      assertThatIllegalArgumentException().isThrownBy(() -> server.login().form(selector));
    }
    assertThatIllegalStateException().isThrownBy(() -> FormLogin.builder("http://a.test").build());
    assertThatIllegalStateException()
        .isThrownBy(
            () -> Fetching.builder().login(server.login().build()).login(server.login().build()));
    assertThat(server.login().build().toString())
        .isEqualTo("FormLogin[" + server.url("/login") + "]");
  }
}
