package io.dowser.crawler.fetch;

import java.io.IOException;
import okhttp3.Interceptor.Chain;
import okhttp3.internal.connection.BufferedSocket;
import okhttp3.internal.connection.RealCall;
import okhttp3.internal.connection.RealConnection;
import okhttp3.internal.http.RealInterceptorChain;

/**
 * Finds bytes that came over a kept connection behind the last response. OkHttp would read them as
 * the next response, which lets one page of a server take the place of another one (RFC 9112,
 * sections 6.3 and 11.2): they are in its buffer, which only its internal types show.
 */
final class UnreadBytes {

  private UnreadBytes() {}

  /** Returns whether there are any, or it cannot be known with this version of OkHttp. */
  static boolean mayHave(Chain chain) {
    try {
      var connection = (RealConnection) chain.connection();
      var client = ((RealCall) chain.call()).getClient();
      var socket =
          (BufferedSocket)
              connection.newCodec$okhttp(client, (RealInterceptorChain) chain).getSocket();
      return socket.getSource().getBuffer().size() > 0
          || connection.socket().getInputStream().available() > 0;
    } catch (LinkageError | ClassCastException | IOException e) {
      return true;
    }
  }
}
