package io.dowser.crawler.internal.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Splitter;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import okhttp3.Challenge;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * A challenge of HTTP Digest by RFC 7616: MD5 and SHA-256, also of a session, with {@code qop=auth}
 * or the older form without it. Names of users are not hashed.
 */
public record DigestChallenge(Map<String, String> parameters) {

  @SuppressWarnings("deprecation") // RFC 7616 keeps MD5 for servers that know nothing else
  private static final Map<String, HashFunction> ALGORITHMS =
      Map.of("sha-256", Hashing.sha256(), "md5", Hashing.md5());

  private static final Splitter LIST = Splitter.onPattern("[ ,]+");
  private static final String SESSION = "-sess";

  /** Returns the strongest challenge that can be answered. */
  public static Optional<DigestChallenge> of(List<Challenge> challenges) {
    return challenges.stream()
        .filter(each -> each.scheme().equalsIgnoreCase("Digest"))
        .map(DigestChallenge::of)
        .filter(DigestChallenge::isKnown)
        .min(Comparator.comparing(each -> each.algorithm().startsWith("md5")));
  }

  private static DigestChallenge of(Challenge challenge) {
    return new DigestChallenge(
        challenge.authParams().entrySet().stream()
            .filter(each -> each.getKey() != null)
            .collect(
                Collectors.toMap(
                    each -> each.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue)));
  }

  private boolean isKnown() {
    String qop = parameters.getOrDefault("qop", "auth").toLowerCase(Locale.ROOT);
    return parameters.keySet().containsAll(List.of("realm", "nonce"))
        && ALGORITHMS.containsKey(algorithm().replace(SESSION, ""))
        && LIST.splitToList(qop).contains("auth");
  }

  private String algorithm() {
    return parameters.getOrDefault("algorithm", "MD5").toLowerCase(Locale.ROOT);
  }

  private String get(String name) {
    return requireNonNull(parameters.get(name), name);
  }

  /**
   * Returns whether the site refuses the credentials that were sent, so that a new nonce would not
   * help.
   */
  public boolean refuses(@Nullable String sent) {
    boolean stale = "true".equalsIgnoreCase(parameters.get("stale"));
    return sent != null && !stale && sent.contains("nonce=" + quoted(get("nonce")));
  }

  /**
   * Returns the value of the header {@code Authorization} by section 3.4.
   *
   * @param use the number of uses of the nonce, this one included
   */
  public String credentials(
      DigestAccounts.Account account, Request request, String clientNonce, int use) {
    String count = String.format(Locale.ROOT, "%08x", use);
    String target = target(request.url());
    var header = new StringJoiner(", ", "Digest ", "");
    header.add("username=" + quoted(account.user()));
    header.add("realm=" + quoted(get("realm")));
    header.add("uri=" + quoted(target));
    header.add("nonce=" + quoted(get("nonce")));
    if (parameters.containsKey("algorithm")) {
      header.add("algorithm=" + get("algorithm"));
    }
    if (parameters.containsKey("qop")) {
      header.add("nc=" + count).add("cnonce=" + quoted(clientNonce)).add("qop=auth");
    }
    if (parameters.containsKey("opaque")) {
      header.add("opaque=" + quoted(get("opaque")));
    }
    String what = hash(request.method() + ":" + target);
    String middle =
        parameters.containsKey("qop") ? ":" + count + ":" + clientNonce + ":auth:" : ":";
    String response = hash(secret(account, clientNonce) + ":" + get("nonce") + middle + what);
    return header.add("response=" + quoted(response)).toString();
  }

  private String secret(DigestAccounts.Account account, String clientNonce) {
    String secret = hash(account.user() + ":" + get("realm") + ":" + account.password());
    return algorithm().endsWith(SESSION)
        ? hash(secret + ":" + get("nonce") + ":" + clientNonce)
        : secret;
  }

  private String hash(String text) {
    HashFunction function = requireNonNull(ALGORITHMS.get(algorithm().replace(SESSION, "")));
    return function.hashString(text, UTF_8).toString();
  }

  /** Returns the part of a URL that the server sees. */
  private static String target(HttpUrl url) {
    return url.encodedPath() + (url.encodedQuery() == null ? "" : "?" + url.encodedQuery());
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
