package io.dowser.crawler.internal.store;

/** The outcomes for a link when its page was visited. */
public enum LinkKind {
  /** Its target was not known before and waits since then. */
  NEW(0),
  /** Its target was known before; the frontier was notified of the link. */
  KNOWN(1),
  /** The frontier was not called: the target was visited or too deep. */
  IGNORED(2);

  /** The value in the file. */
  private final int code;

  LinkKind(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
