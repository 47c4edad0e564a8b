package io.dowser.crawler.fetch;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.select.QueryParser;
import org.jspecify.annotations.Nullable;

/**
 * A login by a form on a page of the site. Immutable. Values of fields are secrets: no message,
 * event, archive or crawl directory has them, and neither has {@link #toString}. Messages about a
 * login have the login page, the form, the names of its fields and the signs as they are given
 * here, and the scheme, host, port and status of responses.
 *
 * <pre>{@code
 * FormLogin.builder("https://wiki.example.com/login")
 *     .field("user", "crawler")
 *     .field("password", password)
 *     .expect(FormLogin.Sign.TEXT, "Sign out")
 *     .build()
 * }</pre>
 *
 * <p>The login page is fetched, its form is filled in and sent by POST, with the hidden fields that
 * the page has, such as a token against forgery. Redirects within the same scheme, host and port
 * are followed after it. Nothing is sent to another site: a form that posts elsewhere is refused.
 * The page is requested by name, so robots.txt does not forbid it, as with seeds; the delay between
 * requests to its host is kept. Scripts are not run.
 *
 * <p>A page of the same scheme, host and port counts as logged out if it redirects to the login
 * page or has a sign of {@link Builder#loggedOut}. Then the fetcher logs in again and fetches the
 * page once more. If that does not help, or was done as often as allowed, the page fails with
 * {@link io.dowser.crawler.api.FetchResult.FailureReason#LOGGED_OUT}.
 *
 * @see OkHttpFetcher.Builder#login
 */
public final class FormLogin {

  /** The part of a response that a check looks at. */
  public enum Sign {
    /** A text, in the page as it is read or in its source. */
    TEXT,
    /** The name of a cookie that the fetcher now has for the login page. */
    COOKIE,
    /** A part of the URL of the response, or of the URL that it redirects to. */
    URL,
    /** The status of the response, such as {@code 403}. */
    STATUS
  }

  record Check(Sign sign, String value, boolean present) {

    @Override
    public String toString() {
      return sign + " '" + value + "' is " + (present ? "missing" : "there");
    }
  }

  private final CrawlUrl page;
  private final String form;
  private final Map<String, String> fields;
  private final List<Check> checks;
  private final List<Check> loggedOut;
  private final int maxRenewals;

  private FormLogin(Builder builder) {
    page = builder.page;
    form = builder.form;
    fields = Map.copyOf(builder.fields);
    checks = List.copyOf(builder.checks);
    loggedOut = List.copyOf(builder.loggedOut);
    maxRenewals = builder.maxRenewals;
  }

  /**
   * Creates a builder of a login.
   *
   * @param loginPage the page that has the form, as an absolute URL without user name and password
   * @return a builder
   * @throws IllegalArgumentException if it is not such a URL
   */
  public static Builder builder(String loginPage) {
    return new Builder(UrlCanonicalizer.forSeeds().canonicalizeSeed(loginPage));
  }

  CrawlUrl page() {
    return page;
  }

  String form() {
    return form;
  }

  Map<String, String> fields() {
    return fields;
  }

  int maxRenewals() {
    return maxRenewals;
  }

  /** Returns whether something other than the missing form proves that a login worked. */
  boolean hasChecks() {
    return !checks.isEmpty();
  }

  /** Returns whether something other than a redirect shows that a session has ended. */
  boolean hasLogoutSigns() {
    return !loggedOut.isEmpty();
  }

  /** Returns the first check that a response to the login fails. */
  Optional<Check> failedBy(LoginResponse response) {
    return checks.stream().filter(check -> response.has(check) != check.present()).findFirst();
  }

  /** Returns the reason why a response counts as logged out, or null. */
  @Nullable String loggedOut(LoginResponse response) {
    if (response.redirectsTo(page)) {
      return "it redirects to the login page";
    }
    return loggedOut.stream()
        .filter(response::has)
        .findFirst()
        .map(check -> check.sign() + " '" + check.value() + "' says so")
        .orElse(null);
  }

  /** Returns the login page, and no field. */
  @Override
  public String toString() {
    return "FormLogin[" + page + "]";
  }

  /**
   * Builds a {@link FormLogin}. Each call checks its arguments. A second call that sets the same
   * throws an {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private final CrawlUrl page;
    private String form = "form:has(input[type=password])";
    private final Map<String, String> fields = new LinkedHashMap<>();
    private final List<Check> checks = new ArrayList<>();
    private final List<Check> loggedOut = new ArrayList<>();
    private int maxRenewals = 100;

    private Builder(CrawlUrl page) {
      this.page = page;
    }

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the form of the page to fill in.
     *
     * @param selector a CSS selector, such as {@code form#login} or {@code form[name=signin]}; by
     *     default the first form with a password field
     * @return this
     * @throws IllegalArgumentException if it is none
     */
    public Builder form(String selector) {
      try {
        QueryParser.parse(selector);
      } catch (IllegalStateException e) { // jsoup's SelectorParseException
        throw new IllegalArgumentException("form must be a CSS selector: " + e.getMessage(), e);
      }
      return set("form", () -> form = selector);
    }

    /**
     * Fills in a field of the form. The other fields keep the value that the page gives them.
     *
     * @param name the name of the field
     * @param value any text
     * @return this
     */
    public Builder field(String name, String value) {
      fields.put(requireNonNull(name, "name"), requireNonNull(value, "value"));
      return this;
    }

    /**
     * Sets a sign that must be present after the form was sent. Without any check, the login has
     * succeeded if the response is not an error and does not have the form.
     *
     * @param sign the sign to check
     * @param value the value that it must have or contain
     * @return this
     * @throws IllegalArgumentException if it is blank, or no status where the sign is one
     */
    public Builder expect(Sign sign, String value) {
      checks.add(check(sign, value, true));
      return this;
    }

    /**
     * Sets a sign that must be absent after the form was sent.
     *
     * @param sign the sign to check
     * @param value the value that it must not have or contain
     * @return this
     * @throws IllegalArgumentException if it is blank, or no status where the sign is one
     */
    public Builder refuse(Sign sign, String value) {
      checks.add(check(sign, value, false));
      return this;
    }

    /**
     * Sets a sign that the site has ended the session, in addition to a redirect to the login page.
     *
     * @param sign the sign to check on each page
     * @param value the value that it has or contains
     * @return this
     * @throws IllegalArgumentException if the sign is a cookie, or the value is blank, or no status
     *     where the sign is one
     */
    public Builder loggedOut(Sign sign, String value) {
      if (sign == Sign.COOKIE) {
        throw new IllegalArgumentException("loggedOut takes TEXT, URL or STATUS, but was COOKIE");
      }
      loggedOut.add(check(sign, value, true));
      return this;
    }

    /**
     * Limits the repeated logins of the fetcher. It stops earlier if the site refuses the login. If
     * no page was fetched since the last login, it waits at least 10 minutes before the next one,
     * because the pages may be forbidden to the account.
     *
     * @param times 0 or more, by default 100
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxRenewals(int times) {
      return set(
          "maxRenewals", () -> maxRenewals = Checks.within("maxRenewals", times, 0, 1_000_000));
    }

    /**
     * Creates the login.
     *
     * @return a login with the settings so far
     * @throws IllegalStateException if no field was set
     */
    public FormLogin build() {
      if (fields.isEmpty()) {
        throw new IllegalStateException(
            "a login needs at least one field; call field(name, value)");
      }
      return new FormLogin(this);
    }

    private static Check check(Sign sign, String value, boolean present) {
      requireNonNull(sign, "sign");
      if (value.isBlank()) {
        throw new IllegalArgumentException("the value of " + sign + " must not be blank");
      }
      if (sign == Sign.STATUS && !value.strip().matches("[1-5][0-9]{2}")) {
        throw new IllegalArgumentException("STATUS must be 100 to 599, but was '" + value + "'");
      }
      return new Check(sign, value, present);
    }
  }
}
