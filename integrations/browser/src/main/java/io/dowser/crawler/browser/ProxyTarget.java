package io.dowser.crawler.browser;

import org.jspecify.annotations.Nullable;

/**
 * The target of a request to a proxy.
 *
 * @param host a name or address, an IPv6 address in brackets
 * @param path the path that the server is asked for, or empty for a tunnel
 */
record ProxyTarget(String host, int port, String path) {

  private static final String SCHEME = "http://";
  private static final int HTTP_PORT = 80;

  /**
   * Returns the target of a request line, or null if it is not one that a browser sends to a proxy.
   */
  static @Nullable ProxyTarget of(HttpHead request) {
    String target = request.target();
    if (request.method().equals("CONNECT")) {
      return of(target, "", -1);
    }
    if (!target.startsWith(SCHEME)) {
      return null;
    }
    String rest = target.substring(SCHEME.length());
    int end = endOfAuthority(rest);
    String path = rest.substring(end);
    return of(rest.substring(0, end), path.startsWith("/") ? path : "/" + path, HTTP_PORT);
  }

  private static int endOfAuthority(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '/' || text.charAt(i) == '?') {
        return i;
      }
    }
    return text.length();
  }

  private static @Nullable ProxyTarget of(String authority, String path, int usual) {
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon > authority.lastIndexOf(']');
    String host = hasPort ? authority.substring(0, colon) : authority;
    int port = hasPort ? port(authority.substring(colon + 1)) : usual;
    return host.isEmpty() || host.indexOf('@') >= 0 || port < 1 || port > 65_535
        ? null
        : new ProxyTarget(host, port, path);
  }

  private static int port(String digits) {
    return digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : -1;
  }

  boolean isTunnel() {
    return path.isEmpty();
  }
}
