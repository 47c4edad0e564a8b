package io.dowser.crawler.archive;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The directory of the index of a replay, and whether it is kept. */
record IndexDirectory(Path path, boolean temporary) {

  /** Creates a directory for one replay. */
  static IndexDirectory createTemporary() throws IOException {
    return new IndexDirectory(Files.createTempDirectory("dowser-replay"), true);
  }

  /**
   * Deletes the temporary files, those that are open where the system allows that: it then frees
   * them when the process ends, in whatever way.
   */
  void deleteIfAllowed() {
    try {
      delete();
    } catch (IOException e) {
      // an open file must keep its name here; delete() is called again at the end
    }
  }

  /** Deletes the temporary files, if they still exist. */
  void delete() throws IOException {
    if (temporary && Files.exists(path)) {
      MoreFiles.deleteRecursively(path, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }
}
