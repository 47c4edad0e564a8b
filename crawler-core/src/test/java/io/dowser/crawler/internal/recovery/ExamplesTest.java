package io.dowser.crawler.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExamplesTest {

  private final Examples examples = new Examples();

  @Test
  void firstUrlsOfThreeHostsAreKept() {
    assertThat(examples.add("nofollow", "http://a.example/1")).isTrue();
    assertThat(examples.add("nofollow", "http://a.example/2")).isFalse();
    assertThat(examples.add("nofollow", "http://b.example/")).isTrue();
    assertThat(examples.add("nofollow", "https://c.example/?q=/")).isTrue();
    assertThat(examples.add("nofollow", "http://d.example/")).isFalse();
    assertThat(examples.add("host slowed", "d.example")).isTrue();

    assertThat(examples.all())
        .containsEntry("host slowed", List.of("d.example"))
        .containsEntry(
            "nofollow",
            List.of("http://a.example/1", "http://b.example/", "https://c.example/?q=/"));
  }

  @Test
  void urlThatIsKeptStaysAnExample() {
    examples.add("nofollow", "http://a.example/1");

    assertThat(examples.add("nofollow", "http://a.example/1")).isTrue();
    assertThat(examples.all()).containsEntry("nofollow", List.of("http://a.example/1"));
  }

  @Test
  void reasonsThatPluginsWordAreBounded() {
    for (int i = 0; i < 1_000; i++) {
      examples.add("score " + i, "http://a.example/");
    }

    assertThat(examples.all()).hasSize(200);
    assertThat(examples.add("score 0", "http://b.example/")).isTrue();
  }
}
