package io.dowser.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** Samples of a running program by their stacks, as a tree from callers to callees. */
final class SampleTree {

  private static final String OURS = "io.dowser.";

  private final Map<String, SampleTree> callees = new TreeMap<>();
  private long samples;

  /** Reads the samples of Java code out of a recording by JFR of the JDK. */
  static SampleTree of(Path recording) throws IOException {
    var root = new SampleTree();
    try (var file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        RecordedStackTrace stack = event.getStackTrace();
        if (event.getEventType().getName().equals("jdk.ExecutionSample") && stack != null) {
          root.add(stack.getFrames());
        }
      }
    }
    return root;
  }

  /** Adds a sample, whose innermost frame is the first. */
  private void add(List<RecordedFrame> frames) {
    SampleTree at = this;
    at.samples++;
    for (int i = frames.size() - 1; i >= 0; i--) {
      at = at.callees.computeIfAbsent(name(frames.get(i)), name -> new SampleTree());
      at.samples++;
    }
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }

  long samples() {
    return samples;
  }

  Map<String, SampleTree> callees() {
    return Collections.unmodifiableMap(callees);
  }

  /** Counts samples by the innermost method of this project on their stacks. */
  Map<String, Long> byOwnMethod() {
    Map<String, Long> counts = new HashMap<>();
    count("none", counts);
    return counts;
  }

  private void count(String innermost, Map<String, Long> counts) {
    long inside = callees.values().stream().mapToLong(each -> each.samples).sum();
    if (samples > inside) {
      counts.merge(innermost, samples - inside, Long::sum);
    }
    callees.forEach(
        (name, callee) -> callee.count(name.startsWith(OURS) ? name : innermost, counts));
  }
}
