package io.dowser.crawler.spark;

import static java.util.Map.entry;

import java.util.Map;

/** The columns of a crawl's tables, in Spark SQL. */
final class TableSchemas {

  static final String URLS = "urls";
  static final String HOSTS = "hosts";
  static final String ROBOTS = "robots";
  static final String VISITS = "visits";
  static final String CHECKS = "checks";
  static final String LINKS = "links";
  static final String PAGES = "pages";
  static final String TEXTS = "texts";
  static final String LESSONS = "lessons";
  static final String MODELS = "models";
  static final String SITES = "sites";

  /** The table that has no rows, but the lease and the latest commit in its properties. */
  static final String CRAWL = "crawl";

  /** The table to which programs append while a crawl runs, so it has no branch of a driver. */
  static final String ANSWERS = "answers";

  static final String ANSWER_COLUMNS =
      "given TIMESTAMP NOT NULL COMMENT 'the latest row of a URL counts', url STRING NOT NULL,"
          + " relevant BOOLEAN COMMENT 'null withdraws the answer'";

  /** The column of the state of a visited page, see {@link PageColumn}. */
  private static final String PAGE =
      """
      page STRUCT<
        url: STRING COMMENT 'after redirects',
        visited: TIMESTAMP,
        number: BIGINT COMMENT 'orders pages by their first visit',
        status: STRING COMMENT 'ALIVE, MOVED or GONE',
        version: INT,
        fetched: TIMESTAMP COMMENT 'when the version was fetched first',
        etag: STRING,
        last_modified: STRING,
        digest: BINARY COMMENT 'of the body of the last response',
        same_bytes: BOOLEAN COMMENT 'whether that body is the one of the version',
        text_hash: BIGINT COMMENT 'of the text without dates and counters',
        text_similarity: BIGINT,
        relevance: DOUBLE,
        relevant: BOOLEAN,
        irrelevance: STRING,
        links: BINARY COMMENT '16 bytes for each',
        checked: TIMESTAMP COMMENT 'when it was last fetched or found unchanged',
        tried: TIMESTAMP COMMENT 'when it was last requested',
        checks: BIGINT COMMENT 'rechecks that showed whether it had changed',
        changes: BIGINT,
        changed_millis: BIGINT COMMENT 'sum of the times before rechecks that showed a change',
        unchanged_millis: BIGINT,
        gone: INT COMMENT 'latest rechecks in a row that found no page',
        interval_millis: BIGINT COMMENT 'from tried to the next recheck, as the policy has it'>
      """;

  private static final String VISIT =
      """
      round INT NOT NULL,
      place INT NOT NULL COMMENT 'orders the URLs of a round',
      url STRING NOT NULL,
      host STRING NOT NULL,
      outcome STRING NOT NULL COMMENT 'what came of the URL, or of the recheck',
      detail STRING NOT NULL,
      depth INT NOT NULL,
      score DOUBLE NOT NULL,
      seed BOOLEAN NOT NULL,
      parent STRING,
      hops INT NOT NULL,
      page_url STRING,
      relevance DOUBLE,
      relevant BOOLEAN,
      time TIMESTAMP,
      fetch_nanos BIGINT,
      status INT,
      content_type STRING,
      bytes BIGINT,
      irrelevance STRING COMMENT 'why it is not relevant whatever the judge returned',
      canonical STRING COMMENT 'the URL that the page names, if it is irrelevant because of it',
      text_high BIGINT COMMENT 'hashes of the main text, by which duplicates are found',
      text_low BIGINT,
      text_similarity BIGINT,
      text_shingles INT,
      text_start INT,
      path_state ARRAY<DOUBLE>,
      executor STRING NOT NULL,
      """
          + PAGE;

  /** All tables that have rows, by name. */
  static final Map<String, String> ALL =
      Map.ofEntries(
          entry(
              URLS,
              """
          hash BIGINT NOT NULL COMMENT 'xxhash64 of the URL, by which the table is bucketed',
          url STRING NOT NULL,
          host STRING NOT NULL COMMENT 'the host or site that is delayed as one',
          outcome STRING COMMENT 'what came of the URL; null while it is pending',
          queue INT NOT NULL COMMENT '0 first; other than 0 in the order shark alone',
          score DOUBLE NOT NULL COMMENT 'infinite for a seed',
          tie DOUBLE NOT NULL COMMENT 'the second key of the scorer',
          depth INT NOT NULL COMMENT 'links from the nearest seed',
          in_links BIGINT NOT NULL COMMENT 'visited pages that link to the pending URL',
          born BIGINT NOT NULL COMMENT 'orders URLs by discovery',
          seed BOOLEAN NOT NULL,
          parent STRING COMMENT 'the page whose link gave the score',
          hops INT NOT NULL COMMENT 'redirects that led to the URL',
          path_state ARRAY<DOUBLE>,
          features ARRAY<INT>,
          """
                  + PAGE),
          entry(
              HOSTS,
              """
          round INT NOT NULL COMMENT 'the latest row of a host counts',
          host STRING NOT NULL,
          ready_at BIGINT NOT NULL COMMENT 'ms since 1970 before which it is left alone',
          put_offs INT NOT NULL COMMENT 'rounds in a row in which it was put off',
          pages BIGINT NOT NULL COMMENT 'pages visited so far',
          pace_millis BIGINT NOT NULL COMMENT 'time for one request and its delay',
          deferred MAP<BIGINT, INT> NOT NULL
            COMMENT 'shapes of URLs that have no turn, by hash: requests that come before it'
          """),
          entry(
              ROBOTS,
              """
          round INT NOT NULL COMMENT 'the latest row of a URL counts',
          host STRING NOT NULL,
          url STRING NOT NULL,
          time BIGINT NOT NULL COMMENT 'ms since 1970',
          status INT NOT NULL,
          type STRING NOT NULL COMMENT 'content type, or the location of a redirect',
          body BINARY NOT NULL
          """),
          entry(VISITS, VISIT),
          entry(
              CHECKS,
              VISIT
                  + """
          , distance INT COMMENT 'bits in which the texts of both versions differ, -1 if unknown',
          links_added INT,
          links_removed INT
          """),
          entry(
              LINKS,
              """
          round INT NOT NULL,
          source STRING NOT NULL COMMENT 'the URL whose page has the link',
          url STRING NOT NULL,
          host STRING NOT NULL,
          redirect BOOLEAN NOT NULL COMMENT 'whether the source redirects to the URL',
          scored BOOLEAN NOT NULL COMMENT 'false if the URL ended in the same task',
          queue INT NOT NULL,
          score DOUBLE NOT NULL,
          tie DOUBLE NOT NULL,
          depth INT NOT NULL,
          born BIGINT NOT NULL,
          seed BOOLEAN NOT NULL,
          parent STRING,
          hops INT NOT NULL,
          path_state ARRAY<DOUBLE>,
          features ARRAY<INT>
          """),
          entry(
              MODELS,
              """
          round INT NOT NULL COMMENT 'the round that was learned from; the latest row counts',
          plugin STRING NOT NULL,
          state BINARY NOT NULL COMMENT 'what the plugin has learned'
          """),
          entry(
              SITES,
              """
          round INT NOT NULL COMMENT 'the latest row of a site counts',
          host STRING NOT NULL COMMENT 'the host or site that is delayed as one',
          site STRING NOT NULL COMMENT 'the name of the host',
          state BINARY NOT NULL COMMENT 'repeated blocks, shapes of URLs, parameters, directives'
          """),
          entry(
              LESSONS,
              """
          url STRING NOT NULL COMMENT 'as in visits, of a page of the current round',
          text STRING NOT NULL COMMENT 'all of its text, for a scorer that learns'
          """),
          entry(
              TEXTS,
              """
          round INT NOT NULL,
          url STRING NOT NULL COMMENT 'as in visits',
          time TIMESTAMP NOT NULL,
          title STRING NOT NULL,
          text STRING NOT NULL COMMENT 'the main text',
          markdown STRING NOT NULL,
          chunks ARRAY<STRING> NOT NULL COMMENT 'parts of the Markdown, each with its headings'
          """),
          entry(
              PAGES,
              """
          round INT NOT NULL,
          url STRING NOT NULL,
          time TIMESTAMP NOT NULL,
          status INT NOT NULL,
          headers STRING NOT NULL COMMENT 'one on each line',
          body BINARY NOT NULL
          """));

  private TableSchemas() {}
}
