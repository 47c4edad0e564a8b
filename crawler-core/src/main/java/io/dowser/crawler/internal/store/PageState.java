package io.dowser.crawler.internal.store;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of a visited page without the numbers of one engine, for tables that several engines
 * share: neither its URL nor its links are numbered.
 *
 * @param links the fingerprints of its links, 16 bytes each
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PageState(PageReader.Known page, byte[] links) {

  private static final long[] NO_NUMBERS = {};

  /** Returns this after a recheck that has found out nothing. */
  public PageState tried(Instant now) {
    return new PageState(page.with(page.row().tried(now)), links);
  }

  /** Returns the values of columns, by name. */
  public Map<String, @Nullable Object> values() {
    PageRow row = page.row();
    PageVersion version = row.version();
    RecheckCounts rechecks = row.rechecks();
    Duration interval = row.interval();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("url", page.page().toString());
    values.put("visited", page.visited());
    values.put("number", page.number());
    values.put("status", row.status().name());
    values.put("version", version.number());
    values.put("fetched", version.fetched());
    values.put("etag", version.entityTag());
    values.put("last_modified", version.lastModified());
    values.put("digest", version.digest());
    values.put("same_bytes", version.sameBytes());
    values.put("text_hash", version.textHash());
    values.put("text_similarity", version.similarity());
    values.put("relevance", version.relevance());
    values.put("relevant", version.relevant());
    values.put("irrelevance", version.irrelevance().map(Irrelevance::toString).orElse(null));
    values.put("links", links);
    values.put("checked", rechecks.checked());
    values.put("tried", rechecks.tried());
    values.put("checks", rechecks.rechecks());
    values.put("changes", rechecks.changes());
    values.put("changed_millis", rechecks.changedTime().toMillis());
    values.put("unchanged_millis", rechecks.unchangedTime().toMillis());
    values.put("gone", row.gone());
    values.put("interval_millis", interval == null ? null : interval.toMillis());
    return Collections.unmodifiableMap(values);
  }

  /** Reads a state of {@link #values}. */
  public static PageState of(Map<String, @Nullable Object> values) {
    var version =
        new PageVersion(
            get(values, "version", Integer.class),
            get(values, "fetched", Instant.class),
            (String) values.get("etag"),
            (String) values.get("last_modified"),
            get(values, "digest", byte[].class),
            get(values, "same_bytes", Boolean.class),
            get(values, "text_hash", Long.class),
            get(values, "text_similarity", Long.class),
            get(values, "relevance", Double.class),
            get(values, "relevant", Boolean.class),
            irrelevance((String) values.get("irrelevance")),
            NO_NUMBERS);
    var checks =
        new RecheckCounts(
            get(values, "checked", Instant.class),
            get(values, "tried", Instant.class),
            get(values, "checks", Long.class),
            get(values, "changes", Long.class),
            Duration.ofMillis(get(values, "changed_millis", Long.class)),
            Duration.ofMillis(get(values, "unchanged_millis", Long.class)));
    Long interval = (Long) values.get("interval_millis");
    var row =
        new PageRow(
            0,
            PageRow.Status.valueOf(get(values, "status", String.class)),
            version,
            checks,
            get(values, "gone", Integer.class),
            interval == null ? null : Duration.ofMillis(interval));
    CrawlUrl url = CrawlUrl.of(get(values, "url", String.class));
    Instant visited = get(values, "visited", Instant.class);
    long number = get(values, "number", Long.class);
    return new PageState(
        new PageReader.Known(row, url, visited, number), get(values, "links", byte[].class));
  }

  private static <T> T get(Map<String, @Nullable Object> values, String name, Class<T> type) {
    return type.cast(requireNonNull(values.get(name), name));
  }

  /** Returns the reason of a text, none if there is none. */
  public static Optional<Irrelevance> irrelevance(@Nullable String text) {
    return Arrays.stream(Irrelevance.values())
        .filter(each -> each.toString().equals(text))
        .findFirst();
  }
}
