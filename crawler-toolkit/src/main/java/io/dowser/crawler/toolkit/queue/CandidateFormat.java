package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * How the candidates of a table are written: one behind the other, and in front of the first link
 * of each page what the page's links share. What is as it was for the candidate before is left out,
 * and so are URLs where the reader has them, see {@link StateWriter#leavesUrlsOut}.
 *
 * <p>The reader takes memory only for what it has read, so a false count cannot exhaust it.
 */
final class CandidateFormat {

  private static final int NEW_PAGE = 1;
  private static final int OTHER_PAGE = 1 << 1;
  private static final int FAR = 1 << 2; // the sequence number is not just behind the last one
  private static final int DEPTH = 1 << 3;
  private static final int TIE_BREAK = 1 << 4;
  private static final int FEATURES = 1 << 5;
  private static final int ALL = (1 << 6) - 1;
  private static final CrawlUrl NOT_YET = CrawlUrl.of("http://not-yet.invalid/");

  private final CandidateTable table;
  private final IntColumn numbers = new IntColumn(); // writing: page to number + 1, reading: back
  private int pageCount;
  private int page = -1; // these: of the candidate before
  private long sequence;
  private int depth;

  /** Takes the candidates that are read, when they are complete. */
  interface Reader {

    /** Takes one that is in the table. */
    void take(int slot, CrawlUrl url) throws IOException;
  }

  private CandidateFormat(CandidateTable table) {
    this.table = table;
  }

  static void write(CandidateTable table, StateWriter out) throws IOException {
    var format = new CandidateFormat(table);
    boolean withUrls = !mayLeaveUrlsOut(table, out);
    out.writeInt(table.size());
    out.writeBoolean(withUrls);
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      format.write(slot, out);
      if (withUrls) {
        out.writeText(table.url(slot).toString());
      }
    }
  }

  private static boolean mayLeaveUrlsOut(CandidateTable table, StateWriter out) {
    return table.size() > 0 && out.leavesUrlsOut() && hasSmallNumbers(table);
  }

  /** Reports whether the reader can sort a number and a slot as one. */
  private static boolean hasSmallNumbers(CandidateTable table) {
    int slot = table.nextSlot(0);
    while (slot >= 0 && table.sequence(slot) <= Integer.MAX_VALUE) {
      slot = table.nextSlot(slot + 1);
    }
    return slot < 0;
  }

  /** Reads candidates into an empty table; with URLs in their order, else in that of numbers. */
  static void read(CandidateTable table, StateReader in, Reader reader) throws IOException {
    int count = in.readCount("number of candidates");
    boolean withUrls = in.readBoolean();
    var format = new CandidateFormat(table);
    for (int slot = 0; slot < count; slot++) {
      format.read(slot, in);
      if (withUrls) {
        format.complete(slot, CrawlUrl.of(in.readText()), reader);
      }
    }
    table.indexAll();
    if (!withUrls) {
      format.readUrls(in, reader);
    }
  }

  /** Checks a size before memory is taken for it. */
  private static int size(int size, int most, String name) throws IOException {
    StateReader.require(
        size >= 0 && size <= most, name + " must be 0 to " + most + ", but was " + size);
    return size;
  }

  private void write(int slot, StateWriter out) throws IOException {
    int flags = flags(slot);
    out.writeByte(flags);
    writePage(flags, out);
    writePlace(slot, flags, out);
    out.writeDouble(table.score(slot));
    if (has(flags, TIE_BREAK)) {
      out.writeDouble(table.tieBreak(slot));
    }
    if (has(flags, FEATURES)) {
      write(table.features(slot), out);
    }
  }

  private void writePlace(int slot, int flags, StateWriter out) throws IOException {
    if (has(flags, FAR)) {
      out.writeLong(table.sequence(slot));
    } else {
      out.writeByte((int) (table.sequence(slot) - sequence));
    }
    if (has(flags, DEPTH)) {
      out.writeInt(table.depth(slot));
    }
    sequence = table.sequence(slot);
    depth = table.depth(slot);
  }

  private static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }

  /** Reports what must be written of a slot, and makes its page the present one. */
  private int flags(int slot) {
    int flags = flagOfPage(table.page(slot));
    long step = table.sequence(slot) - sequence;
    flags |= step == (byte) step ? 0 : FAR;
    flags |= table.depth(slot) == depth ? 0 : DEPTH;
    flags |= Double.doubleToRawLongBits(table.tieBreak(slot)) == 0 ? 0 : TIE_BREAK;
    flags |= table.hasFeatures(slot) ? FEATURES : 0;
    return flags;
  }

  private int flagOfPage(int next) {
    if (next == page) {
      return 0;
    }
    page = next;
    return numbers.get(next) == 0 ? NEW_PAGE : OTHER_PAGE;
  }

  private void writePage(int flags, StateWriter out) throws IOException {
    if (has(flags, OTHER_PAGE)) {
      out.writeInt(numbers.get(page) - 1);
    } else if (has(flags, NEW_PAGE)) {
      numbers.set(page, ++pageCount);
      PathState pathState = table.pages().pathState(page);
      out.writeLong(table.pages().parent(page));
      out.writeShort(pathState.size());
      for (int i = 0; i < pathState.size(); i++) {
        out.writeDouble(pathState.get(i));
      }
    }
  }

  private static void write(LinkFeatures features, StateWriter out) throws IOException {
    out.writeShort(features.size());
    for (int i = 0; i < features.size(); i++) {
      out.writeInt(features.get(i));
    }
  }

  private void read(int slot, StateReader in) throws IOException {
    int flags = size(in.readByte(), ALL, "what is written of a candidate");
    readPage(slot, flags, in);
    Candidate candidate = readCandidate(flags, in);
    table.pages().retain(page);
    table.addWithoutUrl(candidate, page);
  }

  private Candidate readCandidate(int flags, StateReader in) throws IOException {
    sequence = has(flags, FAR) ? in.readLong() : sequence + in.readByte();
    depth = has(flags, DEPTH) ? in.readInt() : depth;
    double score = in.readDouble();
    double tieBreak = has(flags, TIE_BREAK) ? in.readDouble() : 0;
    LinkFeatures features = has(flags, FEATURES) ? readFeatures(in) : LinkFeatures.NONE;
    long parent = table.pages().parent(page);
    PathState pathState = table.pages().pathState(page);
    return new Candidate(NOT_YET, sequence, depth, score, tieBreak, parent, pathState, features);
  }

  private void readPage(int slot, int flags, StateReader in) throws IOException {
    if (has(flags, NEW_PAGE)) {
      long parent = in.readLong();
      double[] values =
          new double[size(in.readShort(), PathState.MAX_SIZE, "size of a path state")];
      for (int i = 0; i < values.length; i++) {
        values[i] = in.readDouble();
      }
      page = table.pages().create(parent, PathState.of(values));
      numbers.set(pageCount++, page);
    } else if (has(flags, OTHER_PAGE)) {
      page = numbers.get(in.readInt(0, pageCount - 1, "number of a page"));
    } else if (slot == 0) {
      throw new IOException("the first candidate must have a page");
    }
  }

  private static LinkFeatures readFeatures(StateReader in) throws IOException {
    int[] values = new int[size(in.readShort(), LinkFeatures.MAX_SIZE, "number of features")];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readInt();
    }
    return LinkFeatures.of(values);
  }

  private void complete(int slot, CrawlUrl url, Reader reader) throws IOException {
    table.setUrl(slot, url);
    reader.take(slot, url);
  }

  /** Requests from the input one URL after the other in the order in which it is fastest. */
  private void readUrls(StateReader in, Reader reader) throws IOException {
    LongFunction<CrawlUrl> urls =
        in.urls()
            .orElseThrow(
                () -> new IOException("candidates without URLs need a reader beside their URLs"));
    long[] order = new long[table.size()];
    for (int slot = 0; slot < order.length; slot++) {
      long number = table.sequence(slot);
      if (number > Integer.MAX_VALUE) {
        throw new IOException("number of a URL must be below 2^31, but was " + number);
      }
      order[slot] = number << Integer.SIZE | slot;
    }
    Arrays.sort(order);
    for (long each : order) {
      complete((int) each, urls.apply(each >>> Integer.SIZE), reader);
    }
  }
}
