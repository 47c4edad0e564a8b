package io.dowser.crawler.browser;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.url.HostRules;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which pages a {@link BrowserFetcher} renders, after it has fetched them. Called by many
 * threads at once.
 *
 * <pre>{@code
 * RenderPolicy policy =
 *     RenderPolicy.looksEmpty().or(RenderPolicy.hosts(List.of("*.example.org"))).and(RenderPolicy.minScore(0.3));
 * }</pre>
 */
@FunctionalInterface
public interface RenderPolicy {

  /**
   * {@return whether a page is to be rendered}
   *
   * @param request the request, which has the candidate of a crawl with its score
   * @param page the complete HTML page
   */
  boolean renders(FetchRequest request, Fetched page);

  /** {@return a policy that renders all HTML pages} */
  static RenderPolicy always() {
    return (request, page) -> true;
  }

  /**
   * {@return a policy that renders pages that look empty without JavaScript} Such a page has a
   * script, neither frames nor a refreshing {@code meta} element, fewer than 200 letters and digits
   * of text (an ideograph counts as three) and fewer than five links. The errors of this rule, on
   * pages that need no JavaScript and on pages that do, are in the module's README. The rule does
   * not find a page whose menus are in the HTML but whose content is not.
   */
  static RenderPolicy looksEmpty() {
    return (request, page) -> EmptyPage.looksEmpty(page);
  }

  /**
   * {@return a policy that renders the pages of some hosts}
   *
   * @param patterns {@code www.example.org}, or {@code *.example.org} for it and all hosts below it
   * @throws IllegalArgumentException if one of them is not such a pattern
   */
  static RenderPolicy hosts(Collection<String> patterns) {
    Set<String> chosen = patterns.stream().map(HostRules::pattern).collect(Collectors.toSet());
    return (request, page) -> matches(chosen, page.url().host());
  }

  private static boolean matches(Set<String> patterns, String host) {
    return patterns.contains(host)
        || patterns.stream()
            .filter(pattern -> pattern.startsWith("*."))
            .anyMatch(pattern -> ("." + host).endsWith(pattern.substring(1)));
  }

  /**
   * {@return a policy that renders pages whose candidate has at least a score} This includes seeds,
   * whose score is infinite, but not requests without a candidate.
   *
   * @param least the least score
   */
  static RenderPolicy minScore(double least) {
    return (request, page) ->
        request.candidate().filter(candidate -> candidate.score() >= least).isPresent();
  }

  /**
   * {@return a policy that renders the pages that both this and another one render}
   *
   * @param other the other one
   */
  default RenderPolicy and(RenderPolicy other) {
    requireNonNull(other, "other");
    return (request, page) -> renders(request, page) && other.renders(request, page);
  }

  /**
   * {@return a policy that renders the pages that this or another one renders}
   *
   * @param other the other one
   */
  default RenderPolicy or(RenderPolicy other) {
    requireNonNull(other, "other");
    return (request, page) -> renders(request, page) || other.renders(request, page);
  }
}
