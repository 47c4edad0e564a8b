package io.dowser.crawler.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.hostile.FuzzCases;
import io.dowser.crawler.hostile.Mutations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives with one damaged record: the pages that do not touch it are served. */
class ArchiveFuzzTest {

  private static final int PAGES = 6;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz", "a.arc", "a.arc.gz"})
  void pagesBesideADamagedRecordAreServed(String name) throws IOException {
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      records.add(record(name, i));
    }
    Path file = directory.resolve(name);
    FuzzCases.run(250, random -> check(file, records, random));
  }

  /** Returns the record of one page; in an ARC file, that of the file comes first. */
  private byte[] record(String name, int page) throws IOException {
    Path file = directory.resolve(page + name);
    String url = "http://a.test/" + page;
    String text = "<p>page " + page + " of the archive";
    if (name.contains(".warc")) {
      Archives.pages(file, url, text);
    } else {
      Archives.arc(file, url, text);
    }
    return Files.readAllBytes(file);
  }

  private static void check(Path file, List<byte[]> records, SplittableRandom random)
      throws IOException {
    int damaged = 1 + random.nextInt(PAGES - 2);
    var archive = new ByteArrayOutputStream();
    for (int i = 0; i < PAGES; i++) {
      byte[] record = records.get(i);
      archive.write(i == damaged ? new Mutations(random).damage(record) : record);
    }
    Files.write(file, archive.toByteArray());

    Map<String, String> pages = new HashMap<>();
    try (var warc = new WarcFile(file, file.toString().endsWith(".gz"))) {
      Map<String, PageIndex.Entry> entries = new HashMap<>();
      warc.scan(
          (capture, offset, length) ->
              entries.put(capture.url(), new PageIndex.Entry(0, offset, length, null)));
      for (Map.Entry<String, PageIndex.Entry> entry : entries.entrySet()) {
        FetchResult result = warc.result(CrawlUrl.of("http://a.test/"), entry.getValue());
        if (result instanceof FetchResult.Fetched page) {
          pages.put(entry.getKey(), page.body().decode(UTF_8));
        }
      }
    }
    for (int i = 0; i < PAGES; i++) {
      if (i != damaged && i != damaged + 1) {
        assertThat(pages)
            .as("record %d of %s", damaged, archive.toString(ISO_8859_1))
            .containsEntry("http://a.test/" + i, "<p>page " + i + " of the archive");
      }
    }
  }
}
