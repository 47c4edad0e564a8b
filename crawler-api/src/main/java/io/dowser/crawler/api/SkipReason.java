package io.dowser.crawler.api;

/** The reason why a link was not queued. */
public enum SkipReason {
  /** Its {@code rel} says {@code nofollow}, or its page does. */
  NOFOLLOW,
  /** Its {@code rel} says {@code ugc}: visitors of the site wrote it. */
  UGC,
  /** Its {@code rel} says {@code sponsored}: it was paid for. */
  SPONSORED,
  /** It is no http or https URL, as {@code mailto:} and {@code javascript:} are none. */
  NO_WEB_ADDRESS,
  /** Its page has more links than the page analyzer takes. */
  TOO_MANY_LINKS,
  /** It is further from the seeds than the crawl goes. */
  TOO_DEEP,
  /** It is outside the scope of all seeds, and further beyond it than allowed. */
  OUT_OF_SCOPE,
  /** Its host was excluded while the crawl ran. */
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
  /** One path of the host was met with more different queries than allowed. */
  QUERY_EXPLOSION,
  /** The URL names a date that no page is likely to be about, as endless calendars do. */
  CALENDAR,
  /** The URL has a session id, so one page has endlessly many URLs. */
  SESSION_ID,
  /** The suffix of the path is that of a media type that no page analyzer of the crawl reads. */
  MEDIA_TYPE,
  /** It shows the directory listing that it is on in another order. */
  SORT_ORDER,
  /** More URLs of one pattern were met on the host than allowed. */
  PATTERN_EXPLOSION,
  /** The host has given as many pages as it may; finding relevant pages there raises the number. */
  HOST_BUDGET,
  /**
   * Its host is one too many: of its registrable domain, as wildcard DNS makes them; of the hosts
   * that pages of one domain name and that do not answer; or of the domains without relevant pages
   * to which one domain has led.
   */
  TOO_MANY_HOSTS,
  /**
   * The URLs of one registrable domain fill far more of the memory than its relevant pages earn.
   */
  DOMAIN_SHARE,
  /** As many URLs are pending as memory allows, and others score higher. */
  FRONTIER_FULL,
  /** The crawl knows as many URLs and hosts as its memory allows. */
  MEMORY_BUDGET,
  /** The page is a duplicate, and duplicates are not expanded. */
  DUPLICATE_PAGE,
  /** The URL differs from a known one only in a parameter that changes nothing on its host. */
  PARAMETER_WITHOUT_EFFECT,
  /**
   * URLs of its shape have seldom paid on its host, and as many such URLs are deferred as memory
   * allows.
   */
  DEFERRED
}
