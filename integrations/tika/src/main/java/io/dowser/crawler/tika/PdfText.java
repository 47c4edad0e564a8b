package io.dowser.crawler.tika;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotation;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/**
 * Collects the lines of a PDF, word by word, with the links in whose rectangles words stand. Links
 * without words, and those of rotated pages, follow the text of their page. Not thread-safe.
 */
final class PdfText extends PDFTextStripper {

  private final PdfBlocks blocks;
  private final List<Area> areas = new ArrayList<>();
  private final List<PdfLine> lines = new ArrayList<>();
  private final List<PdfLine.Run> runs = new ArrayList<>();
  private boolean startsParagraph;
  private float y;
  private double sizes;
  private int characters;

  PdfText(PdfBlocks blocks) {
    this.blocks = blocks;
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
    endLine();
    List<String> wordless =
        areas.stream().filter(area -> !area.used).map(area -> area.target).toList();
    blocks.page(List.copyOf(lines), wordless);
    lines.clear();
  }

  @Override
  protected void endDocument(PDDocument document) throws IOException {
    blocks.end();
  }

  @Override
  protected void writeString(String word, List<TextPosition> positions) throws IOException {
    String target = "";
    if (!areas.isEmpty() && !positions.isEmpty()) {
      target = target(positions.get(positions.size() / 2));
    }
    if (runs.isEmpty() && !positions.isEmpty()) {
      y = positions.get(0).getYDirAdj();
    }
    positions.forEach(position -> sizes += position.getFontSizeInPt());
    characters += positions.size();
    runs.add(new PdfLine.Run(word, target));
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
  protected void writeWordSeparator() {
    if (!runs.isEmpty()) {
      runs.add(new PdfLine.Run(" ", runs.get(runs.size() - 1).target()));
    }
  }

  @Override
  protected void writeLineSeparator() {
    endLine();
  }

  @Override
  protected void writeParagraphStart() {
    endLine();
    startsParagraph = true;
  }

  @Override
  protected void writeParagraphEnd() {
    endLine();
  }

  private void endLine() {
    if (!runs.isEmpty()) {
      double size = characters == 0 ? 0 : sizes / characters;
      lines.add(new PdfLine(List.copyOf(runs), size, y, startsParagraph));
      runs.clear();
      startsParagraph = false;
      sizes = 0;
      characters = 0;
    }
  }
}
