package io.dowser.crawler.tika;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotation;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/**
 * Reports the text of a PDF as XHTML, word by word, with the links in whose rectangles words stand.
 * Links without words, and those of pages that are shown turned, follow the text of their page. Not
 * thread-safe.
 */
final class PdfText extends PDFTextStripper {

  private static final Attributes NONE = new AttributesImpl();

  private final ContentHandler handler;
  private final List<Area> areas = new ArrayList<>();
  private String open = "";

  PdfText(ContentHandler handler) {
    this.handler = handler;
  }

  /** A rectangle of a link, from the upper left corner of its page. */
  private static final class Area {
    private final PDRectangle rectangle;
    private final float height;
    private final String target;
    private boolean used;

    Area(PDRectangle rectangle, float height, String target) {
      this.rectangle = rectangle;
      this.height = height;
      this.target = target;
    }

    boolean contains(TextPosition character) {
      float x = character.getX() + character.getWidth() / 2;
      float y = height - character.getY() + character.getHeight() / 2;
      return rectangle.contains(x, y);
    }
  }

  /** What the handler has thrown, through methods that throw nothing like it. */
  static final class StoppedException extends IOException {
    private static final long serialVersionUID = 1;
    private final SAXException cause;

    StoppedException(SAXException cause) {
      super(cause);
      this.cause = cause;
    }

    SAXException cause() {
      return cause;
    }
  }

  @Override
  protected void startPage(PDPage page) throws IOException {
    areas.clear();
    float height = page.getRotation() == 0 ? page.getCropBox().getUpperRightY() : 0;
    for (PDAnnotation annotation : page.getAnnotations()) {
      if (annotation instanceof PDAnnotationLink link
          && link.getAction() instanceof PDActionURI action
          && action.getURI() != null
          && link.getRectangle() != null) {
        areas.add(new Area(link.getRectangle(), height, action.getURI()));
      }
    }
  }

  @Override
  protected void endPage(PDPage page) throws IOException {
    close();
    for (Area area : areas) {
      if (!area.used) {
        open(area.target);
        close();
      }
    }
    element("p", false);
  }

  @Override
  protected void writeString(String word, List<TextPosition> characters) throws IOException {
    String target = "";
    if (!areas.isEmpty() && !characters.isEmpty()) {
      target = target(characters.get(characters.size() / 2));
    }
    if (!target.equals(open)) {
      close();
      open(target);
    }
    report(word);
  }

  private String target(TextPosition character) {
    for (Area area : areas) {
      if (area.contains(character)) {
        area.used = true;
        return area.target;
      }
    }
    return "";
  }

  @Override
  protected void writeWordSeparator() throws IOException {
    report(" ");
  }

  @Override
  protected void writeLineSeparator() throws IOException {
    report("\n");
  }

  @Override
  protected void writeParagraphStart() throws IOException {
    close();
    element("p", true);
  }

  @Override
  protected void writeParagraphEnd() throws IOException {
    close();
    element("p", false);
  }

  private void report(String text) throws IOException {
    try {
      handler.characters(text.toCharArray(), 0, text.length());
    } catch (SAXException e) {
      throw new StoppedException(e);
    }
  }

  private void open(String target) throws IOException {
    if (!target.isEmpty()) {
      var attributes = new AttributesImpl();
      attributes.addAttribute("", "href", "href", "CDATA", target);
      start("a", attributes);
    }
    open = target;
  }

  private void close() throws IOException {
    if (!open.isEmpty()) {
      element("a", false);
      open = "";
    }
  }

  private void element(String name, boolean starts) throws IOException {
    if (starts) {
      start(name, NONE);
      return;
    }
    try {
      handler.endElement("", name, name);
    } catch (SAXException e) {
      throw new StoppedException(e);
    }
  }

  private void start(String name, Attributes attributes) throws IOException {
    try {
      handler.startElement("", name, name, attributes);
    } catch (SAXException e) {
      throw new StoppedException(e);
    }
  }
}
