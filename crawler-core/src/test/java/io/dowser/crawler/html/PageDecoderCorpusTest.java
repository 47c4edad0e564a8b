package io.dowser.crawler.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.internal.EncodingLabels;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How many real documents are decoded with the charset that they are known to have. */
class PageDecoderCorpusTest {

  @Test
  void undeclaredSamplesAreReported() {
    List<String> missed = missedSamples("");
    // all but one Japanese file that is mostly ASCII
    assertThat(missed).as("of 195").hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void samplesWithAFalseWesternHeaderAreReported() {
    List<String> missed = missedSamples("text/xml; charset=ISO-8859-1");
    assertThat(missed).as("of 195").hasSizeLessThanOrEqualTo(4);
  }

  @Test
  void samplesWithAFalseUtf8HeaderAreReported() {
    List<String> missed = missedSamples("text/xml; charset=utf-8");
    assertThat(missed).as("of 195").hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void savedPagesHaveTheirActualCharsetWhateverTheyDeclare() throws IOException {
    Map<String, byte[]> pages = HtmlPages.zip("zh-pages/pages.zip");
    Map<String, String> actual = new LinkedHashMap<>();
    Map<String, String> titles = new LinkedHashMap<>();
    Files.readAllLines(HtmlPages.corpus("zh-pages/pages.tsv"), UTF_8).stream()
        .skip(1)
        .map(line -> List.of(line.split("\t", -1)))
        .forEach(
            fields -> {
              actual.put(fields.get(0), fields.get(2));
              titles.put(fields.get(0), fields.get(5).substring(0, 3));
            });
    assertThat(actual).hasSize(39);
    actual.forEach(
        (name, charset) -> {
          DecodedPage page =
              PageDecoder.decode(Body.of(requireNonNull(pages.get(name))), "text/html");
          assertThat(decoderOf(page.charset()))
              .as(name)
              .isEqualTo(decoderOf(Charset.forName(charset)));
          assertThat(page.text()).as(name).contains(titles.get(name));
        });
  }

  private static List<String> missedSamples(String contentType) {
    List<String> missed = new ArrayList<>();
    HtmlPages.zip("conformance/charset-samples.zip")
        .forEach(
            (name, bytes) -> {
              String label = name.substring(0, name.indexOf('/')).replace("-russian", "");
              Charset found =
                  PageDecoder.decode(Body.of(withoutLabel(bytes)), contentType).charset();
              Charset expected = requireNonNull(EncodingLabels.find(label), label);
              if (!decoderOf(found).equals(decoderOf(expected))) {
                missed.add(name + ": " + found);
              }
            });
    return missed;
  }

  /** Returns the name of the decoder: the web decodes GBK as GB18030 (Encoding Standard, 10.1). */
  private static String decoderOf(Charset charset) {
    return charset.name().equals("GBK") ? "GB18030" : charset.name();
  }

  /** What the sample says of itself would make it easy. */
  private static byte[] withoutLabel(byte[] bytes) {
    byte[] hidden = bytes.clone();
    for (int i = 0; i + 7 < hidden.length; i++) {
      if (hidden[i] == 'c' && new String(hidden, i, 7, UTF_8).equals("charset")) {
        hidden[i] = 'x';
      }
    }
    return hidden;
  }
}
