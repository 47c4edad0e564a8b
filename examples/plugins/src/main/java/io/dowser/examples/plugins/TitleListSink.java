package io.dowser.examples.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Appends a line for each page: its URL, a tab and its title. */
public final class TitleListSink implements PageSink {

  private final Set<String> written = new HashSet<>();
  private final Writer lines; // has a buffer

  TitleListSink(Path file) throws IOException {
    String text = Files.exists(file) ? new String(Files.readAllBytes(file), UTF_8) : "";
    String whole = text.substring(0, text.lastIndexOf('\n') + 1); // a kill may leave half a line
    whole.lines().forEach(line -> written.add(line.split("\t", 2)[0]));
    int size = whole.getBytes(UTF_8).length;
    lines =
        Channels.newWriter(
            FileChannel.open(file, CREATE, WRITE).truncate(size).position(size), UTF_8);
  }

  @Override
  public void page(Visit visit) throws IOException { // one thread at a time, as all below
    String url = visit.url().toString();
    if (written.add(url)) { // after a kill, a page may come again whose line was flushed
      lines.write(url + "\t" + visit.page().title() + "\n");
    }
  }

  @Override
  public void flush() throws IOException { // before each commit
    lines.flush();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
