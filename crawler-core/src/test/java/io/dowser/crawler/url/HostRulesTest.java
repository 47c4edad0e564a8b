package io.dowser.crawler.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostRulesTest {

  private static final HostRules ALL =
      HostRules.builder()
          .delay(Duration.ofSeconds(5))
          .connections(2)
          .pages(100)
          .priority(-0.5)
          .userAgent("acme/1.0")
          .proxy("proxy.test:3128")
          .header("X-Team", "blue")
          .build();

  @Test
  void theMostSpecificRuleThatSetsAFieldDecides() {
    Map<String, HostRules> rules =
        Map.of(
            "*.org",
            HostRules.builder().pages(1).connections(1).delay(Duration.ofSeconds(1)).build(),
            "*.example.org",
            HostRules.builder().pages(2).connections(2).header("a", "1").header("b", "1").build(),
            "www.example.org",
            HostRules.builder().pages(3).header("A", "2").proxy(HostRules.NO_PROXY).build());
    HostRules own = HostRules.forHost(rules, "www.example.org");

    assertThat(own.pages()).contains(3);
    assertThat(own.connections()).contains(2);
    assertThat(own.delay()).contains(Duration.ofSeconds(1));
    assertThat(own.proxy()).contains(HostRules.NO_PROXY);
    assertThat(own.headers()).isEqualTo(Map.of("a", "2", "b", "1"));
    assertThat(HostRules.forHost(rules, "example.org").pages()).contains(2);
    assertThat(HostRules.forHost(rules, "a.www.example.org").pages()).contains(2);
    assertThat(HostRules.forHost(rules, "other.org").pages()).contains(1);
    assertThat(HostRules.forHost(rules, "example.com")).isEqualTo(HostRules.builder().build());
    assertThat(HostRules.forHost(rules, "notexample.org").pages()).contains(1);
  }

  @Test
  void whatWasSetIsReadFromTextAgain() {
    HostRules read = HostRules.builder().settings(Settings.of(ALL.asMap())).build();

    assertThat(read).isEqualTo(ALL).hasSameHashCodeAs(ALL);
    assertThat(read.delay()).contains(Duration.ofSeconds(5));
    assertThat(read.priority()).isEqualTo(-0.5);
    assertThat(read.headers()).isEqualTo(Map.of("x-team", "blue"));
    assertThat(ALL.toString()).contains("pages=100").doesNotContain("blue");
  }

  @ParameterizedTest
  @CsvSource({
    "WWW.Example.org,www.example.org",
    "*.example.org,*.example.org",
    "münchen.example,xn--mnchen-3ya.example",
    "127.0.0.1,127.0.0.1",
    "[::1],[::1]"
  })
  void patternsAreCanonical(String text, String pattern) {
    assertThat(HostRules.pattern(text)).isEqualTo(pattern);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "*", "a b", "a.test/x", "a.test/", "http://a.test", "a.test:80", "/x"})
  void otherPatternsAreRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> HostRules.pattern(text));
  }

  @Test
  void valuesOutOfTheirRangeAreRefused() {
    HostRules.Builder rules = HostRules.builder();
    assertThatIllegalArgumentException().isThrownBy(() -> rules.delay(Duration.ofDays(2)));
    assertThatIllegalArgumentException().isThrownBy(() -> rules.connections(0));
    assertThatIllegalArgumentException().isThrownBy(() -> rules.pages(0));
    assertThatIllegalArgumentException().isThrownBy(() -> rules.priority(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> rules.userAgent("\n"));
    assertThatIllegalArgumentException().isThrownBy(() -> rules.proxy("proxy.test"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rules.proxy("proxy.test:65536"))
        .withMessageContaining("a port of 1 to 65535");
    HostRules.builder().proxy("proxy.test:65535");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rules.proxy("me:secret@proxy.test:1"))
        .withMessageNotContaining("secret");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rules.header("X-Key", "secret\n"))
        .withMessageNotContaining("secret");
    assertThatThrownBy(() -> rules.settings(Settings.of(Map.of("page", "1"))))
        .isInstanceOf(SettingException.class);
  }
}
