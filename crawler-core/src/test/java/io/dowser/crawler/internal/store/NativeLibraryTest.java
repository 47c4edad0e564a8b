package io.dowser.crawler.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.PrivateMount;
import io.dowser.crawler.api.CrawlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where SQLite's native library is copied to, in a separate process. */
@Tag("slow")
class NativeLibraryTest {

  @TempDir Path directory;
  private Path crawl;
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    crawl = directory.resolve("crawl");
    folder = Files.createDirectory(directory.resolve("temporary"));
  }

  @Test
  void aFolderThatDoesNotExistIsNamedAndNotTheCrawlDirectory() throws Exception {
    Path absent = directory.resolve("absent");

    assertThat(open(List.of(), absent))
        .contains("SQLite's native library cannot be loaded", absent.toString())
        .contains("there is no such folder", "-Dorg.sqlite.tmpdir=")
        .doesNotContain(crawl.toString());
    assertThat(crawl).as("nothing is left behind").doesNotExist();
  }

  @Test
  void aFolderThatMustNotBeWrittenToIsNamed() throws Exception {
    assertThat(folder.toFile().setWritable(false)).isTrue();
    assumeTrue(!Files.isWritable(folder), "this user (root?) may write to read-only folders");

    assertThat(open(List.of(), folder))
        .contains("SQLite's native library cannot be loaded", folder.toString())
        .contains("it cannot be written to")
        .doesNotContain(crawl.toString());
  }

  @Test
  void aFolderMountedNoexecIsNamedAndNotTheCrawlDirectory() throws Exception {
    List<String> mount = PrivateMount.over(folder, "noexec,size=8m", directory.resolve("copy"));

    assertThat(open(mount, folder))
        .contains("SQLite's native library cannot be loaded", folder.toString())
        .contains("mounted noexec", "-Dorg.sqlite.tmpdir=")
        .doesNotContain(crawl.toString());
    assertThat(crawl).doesNotExist();
  }

  @Test
  void folderOnAFullDiskIsNamed() throws Exception {
    List<String> mount = PrivateMount.over(folder, "size=200k", directory.resolve("copy"));

    assertThat(open(mount, folder))
        .contains("SQLite's native library cannot be loaded", folder.toString())
        .contains("No space left on device");
    assertThat(crawl).doesNotExist();
  }

  @Test
  void aKilledProcessLeavesNoLibraryBehind() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/maps")), "only Linux tells what is loaded");
    Path other = Files.writeString(folder.resolve("sqlite-3.0.0-other-libsqlitejdbc.so"), "");
    Process process = start(List.of(), folder, "wait");
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.lines().filter(line -> line.startsWith("opened")).findFirst()).isPresent();
    } finally {
      process.destroyForcibly().waitFor();
    }

    assertThat(crawl.resolve("crawl.db")).exists();
    assertThat(folder).as("what is not ours stays").isDirectoryContaining(other::equals);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  private String open(List<String> mount, Path temporary) throws Exception {
    Process process = start(mount, temporary, "end");
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return said.lines().filter(line -> line.startsWith("refused: ")).findFirst().orElse(said);
  }

  private Process start(List<String> mount, Path temporary, String then) throws IOException {
    List<String> command = new ArrayList<>(mount);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Dslf4j.internal.verbosity=ERROR", "-Dorg.sqlite.tmpdir=" + temporary));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Child.class.getName(), crawl.toString(), then));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** The process. */
  static final class Child {

    private Child() {}

    public static void main(String[] args) throws Exception {
      try (CrawlStore store = CrawlStore.open(Path.of(args[0]), StoreOptions.DEFAULTS)) {
        System.out.println("opened " + store.reader().isEmpty());
        if (args[1].equals("wait")) {
          System.in.read();
        }
      } catch (CrawlException e) {
        System.out.println("refused: " + e.getMessage());
      }
    }
  }
}
