package io.dowser.crawler.shark;

import io.dowser.crawler.api.AbandonReason;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the numbers of saved verdicts mean: they are written with their names, because a later
 * version may have other constants between them.
 */
final class VerdictNames {

  private static final int MOST = 128;
  private static final byte UNKNOWN = -1;

  private final byte[] verdicts = new byte[MOST];

  private VerdictNames() {}

  private static Map<String, Byte> all() {
    var names = new LinkedHashMap<String, Byte>();
    for (QueueRule rule : QueueRule.values()) {
      names.put("rule " + rule.name(), LinkLedger.verdict(rule));
    }
    for (AbandonReason reason : AbandonReason.values()) {
      names.put("failed " + reason.name(), LinkLedger.verdict(reason));
    }
    return names;
  }

  static void save(DataOutput out) throws IOException {
    Map<String, Byte> names = all();
    out.writeByte(names.size());
    for (Map.Entry<String, Byte> name : names.entrySet()) {
      out.writeUTF(name.getKey());
      out.writeByte(name.getValue());
    }
  }

  static VerdictNames read(DataInput in) throws IOException {
    var read = new VerdictNames();
    Arrays.fill(read.verdicts, 1, MOST, UNKNOWN); // 0 has no name: nothing is known
    Map<String, Byte> names = all();
    for (int i = in.readUnsignedByte(); i > 0; i--) {
      String name = in.readUTF();
      int saved = in.readUnsignedByte();
      Byte verdict = names.get(name);
      SavedNumbers.check(verdict != null && saved > 0 && saved < MOST, "'" + name + "' is unknown");
      if (verdict != null) {
        read.verdicts[saved] = verdict;
      }
    }
    return read;
  }

  byte verdict(byte saved) throws IOException {
    byte verdict = saved < 0 ? UNKNOWN : verdicts[saved];
    SavedNumbers.check(verdict != UNKNOWN, "state of a URL must have a name, but was " + saved);
    return verdict;
  }
}
