package io.dowser.crawler;

import io.dowser.crawler.api.Resumable;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Brings the state of a plugin into compressed pieces and back. */
final class StateBytes {

  private static final int PIECE = 1 << 20;

  private StateBytes() {}

  static List<byte[]> of(Resumable plugin) throws IOException {
    var pieces = new Pieces();
    var deflater = new Deflater(Deflater.BEST_SPEED);
    try (var out =
        new DataOutputStream(
            new BufferedOutputStream(
                new DeflaterOutputStream(pieces, deflater, 1 << 13), 1 << 16))) {
      plugin.save(out);
    } finally {
      deflater.end();
    }
    return pieces.all();
  }

  static void restore(Resumable plugin, InputStream pieces) throws IOException {
    try (var in =
        new DataInputStream(new BufferedInputStream(new InflaterInputStream(pieces), 1 << 16))) {
      plugin.restore(in);
    }
  }

  private static final class Pieces extends OutputStream {

    private final List<byte[]> full = new ArrayList<>();
    private byte[] last = new byte[1 << 12];
    private int size;

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      int done = 0;
      while (done < length) {
        if (size == PIECE) {
          full.add(last);
          last = new byte[PIECE];
          size = 0;
        }
        int room = Math.min(length - done, PIECE - size);
        if (size + room > last.length) {
          last = Arrays.copyOf(last, Math.min(PIECE, Math.max(2 * last.length, size + room)));
        }
        System.arraycopy(bytes, from + done, last, size, room);
        size += room;
        done += room;
      }
    }

    List<byte[]> all() {
      var all = new ArrayList<>(full);
      all.add(Arrays.copyOf(last, size));
      return all;
    }
  }
}
