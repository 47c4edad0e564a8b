package io.dowser.crawler.net;

/** What an address is for, if it is not an address of the public Internet. */
public enum AddressKind {
  /** This machine. */
  LOOPBACK,
  /** No particular address; connecting to it reaches this machine. */
  ANY_LOCAL,
  /** A private network (RFC 1918), or its like in IPv6 (RFC 4193 and the older site-local). */
  PRIVATE,
  /**
   * The link that a machine is on (RFC 3927, RFC 4291), where cloud machines find their secrets.
   */
  LINK_LOCAL,
  /** Shared between a provider and its customers (RFC 6598). */
  CARRIER_GRADE_NAT,
  /** For documents and examples only. */
  DOCUMENTATION,
  /** For measuring network devices. */
  BENCHMARKING,
  /** For groups of machines. */
  MULTICAST,
  /** Embeds an IPv4 address in a way that is out of use or local to a network. */
  TRANSITION,
  /** Kept for protocols or for the future; broadcast is among it. */
  RESERVED
}
