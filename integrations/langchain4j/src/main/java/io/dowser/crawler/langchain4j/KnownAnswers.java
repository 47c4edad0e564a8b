package io.dowser.crawler.langchain4j;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers of a language model by the hash of the page; the oldest are dropped. Thread-safe. */
final class KnownAnswers {

  private static final int MOST = 100_000;

  private final Map<ContentHash, LlmJudge.Answer> answers = new LinkedHashMap<>();

  synchronized LlmJudge.@Nullable Answer get(ContentHash key) {
    return answers.get(key);
  }

  synchronized void put(ContentHash key, LlmJudge.Answer answer) {
    answers.put(key, answer);
    if (answers.size() > MOST) {
      Iterator<ContentHash> oldest = answers.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  synchronized void save(StateWriter out) throws IOException {
    out.section("answers", 1);
    out.writeInt(answers.size());
    for (Map.Entry<ContentHash, LlmJudge.Answer> each : answers.entrySet()) {
      out.writeLong(each.getKey().high());
      out.writeLong(each.getKey().low());
      out.writeBoolean(each.getValue().relevant());
      out.writeText(each.getValue().reason());
    }
  }

  synchronized void restore(StateReader in) throws IOException {
    in.section("answers", 1);
    answers.clear();
    int count = in.readInt(0, MOST, "number of answers");
    for (int i = 0; i < count; i++) {
      var key = new ContentHash(in.readLong(), in.readLong());
      answers.put(key, new LlmJudge.Answer(in.readBoolean(), in.readText()));
    }
  }
}
