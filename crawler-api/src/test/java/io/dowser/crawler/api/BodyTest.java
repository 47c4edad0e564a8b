package io.dowser.crawler.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyTest {

  /** Whole characters of one to four bytes, and what is left of such when bytes are lost. */
  private static final byte[][] CHUNKS = {
    {'a'},
    "é".getBytes(UTF_8),
    "数".getBytes(UTF_8),
    "😀".getBytes(UTF_8),
    {(byte) 0xe6},
    {(byte) 0xe6, (byte) 0x95},
    {(byte) 0xf0, (byte) 0x9f, (byte) 0x98},
    {(byte) 0x80},
    {(byte) 0xc0, (byte) 0xaf},
    {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
    {(byte) 0xff},
    {(byte) 0xf4, (byte) 0x90},
    {(byte) 0xf5},
    {(byte) 0xe0, (byte) 0x80},
    {(byte) 0xf0, (byte) 0x80},
  };

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void utf8IsDecodedAsByTheJdkAlsoWhereItIsBroken(long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 2_000; i++) {
      int sound = 1 + random.nextInt(CHUNKS.length);
      byte[] bytes = bytes(random, random.nextInt(400), sound);

      assertThat(Body.of(bytes).decode(UTF_8)).isEqualTo(new String(bytes, UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 129, 256, 257, 5_000})
  void textOfAnyLengthComesBack(int length) {
    String text = "ab 数据库 é 😀 ".repeat(600).substring(0, length);

    assertThat(Body.of(text.getBytes(UTF_8)).decode(UTF_8))
        .isEqualTo(new String(text.getBytes(UTF_8), UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GB18030", "Big5", "UTF-16LE", "windows-1252"})
  void otherCharsetsAreDecodedByTheJdk(String name) {
    Charset charset = Charset.forName(name);
    byte[] bytes = "Text 数据".repeat(100).getBytes(charset);

    assertThat(Body.of(bytes).decode(charset)).isEqualTo(new String(bytes, charset));
  }

  @Test
  void aBodyReportsHowItCameIfItCameCompressed() {
    Body body = Body.gunzipped("page".getBytes(UTF_8), new byte[] {1, 2, 3});

    assertThat(body.gzipped())
        .hasValueSatisfying(
            sent -> {
              assertThat(sent).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
              assertThat(sent.isReadOnly()).isTrue();
            });
    assertThat(body.gzipped().map(ByteBuffer::get)).hasValue((byte) 1);
    assertThat(body.gzipped().map(ByteBuffer::remaining)).as("a new buffer").hasValue(3);
    assertThat(body.size()).isEqualTo(4);
    assertThat(body.decode(UTF_8)).isEqualTo("page");
    assertThat(Body.of(new byte[] {1}).gzipped()).isEmpty();
    assertThat(Body.EMPTY.gzipped()).isEmpty();
  }

  @Test
  void nothingIsNoCompressedBody() {
    assertThatThrownBy(() -> Body.gunzipped(new byte[0], new byte[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("gzipped must have a byte or more, but was empty");
  }

  @Test
  void bodiesAreEqualIfTheirDecodedBytesAre() {
    Body plain = Body.of("page".getBytes(UTF_8));
    Body sent = Body.gunzipped("page".getBytes(UTF_8), new byte[] {1, 2, 3});

    assertThat(sent).isEqualTo(plain).hasSameHashCodeAs(plain);
    assertThat(Body.gunzipped(new byte[] {7}, new byte[] {1, 2, 3})).isNotEqualTo(sent);
  }

  private static byte[] bytes(SplittableRandom random, int chunks, int kinds) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < chunks; i++) {
      bytes.writeBytes(CHUNKS[random.nextInt(kinds)]);
    }
    return bytes.toByteArray();
  }
}
