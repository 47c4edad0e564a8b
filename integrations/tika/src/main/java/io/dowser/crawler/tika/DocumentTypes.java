package io.dowser.crawler.tika;

import io.dowser.crawler.api.PageAnalyzer;
import java.util.List;
import java.util.stream.Stream;

/** The media types that the analyzer reads. */
final class DocumentTypes {

  static final String PDF = "application/pdf";
  static final String EPUB = "application/epub+zip";

  /** Containers, which cannot be read in part. */
  private static final List<String> WHOLE =
      List.of(
          PDF,
          "application/msword",
          "application/vnd.ms-excel",
          "application/vnd.ms-powerpoint",
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
          "application/vnd.openxmlformats-officedocument.presentationml.presentation",
          "application/vnd.oasis.opendocument.text",
          "application/vnd.oasis.opendocument.spreadsheet",
          "application/vnd.oasis.opendocument.presentation",
          EPUB);

  private static final List<String> STREAMS = List.of("application/rtf", "text/rtf");

  private DocumentTypes() {}

  static List<PageAnalyzer.Type> limitedTo(int maxBytes) {
    return Stream.concat(
            WHOLE.stream().map(type -> PageAnalyzer.Type.whole(type, maxBytes)),
            STREAMS.stream().map(type -> new PageAnalyzer.Type(type, maxBytes, true)))
        .toList();
  }

  static boolean contains(String type) {
    return WHOLE.contains(type) || STREAMS.contains(type);
  }
}
