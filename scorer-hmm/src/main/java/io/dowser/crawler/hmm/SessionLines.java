package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads browsing sessions, see {@link BrowsingSession#read}. */
final class SessionLines {

  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final String TARGET = "target";
  private static final Place NOWHERE = new Place(0, BrowsingSession.START);

  private final Function<String, Optional<CrawlUrl>> urls;
  private final Map<Long, BrowsingSession.Builder> sessions = new LinkedHashMap<>(); // by number
  private final Map<Long, Integer> lengths = new HashMap<>(); // of the sessions
  private final Map<Long, Place> places = new HashMap<>(); // of the visits

  private SessionLines(Function<String, Optional<CrawlUrl>> urls) {
    this.urls = urls;
  }

  /**
   * A page that a visit shows.
   *
   * @param session the number of the session's first visit
   * @param step the step in the session, or {@link BrowsingSession#START} for none
   */
  private record Place(long session, int step) {}

  static List<BrowsingSession> read(Path file, Function<String, Optional<CrawlUrl>> urls)
      throws IOException {
    var reader = new SessionLines(requireNonNull(urls, "urls"));
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        boolean marked = number == 1 && line.startsWith(BYTE_ORDER_MARK);
        reader.add(marked ? line.substring(BYTE_ORDER_MARK.length()) : line);
      }
    } catch (CharacterCodingException e) {
      throw new BrowsingSession.FormatException(
          file, number + 1, "is not in UTF-8, from here or later", e);
    } catch (IllegalArgumentException e) {
      throw new BrowsingSession.FormatException(file, number, String.valueOf(e.getMessage()), e);
    }
    if (reader.sessions.isEmpty()) {
      throw new BrowsingSession.FormatException(file, 0, "has no page that can be crawled", null);
    }
    return reader.sessions.values().stream().map(BrowsingSession.Builder::build).toList();
  }

  private void add(String line) {
    if (line.isBlank()) {
      return;
    }
    String[] columns = line.split("\t", -1);
    require(
        columns.length == 3 || columns.length == 4,
        "a line must be visit, tab, earlier visit, tab, URL, but was '" + line + "'");
    String mark = columns.length == 4 ? columns[3] : "";
    require(
        mark.isEmpty() || mark.equals(TARGET),
        "the fourth column must be empty or '" + TARGET + "', but was '" + mark + "'");
    long visit = number(columns[0]);
    require(
        visit > 0 && !places.containsKey(visit),
        "the number of a visit must be above 0 and unique");
    Place from = places.getOrDefault(number(columns[1]), NOWHERE);
    Optional<CrawlUrl> url = columns[2].isEmpty() ? Optional.empty() : urls.apply(columns[2]);
    places.put(visit, url.isPresent() ? place(visit, from, url.get(), !mark.isEmpty()) : from);
  }

  private Place place(long visit, Place from, CrawlUrl url, boolean target) {
    long first = from.step() == BrowsingSession.START ? visit : from.session();
    BrowsingSession.Builder session =
        sessions.computeIfAbsent(first, key -> BrowsingSession.builder());
    session.visit(url, from.step());
    if (target) {
      session.target(url);
    }
    return new Place(first, lengths.merge(first, 1, Integer::sum) - 1);
  }

  private static long number(String text) {
    require(text.matches("\\d{1,18}"), "a visit must be a whole number, but was '" + text + "'");
    return Long.parseLong(text);
  }

  private static void require(boolean fulfilled, String rule) {
    if (!fulfilled) {
      throw new IllegalArgumentException(rule);
    }
  }
}
