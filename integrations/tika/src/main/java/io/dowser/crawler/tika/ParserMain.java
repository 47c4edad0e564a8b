package io.dowser.crawler.tika;

import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.tika.ParsedDocument.Part;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.epub.EpubParser;
import org.apache.tika.parser.microsoft.OfficeParser;
import org.apache.tika.parser.microsoft.ooxml.OOXMLParser;
import org.apache.tika.parser.microsoft.rtf.RTFParser;
import org.apache.tika.parser.odf.OpenDocumentParser;
import org.xml.sax.ContentHandler;

/**
 * The program of a process that reads documents: one after the other from its input, what it found
 * to its output. It ends with its input, with an exhausted heap, or if a document takes much longer
 * than its caller waits for it.
 */
final class ParserMain {

  /** The caller kills this process in time, unless it is gone. */
  private static final int PATIENCE = 3;

  private final Parser parser =
      new AutoDetectParser(
          new PdfParser(),
          new OfficeParser(),
          new OOXMLParser(),
          new OpenDocumentParser(),
          new EpubParser(),
          new RTFParser());

  private final int maxCharacters;
  private final int maxLinks;

  private ParserMain(int maxCharacters, int maxLinks) {
    this.maxCharacters = maxCharacters;
    this.maxLinks = maxLinks;
  }

  /** Serves until its input ends; with characters, links and milliseconds of a document. */
  public static void main(String[] arguments) throws IOException {
    LogManager.getLogManager().reset(); // what parsers complain about is in the results
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    var server = new ParserMain(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
    long mostMillis = PATIENCE * Long.parseLong(arguments[2]);
    try (var in =
            new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
        var out =
            new DataOutputStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)))) {
      out.writeByte(0); // is ready
      out.flush();
      server.serve(in, out, mostMillis);
    }
  }

  private void serve(DataInputStream in, DataOutputStream out, long mostMillis) throws IOException {
    var reader = new ForkJoinPool(1); // its thread does not keep the process alive
    while (true) {
      String type;
      try {
        type = new String(ParsedDocument.readBytes(in, Integer.MAX_VALUE), StandardCharsets.UTF_8);
      } catch (EOFException e) {
        return;
      }
      byte[] document = ParsedDocument.readBytes(in, Integer.MAX_VALUE);
      CompletableFuture.supplyAsync(() -> parse(type, document), reader)
          .orTimeout(mostMillis, TimeUnit.MILLISECONDS)
          .join()
          .write(out);
    }
  }

  private ParsedDocument parse(String type, byte[] document) {
    var writer = new DocumentWriter(maxCharacters, maxLinks);
    var metadata = new Metadata();
    metadata.set(Metadata.CONTENT_TYPE, type);
    Optional<ParsedDocument> failure = Optional.empty();
    try (TikaInputStream in = TikaInputStream.get(new ByteArrayInputStream(document))) {
      parser.parse(in, writer, metadata, withoutEmbedded());
    } catch (Exception | StackOverflowError | LinkageError e) { // each document may cause any
      failure = Optional.of(failure(e));
    }
    if (failure.isPresent() && !writer.isFull()) {
      return failure.get();
    }
    String found = String.valueOf(metadata.get(Metadata.CONTENT_TYPE));
    return DocumentTypes.contains(found.replaceFirst(";.*", ""))
        ? new ParsedDocument(
            text(metadata, TikaCoreProperties.TITLE.getName()),
            text(metadata, TikaCoreProperties.LANGUAGE.getName()),
            found.startsWith(DocumentTypes.EPUB)
                ? withoutLinksInside(writer.parts())
                : writer.parts(),
            Optional.empty())
        : ParsedDocument.unreadable(FailureReason.DAMAGED, "is " + found + ", not " + type);
  }

  /** Chapters of a book link to each other, which are no documents of the web. */
  private static List<Part> withoutLinksInside(List<Part> parts) {
    return parts.stream()
        .map(
            part ->
                part.href().matches("(?i)https?:.*")
                    ? part
                    : new Part(part.text(), "", part.endsBlock(), part.level()))
        .toList();
  }

  private static String text(Metadata metadata, String name) {
    String value = metadata.get(name);
    return value == null ? "" : value;
  }

  private static ParsedDocument failure(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof EncryptedDocumentException
          || each instanceof org.apache.poi.EncryptedDocumentException) {
        return ParsedDocument.unreadable(FailureReason.ENCRYPTED, "needs a password");
      }
      if (String.valueOf(each.getMessage()).toLowerCase(Locale.ROOT).contains("zip bomb")) {
        return ParsedDocument.unreadable(FailureReason.TOO_COSTLY, "grows like a zip bomb");
      }
    }
    return ParsedDocument.unreadable(
        FailureReason.DAMAGED, thrown.toString().replaceAll("\\s+", " "));
  }

  /** Pictures and files within a document are not read. */
  private static ParseContext withoutEmbedded() {
    var context = new ParseContext();
    context.set(
        EmbeddedDocumentExtractor.class,
        new EmbeddedDocumentExtractor() {
          @Override
          public boolean shouldParseEmbedded(Metadata metadata) {
            return false;
          }

          @Override
          public void parseEmbedded(
              InputStream in, ContentHandler handler, Metadata metadata, boolean html) {
            // nothing is read
          }
        });
    return context;
  }
}
