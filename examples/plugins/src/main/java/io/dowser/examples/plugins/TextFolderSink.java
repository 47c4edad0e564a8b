package io.dowser.examples.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Writes the URL, title and main text of each page to a separate file. */
public final class TextFolderSink implements PageSink {

  private final Path folder;

  TextFolderSink(Path folder) {
    this.folder = folder;
  }

  @Override
  public void page(Visit visit) throws IOException { // one thread at a time
    String text =
        String.join(
            "\n",
            visit.url().toString(),
            visit.page().title(),
            String.join("\n", visit.page().mainBlocks()));
    // a name by the URL: a page that comes again after a kill replaces its file
    String name = UUID.nameUUIDFromBytes(visit.url().toString().getBytes(UTF_8)) + ".txt";
    Files.createDirectories(folder);
    Path part = Files.writeString(folder.resolve(name + ".part"), text);
    Files.move(part, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() {}
}
