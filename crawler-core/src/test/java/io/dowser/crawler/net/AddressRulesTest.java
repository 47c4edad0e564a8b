package io.dowser.crawler.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
  void addressesThatAreNotPublicAreRefused(String address, AddressRules.Kind kind) {
    assertThat(AddressRules.PUBLIC.refusal(InetAddresses.forString(address))).contains(kind);
    assertThat(AddressRules.ANY.refusal(InetAddresses.forString(address))).isEmpty();
  }

  /** First and last address of each block of IANA's registries, and what lies before and behind. */
  @ParameterizedTest
  @CsvSource({
    "0.0.0.0,0.255.255.255,ANY_LOCAL,,1.0.0.0",
    "10.0.0.0,10.255.255.255,PRIVATE,9.255.255.255,11.0.0.0",
    "100.64.0.0,100.127.255.255,CARRIER_GRADE_NAT,100.63.255.255,100.128.0.0",
    "127.0.0.0,127.255.255.255,LOOPBACK,126.255.255.255,128.0.0.0",
    "169.254.0.0,169.254.255.255,LINK_LOCAL,169.253.255.255,169.255.0.0",
    "172.16.0.0,172.31.255.255,PRIVATE,172.15.255.255,172.32.0.0",
    "192.0.0.0,192.0.0.255,RESERVED,191.255.255.255,192.0.1.0",
    "192.0.2.0,192.0.2.255,DOCUMENTATION,192.0.1.255,192.0.3.0",
    "192.31.196.0,192.31.196.255,RESERVED,192.31.195.255,192.31.197.0",
    "192.52.193.0,192.52.193.255,RESERVED,192.52.192.255,192.52.194.0",
    "192.88.99.0,192.88.99.255,TRANSITION,192.88.98.255,192.88.100.0",
    "192.168.0.0,192.168.255.255,PRIVATE,192.167.255.255,192.169.0.0",
    "192.175.48.0,192.175.48.255,RESERVED,192.175.47.255,192.175.49.0",
    "198.18.0.0,198.19.255.255,BENCHMARKING,198.17.255.255,198.20.0.0",
    "198.51.100.0,198.51.100.255,DOCUMENTATION,198.51.99.255,198.51.101.0",
    "203.0.113.0,203.0.113.255,DOCUMENTATION,203.0.112.255,203.0.114.0",
    "224.0.0.0,239.255.255.255,MULTICAST,223.255.255.255,",
    "240.0.0.0,255.255.255.255,RESERVED,,",
    "'::','::',ANY_LOCAL,,",
    "'::1','::1',LOOPBACK,,",
    "'::2','::ffff:ffff',TRANSITION,,",
    "'::1:0:0','::fffe:ffff:ffff',RESERVED,,",
    "'::ffff:0:0:0','::ffff:0:ffff:ffff',TRANSITION,,",
    "'::ffff:1:0:0',64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff,RESERVED,,",
    "64:ff9b:0:0:0:1::,64:ff9b::ffff:ffff:ffff:ffff,RESERVED,,",
    "64:ff9b:1::,64:ff9b:1:ffff:ffff:ffff:ffff:ffff,TRANSITION,,",
    "64:ff9b:2::,1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,RESERVED,,",
    "100::,100::ffff:ffff:ffff:ffff,RESERVED,,",
    "100:0:0:1::,100::1:ffff:ffff:ffff:ffff,RESERVED,,",
    "2001::,2001:0:ffff:ffff:ffff:ffff:ffff:ffff,TRANSITION,2000:ffff:ffff::,",
    "2001:1::1,2001:1::3,RESERVED,,",
    "2001:2::,2001:2:0:ffff:ffff:ffff:ffff:ffff,BENCHMARKING,,",
    "2001:3::,2001:3:ffff:ffff:ffff:ffff:ffff:ffff,RESERVED,,",
    "2001:4:112::,2001:4:112:ffff:ffff:ffff:ffff:ffff,RESERVED,,",
    "2001:10::,2001:3f:ffff:ffff:ffff:ffff:ffff:ffff,RESERVED,,",
    "2001:1ff::,2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff,RESERVED,,2001:200::",
    "2001:db8::,2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,DOCUMENTATION,2001:db7:ffff::,2001:db9::",
    "2620:4f:8000::,2620:4f:8000:ffff:ffff:ffff:ffff:ffff,RESERVED,2620:4f:7fff::,2620:4f:8001::",
    "3fff::,3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff,DOCUMENTATION,3ffe:ffff::,3fff:1000::",
    "4000::,5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,RESERVED,3fff:ffff:ffff::,",
    "5f00::,5fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,RESERVED,,",
    "6000::,fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,RESERVED,,",
    "fc00::,fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,PRIVATE,,",
    "fe00::,fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff,RESERVED,,",
    "fe80::,febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff,LINK_LOCAL,,",
    "fec0::,feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,PRIVATE,,",
    "ff00::,ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,MULTICAST,,"
  })
  void blocksAreRefusedFromTheirFirstToTheirLastAddress(
      String first,
      String last,
      AddressRules.Kind kind,
      @Nullable String before,
      @Nullable String after) {
    for (String address : List.of(first, last)) {
      assertThat(AddressRules.PUBLIC.refusal(InetAddresses.forString(address)))
          .as(address)
          .contains(kind);
    }
    for (String address : Stream.of(before, after).filter(Objects::nonNull).toList()) {
      assertThat(AddressRules.PUBLIC.refusal(InetAddresses.forString(address)))
          .as(address)
          .isEmpty();
    }
  }

  /** In each notation that embeds an IPv4 address, one that is public and one that is not. */
  @ParameterizedTest
  @CsvSource({
    "'::ffff:8.8.8.8','::ffff:127.0.0.1',LOOPBACK",
    "64:ff9b::8.8.8.8,64:ff9b::192.168.0.1,PRIVATE",
    "2002:808:808::,2002:a00:1::,PRIVATE",
    "2a00::5efe:8.8.8.8,2a00::5efe:127.0.0.1,LOOPBACK",
    "2a00::200:5efe:8.8.8.8,2a00::200:5efe:169.254.169.254,LINK_LOCAL",
    ",fe80::5efe:8.8.8.8,LINK_LOCAL",
    ",'::ffff:0:127.0.0.1',TRANSITION",
    ",'::ffff:0:8.8.8.8',TRANSITION",
    ",'::8.8.8.8',TRANSITION",
    ",64:ff9b:1::8.8.8.8,TRANSITION",
    ",2001:0:808:808::,TRANSITION"
  })
  void addressThatPathStatesAnotherIsJudgedByItOrRefused(
      @Nullable String open, String refused, AddressRules.Kind kind) {
    if (open != null) {
      assertThat(AddressRules.PUBLIC.refusal(InetAddresses.forString(open))).isEmpty();
    }
    assertThat(AddressRules.PUBLIC.refusal(InetAddresses.forString(refused))).contains(kind);
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
  void mappedAddressIsWhatItPathStates() throws UnknownHostException {
    byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 127, 0, 0, 1};

    assertThat(SpecialAddresses.inherited(mapped)).containsExactly(127, 0, 0, 1);
    assertThat(AddressRules.PUBLIC.refusal(InetAddress.getByAddress(mapped)))
        .contains(AddressRules.Kind.LOOPBACK);
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
        .isInstanceOf(AddressRules.ForbiddenAddressException.class)
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
