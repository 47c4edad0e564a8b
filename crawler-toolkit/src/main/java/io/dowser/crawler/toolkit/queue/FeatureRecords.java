package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.LinkFeatures;

/** The features of the slots of a table, four bytes each; no memory for slots without. */
final class FeatureRecords {

  private final ByteRecords records = new ByteRecords(new IntColumn());
  private byte[] scratch = new byte[64];

  /** Replaces the features of a slot. */
  void put(int slot, LinkFeatures features) {
    records.remove(slot);
    int bytes = features.size() * Integer.BYTES;
    if (bytes == 0) {
      return;
    }
    reserve(bytes);
    for (int i = 0; i < features.size(); i++) {
      ByteRecords.writeInt(scratch, i * Integer.BYTES, features.get(i));
    }
    records.put(slot, scratch, 0, bytes);
  }

  boolean has(int slot) {
    return records.length(slot) > 0;
  }

  LinkFeatures get(int slot) {
    int bytes = records.length(slot);
    if (bytes == 0) {
      return LinkFeatures.NONE;
    }
    reserve(bytes);
    records.copy(slot, scratch, 0);
    int[] features = new int[bytes / Integer.BYTES];
    for (int i = 0; i < features.length; i++) {
      features[i] = ByteRecords.readInt(scratch, i * Integer.BYTES);
    }
    return LinkFeatures.of(features);
  }

  void remove(int slot) {
    records.remove(slot);
  }

  private void reserve(int bytes) {
    if (scratch.length < bytes) {
      scratch = new byte[bytes];
    }
  }
}
