package io.dowser.crawler.fetch;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.internal.access.SiteHeaders;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import okhttp3.CookieJar;
import okhttp3.HttpUrl;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * Logs in to one site by a form, and again when the site has ended the session. Keeps the delay
 * between its own requests, and towards the next one. Thread-safe.
 */
final class LoginSession {

  private static final int MAX_REDIRECTS = 5;
  private static final int FIRST_ATTEMPTS = 4;
  private static final Duration USUAL_DELAY = Duration.ofSeconds(1);

  /** The time before a login that has shown no page is repeated. */
  private static final long UNPROVEN_FOR = TimeUnit.MINUTES.toNanos(10);

  /** The reason why a login failed, and whether it may work later. */
  private record Problem(String text, boolean mayPass) {}

  private final FormLogin login;
  private final Calls calls;
  private final CookieJar cookies;
  private final FetchRequest request;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Duration delay = USUAL_DELAY;
  private volatile long latest = System.nanoTime() - TimeUnit.DAYS.toNanos(1);

  /** The number of logins that worked; a session that was restored counts as one. */
  private volatile int logins;

  private volatile boolean loggingIn;

  /** True while no page was shown since the last renewal. */
  private volatile boolean unproven;

  private long renewedAt;
  private int renewals;
  private @Nullable Problem refusal;

  LoginSession(FormLogin login, Calls calls, CookieJar cookies) {
    this.login = login;
    this.calls = calls;
    // accepts any content type; messages have the login page, whose URL has no secret
    this.request = FetchRequest.of(login.page(), FetchRequest.Purpose.SITEMAP);
    this.cookies = cookies;
  }

  /** Logs in, with the delay of a crawl, unless there is a session whose end would be seen. */
  void start(Function<CrawlUrl, Duration> delays) throws InterruptedException {
    delay = delays.apply(login.page());
    HttpUrl page = HttpUrl.get(login.page().toString());
    if (logins == 0 && login.hasLogoutSigns() && !cookies.loadForRequest(page).isEmpty()) {
      logins = 1;
    } else {
      begin();
    }
  }

  private void begin() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Problem problem = refusal;
      for (int i = 0; logins == 0 && refusal == null && i < FIRST_ATTEMPTS; i++) {
        TimeUnit.NANOSECONDS.sleep(i == 0 ? 0 : delay.toNanos() << i);
        problem = logIn();
      }
      if (problem != null) {
        throw new CrawlException(problem.text);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Fetches a page, again after another login if it is one that is shown after the logout. */
  FetchResult fetch(FetchRequest page, HttpUrl url) throws InterruptedException {
    if (page.purpose() != FetchRequest.Purpose.PAGE) {
      return sendOnce(page, url);
    }
    if (logins == 0) {
      begin();
    }
    int before = logins;
    FetchResult result = sendOnce(page, url);
    if (loggedOut(result) == null) {
      return shown(result, before);
    }
    Problem problem = renew(before);
    return problem == null ? afterLogin(page, url) : loggedOut(result, problem);
  }

  private FetchResult afterLogin(FetchRequest page, HttpUrl url) throws InterruptedException {
    int before = logins;
    FetchResult result = sendOnce(page, url);
    String reason = loggedOut(result);
    return reason == null
        ? shown(result, before)
        : loggedOut(
            result, new Problem("right after a login, the page is logged out: " + reason, false));
  }

  private FetchResult shown(FetchResult result, int session) {
    if (logins == session) {
      unproven = false;
    }
    return result;
  }

  /**
   * Sends a request; ignores the cookies of a response that a login has overtaken: they belong to
   * no session.
   */
  private FetchResult sendOnce(FetchRequest page, HttpUrl url) throws InterruptedException {
    int before = logins;
    return send(page, url, null, () -> !loggingIn && logins == before);
  }

  private static Failed loggedOut(FetchResult result, Problem problem) {
    return new Failed(
        result.url(),
        FailureReason.LOGGED_OUT,
        result instanceof Failed failed ? failed.status() : 0,
        Failures.oneLine(problem.text),
        problem.mayPass,
        FetchResult.NO_HEADERS);
  }

  /**
   * Returns the reason why a result counts as logged out, or null; the login page itself never
   * does.
   */
  private @Nullable String loggedOut(FetchResult result) {
    HttpUrl url = HttpUrl.get(result.url().toString());
    return LoginResponse.isPage(url, login.page())
        ? null
        : login.loggedOut(new LoginResponse(url, result, cookies));
  }

  private FetchResult send(
      FetchRequest page, HttpUrl url, @Nullable RequestBody body, BooleanSupplier keepsCookies)
      throws InterruptedException {
    try {
      return calls.send(page, url, body, keepsCookies);
    } finally {
      latest = System.nanoTime();
    }
  }

  /** Logs in again, unless another thread has done so meanwhile. */
  private @Nullable Problem renew(int before) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (logins != before || refusal != null) {
        return logins != before ? null : refusal;
      }
      if (renewals == login.maxRenewals()) {
        return new Problem(failure("the session ended after " + renewals + " renewals"), false);
      }
      if (unproven && System.nanoTime() - renewedAt < UNPROVEN_FOR) {
        return new Problem(failure("no page was shown since the last login"), false);
      }
      renewals++;
      return logIn();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Problem logIn() throws InterruptedException {
    loggingIn = true;
    try {
      return logInNow();
    } finally {
      loggingIn = false;
    }
  }

  private @Nullable Problem logInNow() throws InterruptedException {
    LoginResponse page = follow(send(HttpUrl.get(login.page().toString()), null));
    Optional<LoginForm> form = LoginForm.of(login, page);
    Problem problem = form.isPresent() ? fillIn(form.get()) : withoutForm(page);
    pause();
    if (problem == null) {
      int before = logins;
      unproven = before > 0;
      renewedAt = System.nanoTime();
      logins = before + 1;
    }
    refusal = problem == null || problem.mayPass ? null : problem;
    return problem;
  }

  /**
   * Accepts a login page without the form if the checks pass: the site may know the session
   * already.
   */
  private @Nullable Problem withoutForm(LoginResponse page) {
    boolean isIn = login.hasChecks() && login.failedBy(page).isEmpty();
    return isIn ? null : problem(page, "no form matches '" + login.form() + "'");
  }

  private @Nullable Problem fillIn(LoginForm form) throws InterruptedException {
    HttpUrl page = HttpUrl.get(login.page().toString());
    HttpUrl action = form.action();
    if (action == null || !SiteHeaders.isSame(action, page)) {
      return new Problem(failure("its form is for another scheme, host or port"), false);
    }
    LoginResponse sent = send(action, form.body());
    LoginResponse response =
        sent.status() >= 307 ? sent : follow(sent); // 307 asks for the form again
    Optional<FormLogin.Check> failed = login.failedBy(response);
    if (response.result() instanceof Failed || failed.isPresent()) {
      return problem(response, failed.map(FormLogin.Check::toString).orElse(form.toString()));
    }
    boolean again = !login.hasChecks() && LoginForm.of(login, response).isPresent();
    return again ? problem(response, "the form is there again, with " + form.names()) : null;
  }

  private Problem problem(LoginResponse response, String why) {
    boolean mayPass = response.result() instanceof Failed failed && failed.retryable();
    return new Problem(failure(response.description() + "; " + why), mayPass);
  }

  private String failure(String seen) {
    return "the login at " + login.page() + " failed: " + seen;
  }

  /** Follows redirects, but to no other site. */
  private LoginResponse follow(LoginResponse first) throws InterruptedException {
    LoginResponse response = first;
    for (int hop = 0; hop < MAX_REDIRECTS && isFollowed(response); hop++) {
      response = send(response.target().orElseThrow(), null);
    }
    return response;
  }

  private static boolean isFollowed(LoginResponse response) {
    return response.target().filter(to -> SiteHeaders.isSame(to, response.url())).isPresent();
  }

  private LoginResponse send(HttpUrl url, @Nullable RequestBody body) throws InterruptedException {
    pause();
    return new LoginResponse(url, send(request, url, body, () -> true), cookies);
  }

  private void pause() throws InterruptedException {
    long nanos = latest + delay.toNanos() - System.nanoTime();
    if (nanos > 0) {
      TimeUnit.NANOSECONDS.sleep(nanos);
    }
  }
}
