package io.dowser.crawler.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRulesTest {

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0,ANY_LOCAL",
    "0.1.2.3,ANY_LOCAL",
    "10.0.0.1,PRIVATE",
    "10.255.255.255,PRIVATE",
    "100.64.0.1,CARRIER_GRADE_NAT",
    "100.127.255.255,CARRIER_GRADE_NAT",
    "127.0.0.1,LOOPBACK",
    "127.255.255.254,LOOPBACK",
    "169.254.169.254,LINK_LOCAL",
    "172.16.0.1,PRIVATE",
    "172.31.255.255,PRIVATE",
    "192.0.0.8,RESERVED",
    "192.0.2.1,DOCUMENTATION",
    "192.88.99.1,TRANSITION",
    "192.168.1.1,PRIVATE",
    "198.18.0.1,BENCHMARKING",
    "198.19.255.255,BENCHMARKING",
    "198.51.100.7,DOCUMENTATION",
    "203.0.113.7,DOCUMENTATION",
    "224.0.0.1,MULTICAST",
    "239.255.255.255,MULTICAST",
    "240.0.0.1,RESERVED",
    "255.255.255.255,RESERVED",
    "'::',ANY_LOCAL",
    "'::1',LOOPBACK",
    "'::7f00:1',TRANSITION",
    "fc00::1,PRIVATE",
    "fd12:3456::1,PRIVATE",
    "fe80::1,LINK_LOCAL",
    "fec0::1,PRIVATE",
    "ff02::1,MULTICAST",
    "2001:db8::1,DOCUMENTATION",
    "3fff::1,DOCUMENTATION",
    "2001::1,TRANSITION",
    "2001:2::1,BENCHMARKING",
    "100::1,RESERVED",
    "64:ff9b:1::1,TRANSITION",
    "64:ff9b::7f00:1,LOOPBACK",
    "64:ff9b::a00:1,PRIVATE",
    "2002:7f00:1::1,LOOPBACK",
    "2002:c0a8:101::1,PRIVATE",
    "2002:a9fe:a9fe::,LINK_LOCAL"
  })
  void addressesThatAreNotPublicAreRefused(String address, AddressKind kind) {
    assertThat(AddressRules.PUBLIC.refusal(InetAddresses.forString(address))).contains(kind);
    assertThat(AddressRules.ANY.refusal(InetAddresses.forString(address))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.1",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.167.1.1",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2606:4700::1111",
        "2a00:1450::1",
        "64:ff9b::101:101",
        "2002:101:101::1"
      })
  void publicAddressesAreAllowed(String address) {
    assertThat(AddressRules.PUBLIC.refusal(InetAddresses.forString(address))).isEmpty();
  }

  @Test
  void mappedAddressIsWhatItCarries() throws UnknownHostException {
    byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 127, 0, 0, 1};

    assertThat(SpecialAddresses.carried(mapped)).containsExactly(127, 0, 0, 1);
    assertThat(AddressRules.PUBLIC.refusal(InetAddress.getByAddress(mapped)))
        .contains(AddressKind.LOOPBACK);
  }

  @Test
  void allowedBlocksAndAddressesAreLetThrough() {
    var rules = AddressRules.publicAnd("10.1.0.0/16", "192.168.7.7", "fd00::/8");

    assertThat(rules.refusal(InetAddresses.forString("10.1.200.3"))).isEmpty();
    assertThat(rules.refusal(InetAddresses.forString("10.2.0.1"))).isPresent();
    assertThat(rules.refusal(InetAddresses.forString("192.168.7.7"))).isEmpty();
    assertThat(rules.refusal(InetAddresses.forString("192.168.7.8"))).isPresent();
    assertThat(rules.refusal(InetAddresses.forString("fd12::1"))).isEmpty();
    assertThat(rules.refusal(InetAddresses.forString("64:ff9b::a01:203"))).isEmpty();
    assertThat(rules.refusal(InetAddresses.forString("fe80::1"))).isPresent();
  }

  @Test
  void allowedHostIsLetThroughWhateverItsAddress() throws Exception {
    var rules = AddressRules.publicAnd("Intranet.example");
    byte[] address = {10, 0, 0, 1};

    rules.check(new InetSocketAddress(InetAddress.getByAddress("intranet.example", address), 80));
    assertThatThrownBy(
            () ->
                rules.check(
                    new InetSocketAddress(
                        InetAddress.getByAddress("other.intranet.example", address), 80)))
        .isInstanceOf(ForbiddenAddressException.class)
        .hasMessageContainingAll("other.intranet.example", "10.0.0.1", "PRIVATE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"web1", "node-07", "intranet.lan2", "10.0.0.1a"})
  void hostNameMayEndInADigitOrLookLikeAnAddress(String host) {
    assertThat(AddressRules.publicAnd(host).allowsHost(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.0/33",
        "10.0.0.1/8",
        "10.0.0/8",
        "fd00::/129",
        "a b",
        "",
        "-",
        "10.0.0.0/",
        "127.1",
        "::ffff:1.2.3.4",
        "2130706433",
        "10.0.0.0/x"
      })
  void senselessRulesAreRefused(String rule) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AddressRules.publicAnd(rule))
        .withMessageContaining("'" + rule + "'");
  }

  /** The JDK's own classification is coarser; where it says "not public", so must we. */
  @Test
  void whatTheJdkFindsLocalIsRefused() throws UnknownHostException {
    long seed = 20_261_121;
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
      random.nextBytes(bytes);
      InetAddress address = InetAddress.getByAddress(bytes);
      boolean local =
          address.isLoopbackAddress()
              || address.isSiteLocalAddress()
              || address.isLinkLocalAddress()
              || address.isMulticastAddress()
              || address.isAnyLocalAddress();
      if (local) {
        assertThat(AddressRules.PUBLIC.refusal(address))
            .as("%s, seed %d", address, seed)
            .isPresent();
      }
    }
  }
}
