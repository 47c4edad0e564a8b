package io.dowser.crawler.fetch;

import com.google.common.base.CharMatcher;
import com.google.common.base.Throwables;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.net.AddressRules.ForbiddenAddressException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.UnknownServiceException;
import java.util.Locale;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;

/** Converts exceptions of a call into failures. */
final class Failures {

  private static final int LONGEST_DETAIL = 300;

  private Failures() {}

  static Failed of(CrawlUrl url, IOException error) {
    boolean overdue = error.getClass() == InterruptedIOException.class; // OkHttp's call timeout
    String detail =
        overdue
            ? "no response within the time limit"
            : error.getClass().getSimpleName() + ": " + message(error);
    return Failed.of(url, reason(error), oneLine(detail));
  }

  /**
   * Converts an exception by OkHttp about a malformed response, such as one with a negative length.
   */
  static Failed nonsense(CrawlUrl url, RuntimeException error) {
    String detail = error.getClass().getSimpleName() + ": " + ownWords(error);
    return Failed.of(url, FailureReason.PROTOCOL, oneLine(detail));
  }

  private static String message(IOException error) {
    return error instanceof ProtocolException
        ? ownWords(error)
        : String.valueOf(error.getMessage());
  }

  /**
   * Returns a message without the server's words at its end, which may repeat secrets that were
   * sent.
   */
  private static String ownWords(Exception error) {
    return String.valueOf(error.getMessage()).replaceFirst("(?s)[:\"].*", "").strip();
  }

  /**
   * Returns the reason of a failure in a body; the decoder fails if the content coding is not the
   * declared one.
   */
  static FailureReason reasonInBody(IOException error) {
    return error instanceof ZipException ? FailureReason.PROTOCOL : FailureReason.RESET;
  }

  /**
   * Shortens a detail to one line: servers write parts of these texts, and people read them in
   * logs.
   */
  static String oneLine(String detail) {
    String shortened =
        detail.length() <= LONGEST_DETAIL ? detail : detail.substring(0, LONGEST_DETAIL) + "...";
    return CharMatcher.javaIsoControl().replaceFrom(shortened, '?');
  }

  private static FailureReason reason(IOException error) {
    if (error instanceof ForbiddenAddressException) {
      return FailureReason.FORBIDDEN_ADDRESS;
    }
    if (error instanceof UnknownHostException) {
      return FailureReason.DNS;
    }
    if (error instanceof InterruptedIOException) {
      return FailureReason.TIMEOUT;
    }
    if (error instanceof ProtocolException) {
      return FailureReason.PROTOCOL;
    }
    if (error instanceof SSLException || error instanceof UnknownServiceException) {
      return aborted(error) ? FailureReason.RESET : FailureReason.TLS;
    }
    return error instanceof SocketException socket ? socketReason(socket) : otherReason(error);
  }

  private static FailureReason socketReason(SocketException error) {
    if (error instanceof BindException || error instanceof NoRouteToHostException) {
      return FailureReason.IO;
    }
    if (error instanceof ConnectException) {
      return saysTimedOut(error) ? FailureReason.TIMEOUT : FailureReason.REFUSED;
    }
    return FailureReason.RESET;
  }

  private static FailureReason otherReason(IOException error) {
    return aborted(error) ? FailureReason.RESET : FailureReason.IO;
  }

  private static boolean aborted(IOException error) {
    return Throwables.getCausalChain(error).stream()
        .anyMatch(cause -> cause instanceof EOFException || cause instanceof SocketException);
  }

  /** Returns whether the operating system gave up connecting because it got no reply. */
  private static boolean saysTimedOut(IOException error) {
    return Throwables.getCausalChain(error).stream()
        .map(cause -> String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT))
        .anyMatch(message -> message.contains("timed out"));
  }
}
