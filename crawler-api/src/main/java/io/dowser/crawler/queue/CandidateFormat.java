package io.dowser.crawler.queue;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How the candidates of a table are written: one behind the other, and in front of the first link
 * of each page what the page's links share.
 *
 * <p>The reader takes memory only for what it has read, so a false count cannot exhaust it.
 */
final class CandidateFormat {

  private final CandidateTable table;
  private final IntColumn numbers = new IntColumn(); // writing: page to number + 1, reading: back
  private int pageCount;

  private CandidateFormat(CandidateTable table) {
    this.table = table;
  }

  static void write(CandidateTable table, DataOutput out) throws IOException {
    var format = new CandidateFormat(table);
    out.writeInt(table.size());
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      format.write(slot, out);
    }
  }

  static void read(CandidateTable table, DataInput in) throws IOException {
    int count = size(in.readInt(), Integer.MAX_VALUE, "number of candidates");
    var format = new CandidateFormat(table);
    for (int i = 0; i < count; i++) {
      format.read(in);
    }
  }

  /** Checks a size before memory is taken for it. */
  static int size(int size, int most, String name) throws IOException {
    if (size < 0 || size > most) {
      throw new IOException(name + " must be 0 to " + most + ", but was " + size);
    }
    return size;
  }

  private void write(int slot, DataOutput out) throws IOException {
    Candidate candidate = table.get(slot);
    writePage(table.page(slot), candidate, out);
    out.writeLong(candidate.sequence());
    out.writeInt(candidate.depth());
    out.writeDouble(candidate.score());
    out.writeDouble(candidate.tieBreak());
    out.writeUTF(candidate.url().toString());
    out.writeShort(candidate.features().size());
    for (int i = 0; i < candidate.features().size(); i++) {
      out.writeInt(candidate.features().get(i));
    }
  }

  private void writePage(int page, Candidate candidate, DataOutput out) throws IOException {
    int number = numbers.get(page) - 1;
    out.writeInt(number < 0 ? pageCount : number);
    if (number >= 0) {
      return;
    }
    numbers.set(page, ++pageCount);
    out.writeLong(candidate.parent());
    out.writeShort(candidate.carry().size());
    for (int i = 0; i < candidate.carry().size(); i++) {
      out.writeDouble(candidate.carry().get(i));
    }
  }

  private void read(DataInput in) throws IOException {
    int page = readPage(in);
    long sequence = in.readLong();
    int depth = in.readInt();
    double score = in.readDouble();
    double tieBreak = in.readDouble();
    CrawlUrl url = CrawlUrl.of(in.readUTF());
    LinkFeatures features = readFeatures(in);
    long parent = table.pages().parent(page);
    Carry carry = table.pages().carry(page);
    var candidate = new Candidate(url, sequence, depth, score, tieBreak, parent, carry, features);
    table.requireNew(sequence);
    table.pages().retain(page);
    table.add(candidate, page);
  }

  private int readPage(DataInput in) throws IOException {
    int number = size(in.readInt(), pageCount, "number of a page");
    if (number == pageCount) {
      long parent = in.readLong();
      double[] values = new double[size(in.readShort(), Carry.MAX_SIZE, "size of a carry")];
      for (int i = 0; i < values.length; i++) {
        values[i] = in.readDouble();
      }
      numbers.set(pageCount++, table.pages().create(parent, Carry.of(values)));
    }
    return numbers.get(number);
  }

  private static LinkFeatures readFeatures(DataInput in) throws IOException {
    int[] values = new int[size(in.readShort(), LinkFeatures.MAX_SIZE, "number of features")];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readInt();
    }
    return LinkFeatures.of(values);
  }
}
