package io.dowser.crawler.html;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.internal.EncodingLabels;
import io.dowser.crawler.internal.types.MediaTypes;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The known charsets that the HTTP header and the page itself declare, in this order and none
 * twice, and whether the first declaration names an encoding that is not decoded.
 */
record Declarations(List<Charset> charsets, boolean isReplaced) {

  static Declarations of(Body body, String contentType) {
    String header = MediaTypes.charsetLabel(contentType);
    String meta = MetaPrescan.label(start(body));
    var charsets = new ArrayList<Charset>(2);
    boolean headerKnown = add(header, charsets);
    add(meta, charsets);
    boolean replaced = isReplaced(header) || (!headerKnown && isReplaced(meta));
    return new Declarations(charsets, replaced);
  }

  private static boolean add(@Nullable String label, List<Charset> charsets) {
    Charset charset = label == null ? null : EncodingLabels.find(label);
    if (charset != null && !charsets.contains(charset)) {
      charsets.add(charset);
    }
    return charset != null;
  }

  private static boolean isReplaced(@Nullable String label) {
    return label != null && EncodingLabels.isReplaced(label);
  }

  private static byte[] start(Body body) {
    ByteBuffer bytes = body.asByteBuffer();
    var start = new byte[Math.min(bytes.remaining(), MetaPrescan.WINDOW)];
    bytes.get(start);
    return start;
  }
}
