package io.dowser.crawler.tika;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.util.Set;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/**
 * Reads PDF with PDFBox, with each link where its text stands; Tika's own parser returns the links
 * of a page after its text, without their texts. A document that opens without a password is read,
 * encrypted or not. Thread-safe.
 */
final class PdfParser implements Parser {

  private static final long serialVersionUID = 1;

  @Override
  public Set<MediaType> getSupportedTypes(ParseContext context) {
    return Set.of(MediaType.application("pdf"));
  }

  @Override
  public void parse(
      InputStream stream, ContentHandler handler, Metadata metadata, ParseContext context)
      throws IOException, SAXException, TikaException {
    try (PDDocument document = Loader.loadPDF(new RandomAccessReadBuffer(stream))) {
      String title = document.getDocumentInformation().getTitle();
      metadata.set(TikaCoreProperties.TITLE, requireNonNullElse(title, ""));
      String language = document.getDocumentCatalog().getLanguage();
      metadata.set(TikaCoreProperties.LANGUAGE, requireNonNullElse(language, ""));
      new PdfText(new PdfBlocks(handler)).writeText(document, Writer.nullWriter());
    } catch (InvalidPasswordException e) {
      throw new EncryptedDocumentException(e);
    } catch (PdfBlocks.StoppedException e) {
      throw e.cause();
    }
  }
}
