package io.dowser.crawler.bayes;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LinkContext;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A link and whether its target is on the topic.
 *
 * <p>Files have labelled links as JSON lines in UTF-8: one object a line with the fields {@code
 * source}, {@code target}, {@code anchor}, {@code before}, {@code after} and {@code onTopic}. Only
 * {@code onTopic} must be there when a file is read; other fields are ignored.
 *
 * @param source the host of the page that has the link, empty if it is not known; examples are
 *     split by it
 * @param target the URL that the link leads to, empty if it is not known; ignored by the classifier
 * @param anchor the text of the link
 * @param context the text around it, as {@link LinkSettings#context} finds it
 * @param onTopic the label
 */
public record LabelledLink(
    String source, String target, String anchor, LinkContext context, boolean onTopic) {

  /**
   * Creates an example with only an anchor text.
   *
   * @param anchor the text of the link
   * @param onTopic the label
   * @return an example without context, source and target
   */
  public static LabelledLink of(String anchor, boolean onTopic) {
    return new LabelledLink("", "", anchor, new LinkContext("", ""), onTopic);
  }

  /**
   * Writes a file, replacing an existing one.
   *
   * @param file the file; its directory is created if it does not exist
   * @param links the examples, one line each
   * @throws IOException if it cannot be written
   */
  public static void write(Path file, Collection<LabelledLink> links) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (BufferedWriter out = Files.newBufferedWriter(file, UTF_8);
        JsonGenerator json = JsonObjects.FACTORY.createGenerator(out)) {
      json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
      for (LabelledLink link : links) {
        write(json, link);
      }
    }
  }

  private static void write(JsonGenerator json, LabelledLink link) throws IOException {
    json.writeStartObject();
    json.writeStringField("source", link.source());
    json.writeStringField("target", link.target());
    json.writeStringField("anchor", link.anchor());
    json.writeStringField("before", link.context().before());
    json.writeStringField("after", link.context().after());
    json.writeBooleanField("onTopic", link.onTopic());
    json.writeEndObject();
  }

  /**
   * Reads a file; decompresses it if its name ends with {@code .gz}, and skips blank lines. Nothing
   * is read before the stream is used; close the stream.
   *
   * @param file the file
   * @return the examples in order; a line that cannot be read ends them with a {@link
   *     CrawlException}, which names file and line
   * @throws IOException if the file cannot be opened
   */
  public static Stream<LabelledLink> read(Path file) throws IOException {
    return TextLines.of(file).filter(line -> !line.isBlank()).map(LabelledLink::fromJson);
  }

  private static LabelledLink fromJson(TextLines.Line line) {
    Map<String, String> object = JsonObjects.parse(line);
    String label = object.getOrDefault("onTopic", "");
    if (!label.equals("true") && !label.equals("false")) {
      throw line.refused(
          "has no label: the field 'onTopic' must be true or false, but was '" + label + "'");
    }
    return new LabelledLink(
        object.getOrDefault("source", ""),
        object.getOrDefault("target", ""),
        object.getOrDefault("anchor", ""),
        new LinkContext(object.getOrDefault("before", ""), object.getOrDefault("after", "")),
        Boolean.parseBoolean(label));
  }
}
