package io.dowser.crawler.api;

/**
 * The reason why a link was not queued.
 *
 * <pre>{@code
 * if (event instanceof CrawlEvent.LinksSkipped skipped) {
 *   for (SkippedLink link : skipped.links()) {
 *     if (link.reason() == SkipReason.OUT_OF_SCOPE) {
 *       hosts.add(link.target().host());
 *     }
 *   }
 * }
 * }</pre>
 */
public enum SkipReason {
  /** Its {@code rel} says {@code nofollow}, or its page does. */
  NOFOLLOW,
  /** Its {@code rel} says {@code ugc}: visitors of the site wrote it. */
  UGC,
  /** Its {@code rel} says {@code sponsored}: it was paid for. */
  SPONSORED,
  /** It is not an http or https URL, but one such as {@code mailto:} or {@code javascript:}. */
  NO_WEB_ADDRESS,
  /** Its page has more links than the page analyzer returns. */
  TOO_MANY_LINKS,
  /** It is further from the seeds than the crawl goes. */
  TOO_DEEP,
  /** It is outside the scope of all seeds, and further beyond it than allowed. */
  OUT_OF_SCOPE,
  /** It was excluded while the crawl ran. */
  EXCLUDED,
  /**
   * It is a feed that robots.txt forbids, or whose robots.txt cannot be read; a page is abandoned
   * for {@link AbandonReason#FORBIDDEN} or {@link AbandonReason#ROBOTS_UNREACHABLE}.
   */
  FORBIDDEN,
  /** The crawl's {@link LinkPolicy} drops it, for a reason in {@link SkippedLink#detail}. */
  POLICY,
  /** The scorer drops it, see {@link PageScoring#drop}, for a reason as well. */
  SCORER,
  /** The URL is longer than allowed. */
  URL_TOO_LONG,
  /** The path has more segments than allowed. */
  PATH_TOO_DEEP,
  /** Segments of the path, or groups of them, repeat as in an endless directory. */
  REPEATED_SEGMENTS,
  /** The query has more parameters than allowed. */
  TOO_MANY_PARAMETERS,
  /** One path of the host has more different queries than allowed. */
  QUERY_EXPLOSION,
  /** The URL has a date that pages are unlikely to be about, as in endless calendars. */
  CALENDAR,
  /** The URL has a session id, so one page has endlessly many URLs. */
  SESSION_ID,
  /** The suffix of the path is that of a media type that no page analyzer of the crawl reads. */
  MEDIA_TYPE,
  /** It sorts the directory listing that it is on in another order. */
  SORT_ORDER,
  /** The host has more URLs of one pattern than allowed. */
  PATTERN_EXPLOSION,
  /** The host has reached its page limit, which relevant pages raise. */
  HOST_BUDGET,
  /**
   * Its host is beyond a limit: of the hosts of its registrable domain, which wildcard DNS
   * multiplies; of the unresponsive hosts that pages of one domain link to; or of the domains
   * without relevant pages to which one domain has led.
   */
  TOO_MANY_HOSTS,
  /**
   * The URLs of one registrable domain fill far more of the memory than its relevant pages earn.
   */
  DOMAIN_SHARE,
  /** The memory for pending URLs is full, and others score higher. */
  FRONTIER_FULL,
  /** The memory for known URLs and hosts is full. */
  MEMORY_BUDGET,
  /** The page is a duplicate, and duplicates are not expanded. */
  DUPLICATE_PAGE,
  /** The URL differs from a known one only in a parameter that changes nothing on its host. */
  PARAMETER_WITHOUT_EFFECT,
  /**
   * URLs of its shape have rarely been relevant on its host, and the memory for deferred URLs is
   * full.
   */
  DEFERRED
}
