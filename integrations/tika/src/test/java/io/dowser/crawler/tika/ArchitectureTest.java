package io.dowser.crawler.tika;

import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        TikaAnalyzer.class,
        "io.dowser.crawler.api..",
        "io.dowser.crawler.html",
        "org.apache.pdfbox..",
        "org.apache.poi",
        "org.apache.tika..",
        "org.xml.sax..");
  }
}
