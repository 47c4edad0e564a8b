package io.dowser.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** One client's connection to the {@link SiteServer}. */
final class ServerConnection {

  private static final int MAX_REQUEST = 8_192;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final ByteBuffer request = ByteBuffer.allocate(MAX_REQUEST);
  private ByteBuffer response = ByteBuffer.allocate(0);
  private long dueNanos;

  ServerConnection(SocketChannel channel, SelectionKey key) {
    this.channel = channel;
    this.key = key;
  }

  void dueAt(long nanos) {
    dueNanos = nanos;
  }

  long dueNanos() {
    return dueNanos;
  }

  /**
   * Reads the available bytes.
   *
   * @return true if a request is complete, and its response is ready to be sent
   */
  boolean readRequest(SiteResponses responses) {
    if (!read()) {
      return false;
    }
    byte[] bytes = request.array();
    int length = request.position();
    boolean complete = length >= 4 && bytes[length - 1] == '\n' && bytes[length - 3] == '\n';
    if (complete) {
      response = ByteBuffer.wrap(responses.response(bytes, length));
      request.clear();
    }
    return complete;
  }

  private boolean read() {
    try {
      if (request.hasRemaining() && channel.read(request) > 0) {
        return true;
      }
    } catch (IOException e) { // the client went away without a word, as it may
      close();
      return false;
    }
    close();
    return false;
  }

  /** Begins to send the response. */
  void respond() throws IOException {
    if (write() && response.hasRemaining()) {
      key.interestOps(SelectionKey.OP_WRITE);
    }
  }

  /** Continues sending when the client has taken what it was sent. */
  void continueWriting() throws IOException {
    if (write() && !response.hasRemaining()) {
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  private boolean write() {
    try {
      channel.write(response);
      return true;
    } catch (IOException e) { // as above
      close();
      return false;
    }
  }

  private void close() {
    key.cancel();
    try {
      channel.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
