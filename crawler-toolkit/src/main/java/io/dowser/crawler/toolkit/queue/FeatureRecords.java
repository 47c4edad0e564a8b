package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.LinkFeatures;

/** The features of the slots of a table, four bytes each; no memory for slots without. */
final class FeatureRecords {

  private final ByteRecords records = new ByteRecords(new IntColumn());

  /** Replaces the features of a slot. */
  void put(int slot, LinkFeatures features) {
    records.remove(slot);
    byte[] bytes = new byte[features.size() * Integer.BYTES];
    for (int i = 0; i < features.size(); i++) {
      ByteRecords.writeInt(bytes, i * Integer.BYTES, features.get(i));
    }
    if (bytes.length > 0) {
      records.put(slot, bytes, 0, bytes.length);
    }
  }

  boolean has(int slot) {
    return records.length(slot) > 0;
  }

  LinkFeatures get(int slot) {
    byte[] bytes = new byte[records.length(slot)];
    records.copy(slot, bytes, 0);
    int[] features = new int[bytes.length / Integer.BYTES];
    for (int i = 0; i < features.length; i++) {
      features[i] = ByteRecords.readInt(bytes, i * Integer.BYTES);
    }
    return LinkFeatures.of(features);
  }

  void remove(int slot) {
    records.remove(slot);
  }
}
