package io.dowser.crawler;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file system in memory over a folder, which only one process sees. */
public final class PrivateMount {

  private static final String SCRIPT =
      """
      mount -t tmpfs -o "$1" tmpfs "$2" || exit 77
      folder=$2; copy=$3; shift 3
      "$@"
      ended=$?
      cp -r "$folder" "$copy"
      exit $ended
      """;

  private PrivateMount() {}

  /**
   * Returns the command before that of the process; skips the test where it does not work.
   *
   * @param options of the file system
   * @param folder where it is mounted
   * @param copy where its files are copied to when the process has ended
   */
  public static List<String> over(Path folder, String options, Path copy)
      throws InterruptedException {
    List<String> command =
        List.of("unshare", "-rm", "sh", "-c", SCRIPT, "sh", options, folder.toString());
    List<String> trial = new ArrayList<>(command);
    trial.addAll(List.of("/dev/null", "true"));
    assumeTrue(works(trial), "this machine does not let a test mount a folder (unshare -rm)");
    List<String> whole = new ArrayList<>(command);
    whole.add(copy.toString());
    return whole;
  }

  private static boolean works(List<String> command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }
}
