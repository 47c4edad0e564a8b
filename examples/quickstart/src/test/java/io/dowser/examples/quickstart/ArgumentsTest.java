package io.dowser.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {

  @Test
  void withoutArgumentsTheBundledWebIsCrawledForTheBundledTopic() {
    Arguments arguments = Arguments.parse();

    assertThat(arguments.urls()).isEmpty();
    assertThat(arguments.pages()).isEqualTo(Arguments.DEFAULT_PAGES);
    assertThat(arguments.topic().terms()).contains("authentication");
    assertThat(arguments.help()).isFalse();
  }

  @Test
  void optionsMayStandAnywhere() {
    Arguments arguments =
        Arguments.parse("http://a.example/", "--pages", "7", "--topic", "tide, storm surge", "b");

    assertThat(arguments.urls()).containsExactly("http://a.example/", "b");
    assertThat(arguments.pages()).isEqualTo(7);
    assertThat(arguments.topic().terms()).containsExactly("tide", "storm surge");
  }

  @Test
  void helpNeedsNoTopic() {
    assertThat(Arguments.parse("http://a.example/", "--help").help()).isTrue();
  }

  @Test
  void helpNamesTheDefaultNumberOfPages() {
    assertThat(Arguments.HELP).contains("default " + Arguments.DEFAULT_PAGES);
  }

  @Test
  void urlsWithoutTopicAreRefused() {
    refuses("--topic", "http://a.example/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "many", "", "99999999999"})
  void pagesMustBeAPositiveNumber(String value) {
    refuses("--pages must be a whole number above 0, but was '" + value + "'", "--pages", value);
  }

  @Test
  void missingValueIsNamed() {
    refuses("--topic needs a value", "--topic");
  }

  @Test
  void unknownOptionIsNamed() {
    refuses("there is no option --deep", "--deep");
  }

  @Test
  void blankTermIsRefused() {
    refuses("blank", "--topic", "tide,,surge");
  }

  private static void refuses(String message, String... arguments) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Arguments.parse(arguments))
        .withMessageContaining(message);
  }
}
