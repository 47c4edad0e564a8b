package io.dowser.crawler.net;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.InetAddress;

/** A connection was refused, because its target is not an address of the public Internet. */
public final class ForbiddenAddressException extends IOException {

  private static final long serialVersionUID = 1L;

  private final transient InetAddress address;
  private final transient AddressRules.Kind kind;

  /**
   * Creates the exception.
   *
   * @param host the host that led to the address, or the address itself
   * @param address the address
   * @param kind what it is for
   */
  public ForbiddenAddressException(String host, InetAddress address, AddressRules.Kind kind) {
    super(
        "address of "
            + host
            + " must be one of the public Internet or be allowed with addressRules("
            + "AddressRules.publicAnd(\""
            + host
            + "\")), but "
            + address.getHostAddress()
            + " is "
            + kind);
    this.address = requireNonNull(address, "address");
    this.kind = requireNonNull(kind, "kind");
  }

  /** {@return the address that was not connected to} */
  public InetAddress address() {
    return address;
  }

  /** {@return what the address is for; its kind} */
  public AddressRules.Kind kind() {
    return kind;
  }
}
