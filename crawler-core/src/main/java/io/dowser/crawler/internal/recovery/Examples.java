package io.dowser.crawler.internal.recovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the first URLs with a reason, each of another host: 3 of each of 200 reasons, as plugins
 * word some. Not thread-safe.
 */
public final class Examples {

  private static final int MOST_REASONS = 200;
  private static final int MOST_URLS = 3;

  private final Map<String, List<String>> urls = new HashMap<>();

  /** Adds a URL or the name of a host, and returns whether it is kept, now or before. */
  public boolean add(String reason, String url) {
    if (urls.size() == MOST_REASONS && !urls.containsKey(reason)) {
      return false;
    }
    List<String> kept = urls.computeIfAbsent(reason, each -> new ArrayList<>(1));
    boolean isNew = kept.stream().noneMatch(each -> site(each).equals(site(url)));
    return kept.contains(url) || (isNew && kept.size() < MOST_URLS && kept.add(url));
  }

  private static String site(String url) {
    int path = url.indexOf('/', url.indexOf("://") + 3);
    return path < 0 ? url : url.substring(0, path);
  }

  /** Returns a copy of all that are kept, by reason. */
  public Map<String, List<String>> all() {
    Map<String, List<String>> all = new HashMap<>();
    urls.forEach((reason, each) -> all.put(reason, List.copyOf(each)));
    return all;
  }
}
