package io.dowser.crawler.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class BrowserDirectoryTest {

  @TempDir Path temporary;

  private Path directory(String name) throws IOException {
    Path profile = Files.createDirectories(temporary.resolve(name).resolve("profile/Default"));
    Files.writeString(profile.resolve("Cookies"), "secret");
    return temporary.resolve(name);
  }

  @Test
  void directoriesOfKilledProcessesAreRemoved() throws IOException {
    Path abandoned = directory("dowser-browser-1-2-3");
    Files.createFile(abandoned.resolve("owner.lock"));
    Path starting = directory("dowser-browser-1-2-4"); // has no lock yet
    Path foreign = directory("other");
    Files.createFile(foreign.resolve("owner.lock"));

    try (var first = BrowserDirectory.in(temporary);
        var second = BrowserDirectory.in(temporary)) {
      assertThat(abandoned).doesNotExist();
      assertThat(starting.resolve("profile/Default/Cookies")).exists();
      assertThat(foreign).exists();
      assertThat(first.path()).isDirectory();
      assertThat(second.path()).isDirectory();
    }
  }

  @Test
  void directoryIsLockedByItsProcess() throws Exception {
    try (var directory = BrowserDirectory.in(temporary)) {
      Path lock = directory.path().resolve("owner.lock");
      assertThat(isLockedForOthers(lock)).isTrue();
    }
    Path free = Files.createFile(temporary.resolve("free"));
    assertThat(isLockedForOthers(free)).isFalse();
  }

  /** Another process asks, as this one would lose its own lock. */
  private static boolean isLockedForOthers(Path lock) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Prober.class.getName(),
                lock.toString())
            .start();
    return process.waitFor() == 1;
  }

  /** Ends with status 1 if a file is locked. */
  static final class Prober {

    private Prober() {}

    public static void main(String[] files) throws IOException {
      try (FileChannel channel = FileChannel.open(Path.of(files[0]), StandardOpenOption.WRITE)) {
        if (channel.tryLock() == null) {
          throw new IllegalStateException("locked"); // status 1
        }
      }
    }
  }
}
