package io.dowser.crawler.hmm.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.dowser.crawler.hmm.BrowsingSession;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a JSON file from beginning to end, and reports which file it is that cannot be read. */
final class JsonText {

  /** Longer texts are no pages that anybody reads. */
  private static final int MOST_TEXT = 64 << 20;

  private JsonText() {}

  /** Reads what the file holds. */
  interface Reader {
    void read(JsonParser parser) throws IOException;
  }

  static void read(Path file, String what, Reader reader) throws IOException {
    try (JsonParser parser = json().createParser(Files.newInputStream(file))) {
      reader.read(parser);
    } catch (JsonProcessingException e) {
      throw unexpected(file, what, e.getOriginalMessage(), e);
    } catch (CharConversionException e) { // it looked like UTF-32
      throw unexpected(file, what, String.valueOf(e.getMessage()), e);
    }
  }

  private static JsonFactory json() {
    var limits = StreamReadConstraints.builder().maxStringLength(MOST_TEXT).build();
    return JsonFactory.builder().streamReadConstraints(limits).build();
  }

  private static BrowsingSession.FormatException unexpected(
      Path file, String what, String trouble, IOException cause) {
    return new BrowsingSession.FormatException(
        file, 0, "is not the " + what + " that was expected: " + trouble, cause);
  }
}
