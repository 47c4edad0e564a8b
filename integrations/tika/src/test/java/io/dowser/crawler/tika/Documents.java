package io.dowser.crawler.tika;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.poi.xwpf.usermodel.XWPFDocument;

/** Writes documents of all kinds, good and bad. */
final class Documents {

  /** A Chinese font without outlines, whose codes are those of UCS-2. */
  private static final String FONT =
      "/Type/Font/Subtype/Type0/BaseFont/Song/Encoding/UniGB-UCS2-H/DescendantFonts[<</Type/Font"
          + "/Subtype/CIDFontType0/BaseFont/Song/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement"
          + " 2>>/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/Song/Flags 4>>>>]";

  private Documents() {}

  /** Returns a PDF whose only page has this content and these annotations. */
  static byte[] pdf(String content, String annotations) throws IOException {
    return pdf(new String[] {stream("", content.getBytes(ISO_8859_1))}, annotations, 1);
  }

  /**
   * Returns a PDF with a title and a language, whose pages all have the first stream as content.
   * The streams are objects 5 and following, and resources of the pages by the names X5, X6...
   */
  private static byte[] pdf(String[] streams, String annotations, int pages) throws IOException {
    Map<Integer, String> objects = new LinkedHashMap<>();
    objects.put(1, "<</Type/Catalog/Pages 2 0 R/Lang(en-GB)>>");
    var kids = new StringBuilder();
    var forms = new StringBuilder();
    for (int i = 0; i < pages; i++) {
      kids.append(1_000 + i).append(" 0 R ");
    }
    for (int i = 0; i < streams.length; i++) {
      objects.put(5 + i, streams[i]);
      forms.append("/X").append(5 + i).append(' ').append(5 + i).append(" 0 R");
    }
    objects.put(2, "<</Type/Pages/Count " + pages + "/Kids[" + kids + "]>>");
    objects.put(3, "<</Title(Notes on lasers)>>");
    objects.put(4, "<<" + FONT + ">>");
    objects.put(
        999,
        "<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/F2 4 0 R>>/XObject<<"
            + forms
            + ">>>>");
    for (int i = 0; i < pages; i++) {
      objects.put(
          1_000 + i,
          "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources 999 0 R/Contents 5 0 R/Annots["
              + annotations
              + "]>>");
    }
    return file(objects);
  }

  private static byte[] file(Map<Integer, String> objects) {
    var pdf = new StringBuilder("%PDF-1.7\n");
    Map<Integer, Integer> places = new LinkedHashMap<>();
    objects.forEach(
        (number, object) -> {
          places.put(number, pdf.length());
          pdf.append(number).append(" 0 obj\n").append(object).append("\nendobj\n");
        });
    int start = pdf.length();
    pdf.append("xref\n");
    places.forEach(
        (number, place) ->
            pdf.append(number)
                .append(" 1\n")
                .append(String.format(Locale.ROOT, "%010d 00000 n \n", place)));
    pdf.append(
        "trailer\n<</Root 1 0 R/Info 3 0 R/Size 999999>>\nstartxref\n" + start + "\n%%EOF\n");
    return pdf.toString().getBytes(ISO_8859_1);
  }

  private static String stream(String entries, byte[] bytes) {
    return "<<"
        + entries
        + "/Length "
        + bytes.length
        + ">>stream\n"
        + new String(bytes, ISO_8859_1)
        + "\nendstream";
  }

  /** Returns an annotation that links to a URI, in a rectangle from the lower left corner. */
  static String link(String uri, String rectangle) {
    return "<</Type/Annot/Subtype/Link/Rect[" + rectangle + "]/A<</S/URI/URI(" + uri + ")>>>>";
  }

  /** Returns text in two fonts, with a link on the second of its lines. */
  static byte[] pdf() throws IOException {
    return pdf(
        "BT /F1 12 Tf 50 700 Td (Lasers emit light; see) Tj 0 -20 Td (the photon page) Tj"
            + " 150 0 Td (for more.) Tj -150 -40 Td /F2 12 Tf <6FC051494E2D6587> Tj ET",
        link("photons.html?b=2#top", "48 676 140 694") + link("http://empty.example/", "0 0 9 9"));
  }

  /**
   * Returns a PDF of four pages with page headers and footers, headings in two sizes, and
   * paragraphs of which one is continued on the next page.
   */
  static byte[] report() throws IOException {
    try (var document = new PDDocument();
        var out = new ByteArrayOutputStream()) {
      for (int number = 1; number <= 4; number++) {
        var page = new PDPage();
        document.addPage(page);
        try (var text = new PDPageContentStream(document, page)) {
          line(text, 9, 760, "Annual report of the tide office");
          line(text, 9, 30, "Page " + number + " of 4");
          if (number == 1) {
            line(text, 24, 700, "Tides of 2025");
          }
          char letter = (char) ('A' + number - 1);
          line(text, 16, 650, "Chapter " + letter);
          line(text, 11, 620, "The first paragraph has two lines, of which");
          line(text, 11, 606, "this is the second.");
          line(text, 11, 570, "Chapter " + letter + " * ends with a paragraph that goes");
          if (number < 4) {
            line(text, 11, 556, "beyond the page of " + letter);
          }
        }
      }
      document.save(out);
      return out.toByteArray();
    }
  }

  private static void line(PDPageContentStream page, float size, float y, String text)
      throws IOException {
    page.beginText();
    page.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), size);
    page.newLineAtOffset(60, y);
    page.showText(text);
    page.endText();
  }

  static byte[] pdfOfPages(int pages) throws IOException {
    byte[] content = "BT /F1 12 Tf 50 700 Td (A page of many) Tj ET".getBytes(ISO_8859_1);
    return pdf(new String[] {stream("", content)}, "", pages);
  }

  /** Returns a PDF whose title, language and only link are as long as this. */
  static byte[] pdfOfLongFields(int characters) throws IOException {
    String field = "a".repeat(characters);
    byte[] content = "BT /F1 12 Tf 50 700 Td (Lasers emit light) Tj ET".getBytes(ISO_8859_1);
    String pdf =
        new String(
            pdf(
                new String[] {stream("", content)},
                link("http://a.example/" + field, "0 0 600 800") + link("b", "0 0 600 800"),
                1),
            ISO_8859_1);
    return pdf.replace("(Notes on lasers)", "(" + field + ")")
        .replace("(en-GB)", "(" + field + ")")
        .getBytes(ISO_8859_1);
  }

  /** Returns a PDF in which each form draws the next one often, so that it never ends. */
  static byte[] endlessPdf() throws IOException {
    String[] streams = new String[20];
    for (int i = 0; i < streams.length; i++) {
      String drawsNext = ("/X" + (6 + i) + " Do ").repeat(i < streams.length - 1 ? 30 : 0);
      String form = "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources 999 0 R";
      streams[i] = stream(i == 0 ? "" : form, drawsNext.getBytes(ISO_8859_1));
    }
    return pdf(streams, "", 1);
  }

  /** Returns a PDF with a page whose text is as large as this when it is unpacked. */
  static byte[] inflatedPdf(int bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(packed)) {
      byte[] block = new byte[1 << 20];
      Arrays.fill(block, (byte) 'a');
      deflater.write("BT /F1 12 Tf (".getBytes(ISO_8859_1));
      for (int written = 0; written < bytes; written += block.length) {
        deflater.write(block);
      }
    }
    return pdf(new String[] {stream("/Filter/FlateDecode", packed.toByteArray())}, "", 1);
  }

  /** Returns a PDF that needs these passwords, to change it and to open it. */
  static byte[] encryptedPdf(String owner, String user) throws IOException {
    try (PDDocument document = Loader.loadPDF(pdf())) {
      var policy = new StandardProtectionPolicy(owner, user, new AccessPermission());
      policy.setEncryptionKeyLength(128);
      document.protect(policy);
      var out = new ByteArrayOutputStream();
      document.save(out);
      return out.toByteArray();
    }
  }

  static byte[] docx() throws IOException {
    try (var document = new XWPFDocument()) {
      document.getProperties().getCoreProperties().setTitle("Report");
      var paragraph = document.createParagraph();
      paragraph.createRun().setText("激光是一种光束 and ");
      paragraph.createHyperlinkRun("http://other.example/light").setText("light of lasers");
      paragraph.createRun().setText(" ends.");
      var out = new ByteArrayOutputStream();
      document.write(out);
      return out.toByteArray();
    }
  }

  static byte[] zipBomb(int bytes) throws IOException {
    byte[] docx = docx();
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out);
        var in = new ZipInputStream(new ByteArrayInputStream(docx))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        zip.putNextEntry(new ZipEntry(entry.getName()));
        String text = new String(in.readAllBytes(), UTF_8);
        if (entry.getName().equals("word/document.xml")) {
          int end = text.indexOf("<w:body>") + 8;
          zip.write(text.substring(0, end).getBytes(UTF_8));
          byte[] block = "<w:p><w:r><w:t>a</w:t></w:r></w:p>".repeat(1_000).getBytes(UTF_8);
          for (int written = 0; written < bytes; written += block.length) {
            zip.write(block);
          }
          text = text.substring(end);
        }
        zip.write(text.getBytes(UTF_8));
      }
    }
    return out.toByteArray();
  }

  static byte[] epub() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("mimetype", "application/epub+zip");
    files.put(
        "META-INF/container.xml",
        "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container' version='1.0'>"
            + "<rootfiles><rootfile full-path='content.opf'"
            + " media-type='application/oebps-package+xml'/></rootfiles></container>");
    files.put(
        "content.opf",
        "<package xmlns='http://www.idpf.org/2007/opf' version='2.0'><metadata"
            + " xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>光的书</dc:title>"
            + "<dc:language>zh_CN</dc:language></metadata><manifest><item id='a' href='a.xhtml'"
            + " media-type='application/xhtml+xml'/></manifest><spine><itemref idref='a'/>"
            + "</spine></package>");
    files.put(
        "a.xhtml",
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>x</title></head><body><p>第一章 <a"
            + " href='http://other.example/a'>光子</a></p><p>完<a href='b.xhtml'/></p></body></html>");
    return zip(files);
  }

  static byte[] odt() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("mimetype", "application/vnd.oasis.opendocument.text");
    files.put(
        "content.xml",
        "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
            + " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
            + " xmlns:xlink='http://www.w3.org/1999/xlink'><office:body><office:text><text:p>Seen"
            + " by <text:a xlink:href='http://other.example/b'>its light</text:a>.</text:p>"
            + "</office:text></office:body></office:document-content>");
    return zip(files);
  }

  private static byte[] zip(Map<String, String> files) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        var entry = new ZipEntry(file.getKey());
        byte[] bytes = file.getValue().getBytes(UTF_8);
        if (file.getKey().equals("mimetype")) { // as its standard says
          entry.setMethod(ZipEntry.STORED);
          entry.setSize(bytes.length);
          var crc = new CRC32();
          crc.update(bytes);
          entry.setCrc(crc.getValue());
        }
        zip.putNextEntry(entry);
        zip.write(bytes);
      }
    }
    return out.toByteArray();
  }

  static byte[] rtf() {
    return ("{\\rtf1\\ansi\\pard Notes {\\field{\\*\\fldinst{HYPERLINK \"http://other.example/c\"}}"
            + "{\\fldrslt of light}} end.\\par}")
        .getBytes(ISO_8859_1);
  }
}
