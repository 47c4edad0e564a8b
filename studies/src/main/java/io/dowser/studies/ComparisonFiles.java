package io.dowser.studies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcCompression;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/**
 * The files of one comparison: an archive, questions with their seeds, and the arguments of {@code
 * dowser compare}. The same pages give the same bytes. Not thread-safe.
 */
final class ComparisonFiles implements AutoCloseable {

  private final Path directory;
  private final List<String> arguments = new ArrayList<>();
  private final WarcWriter warc;

  ComparisonFiles(Path directory) throws IOException {
    this.directory = directory;
    Path archive = directory.resolve("pages.warc.gz");
    warc =
        new WarcWriter(
            Files.newByteChannel(archive, CREATE, WRITE, TRUNCATE_EXISTING), WarcCompression.GZIP);
    add("--archive", archive);
  }

  void page(String url, String html) throws IOException {
    HttpResponse response =
        new HttpResponse.Builder(200, "OK")
            .body(MediaType.parse("text/html; charset=utf-8"), html.getBytes(UTF_8))
            .build();
    warc.write(
        new WarcResponse.Builder(url)
            .recordId(UUID.nameUUIDFromBytes(url.getBytes(UTF_8)))
            .date(Instant.EPOCH)
            .body(response)
            .build());
  }

  void question(String name, List<String> topic, List<String> relevant, List<String> seeds)
      throws IOException {
    add("--topic", Files.write(directory.resolve(name + ".topic"), topic));
    List<String> labels = relevant.stream().map(url -> url + "\t1.0").toList();
    add("--labels", Files.write(directory.resolve(name + ".labels"), labels));
    add("--seeds", Files.write(directory.resolve(name + "-seeds.txt"), seeds));
  }

  private void add(String option, Path file) {
    arguments.add('"' + option + "=" + file.toAbsolutePath() + '"');
  }

  /** Writes the file of arguments, and returns it. */
  Path arguments() throws IOException {
    return Files.write(directory.resolve("compare.args"), arguments);
  }

  @Override
  public void close() throws IOException {
    warc.close();
  }
}
