package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.report.CrawlMetrics.Note;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Events of all runs that the tables of a directory do not have: problems after which no URL has
 * ended, the last one of each host, and the last notes. Not thread-safe.
 */
public final class RunEvents implements Resumable {

  /** The name of the state. */
  public static final String STATE = "events";

  private static final int FORMAT = 1;
  private static final int MOST_PROBLEMS = 200;
  private static final int MOST_HOSTS = 1_000;

  private final Map<String, Times> problems = new TreeMap<>(); // by reason
  private final Map<String, String> hosts = new LinkedHashMap<>(); // the last problem at the end
  private final Deque<Note> notes = new ArrayDeque<>();

  /** The number of problems of a kind, with a URL or host as an example. */
  private record Times(long number, String example) {}

  /** Counts a problem of a page or host after which it may still be fetched. */
  void problem(String reason, String example) {
    Times before = problems.get(reason);
    if (before != null) {
      problems.put(reason, new Times(before.number + 1, before.example));
    } else if (problems.size() < MOST_PROBLEMS) {
      problems.put(reason, new Times(1, RecentAnchors.shortened(example)));
    }
  }

  /** Keeps why the last request to a host has failed. */
  void failed(String host, String why) {
    hosts.remove(host);
    hosts.put(host, why);
    if (hosts.size() > MOST_HOSTS) {
      hosts.remove(hosts.keySet().iterator().next());
    }
  }

  void note(Note note) {
    notes.add(note);
    if (notes.size() > MetricsBuilder.MOST_NOTES) {
      notes.remove();
    }
  }

  List<Note> notes() {
    return new ArrayList<>(notes);
  }

  /** Adds all but the notes. */
  void addTo(MetricsBuilder metrics) {
    problems.forEach((reason, each) -> metrics.problem(reason, each.number, each.example));
    hosts.forEach(metrics::lastFailure);
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section(STATE, FORMAT);
    out.writeInt(problems.size());
    for (Map.Entry<String, Times> each : problems.entrySet()) {
      out.writeText(each.getKey());
      out.writeLong(each.getValue().number);
      out.writeText(each.getValue().example);
    }
    out.writeInt(hosts.size());
    for (Map.Entry<String, String> each : hosts.entrySet()) {
      out.writeText(each.getKey());
      out.writeText(each.getValue());
    }
    out.writeInt(notes.size());
    for (Note each : notes) {
      out.writeLong(each.time().toEpochMilli());
      out.writeLong(each.visited());
      out.writeBoolean(each.steered());
      out.writeText(each.text());
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section(STATE, FORMAT);
    for (int left = in.readCount("problems"); left > 0; left--) {
      problems.put(in.readText(), new Times(in.readNumber("times"), in.readText()));
    }
    for (int left = in.readCount("hosts"); left > 0; left--) {
      hosts.put(in.readText(), in.readText());
    }
    for (int left = in.readCount("notes"); left > 0; left--) {
      Instant time = Instant.ofEpochMilli(in.readLong());
      notes.add(new Note(time, in.readNumber("visits"), in.readBoolean(), in.readText()));
    }
  }
}
