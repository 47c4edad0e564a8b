package io.dowser.crawler.langchain4j;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** The state of a plugin. */
final class SavedBytes {

  private SavedBytes() {}

  static InputStream of(Resumable plugin) throws IOException {
    var bytes = new ByteArrayOutputStream();
    plugin.save(StateWriter.to(bytes));
    return new ByteArrayInputStream(bytes.toByteArray());
  }
}
