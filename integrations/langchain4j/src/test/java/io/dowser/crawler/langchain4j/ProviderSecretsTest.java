package io.dowser.crawler.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a provider repeats of a key reaches no message. */
class ProviderSecretsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Incorrect API key provided: sk-hunter2. You can find your key at https://a.test",
        "Incorrect API key provided: sk-hunt*********er2.",
        "invalid sk-proj-hunter2hunter2hunter2_x-7",
        "https://a.test/v1/models/gemini:embed?key=hunter2&alt=json failed",
        "Authorization: Bearer hunter2 was refused",
        "{\"api_key\": \"hunter2\", 'token':'hunter2'} is wrong",
        "{\"error\": \"bad subscription hunter2f00dbadf00dbadf00d\"}"
      })
  void aKeyInAMessageIsHidden(String message) {
    String failure = Texts.failure(new IllegalStateException(message));

    assertThat(failure)
        .startsWith("java.lang.IllegalStateException: ")
        .contains("(hidden)")
        .doesNotContain("hunter2", "sk-hunt", "er2");
  }

  @Test
  void otherTextOfAMessageStays() {
    String text = "429 Too Many Requests: the model gpt-4o-mini-2024-07-18 takes 128000 tokens";

    assertThat(Texts.failure(new IllegalStateException(text))).endsWith(text);
  }

  @Test
  void anExceptionOfABatchHasNoCauseThatWouldRepeatTheKey() {
    var batches =
        new Batches<String, String>(
            questions -> {
              throw new IllegalStateException("API key provided: sk-hunter2");
            },
            1,
            1);

    assertThatThrownBy(() -> batches.answer("a"))
        .isInstanceOf(CrawlException.class)
        .hasNoCause()
        .hasMessage(
            "a model could not be asked: java.lang.IllegalStateException: API key provided:"
                + " (hidden)");
    assertThat(List.of(batches.pending())).containsExactly(0);
  }
}
