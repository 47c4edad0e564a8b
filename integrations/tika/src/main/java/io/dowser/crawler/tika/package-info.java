/**
 * Reads PDF, Office documents and EPUB with Apache Tika.
 *
 * <p>{@link io.dowser.crawler.tika.TikaAnalyzer} is the only type that programs use, unless they
 * call {@code crawl.addPageAnalyzer("tika", Map.of())}.
 *
 * <pre>
 *   TikaAnalyzer ──► ParserPool ──► ParserProcess ··· pipe ···► ParserMain
 *        │                                                     │
 *        └──► ParsedDocument ◄────────────── pipe ◄──── DocumentWriter ◄── Tika, PdfParser ──► PdfText
 * </pre>
 */
@NullMarked
package io.dowser.crawler.tika;

import org.jspecify.annotations.NullMarked;
