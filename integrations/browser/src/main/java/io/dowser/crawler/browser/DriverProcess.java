package io.dowser.crawler.browser;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A chromedriver with a separate directory for the files of it and its browser.
 *
 * <p>It runs under a shell that kills it and deletes the directory as soon as its input ends: when
 * this is closed, and when this JVM is gone, be it killed. The browser ends with its chromedriver,
 * because they are connected by a pipe.
 */
final class DriverProcess implements AutoCloseable {

  private static final String SUPERVISE =
      "\"$@\" & driver=$!; exec >/dev/null; " // its output ends with it
          + "read -r end; kill -9 $driver; wait $driver; "
          + "for i in 1 2 3 4 5 6 7 8 9; do rm -rf \"$TMPDIR\"; sleep $i; "
          + "[ -e \"$TMPDIR\" ] || exit; done 2>/dev/null"; // a browser that ends may write again

  private static final Pattern PORT = Pattern.compile("started successfully on port (\\d+)");
  private static final int START_SECONDS = 60;

  private final Process process;
  private final BrowserDirectory directory;
  private final CompletableFuture<Integer> port = new CompletableFuture<>();

  private DriverProcess(Process process, BrowserDirectory directory) {
    this.process = process;
    this.directory = directory;
  }

  static DriverProcess start(Path chromedriver) throws BrowserFailure, InterruptedException {
    try {
      BrowserDirectory directory =
          BrowserDirectory.in(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
      var builder =
          new ProcessBuilder("/bin/sh", "-c", SUPERVISE, "sh", chromedriver.toString(), "--port=0");
      builder.environment().put("TMPDIR", directory.path().toString());
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      var driver = new DriverProcess(builder.start(), directory);
      driver.readOutput();
      return driver;
    } catch (IOException e) {
      throw new BrowserFailure("chromedriver cannot be started", e);
    }
  }

  /** Reads as long as it writes, so that it never waits for its output to be read. */
  private void readOutput() {
    var reader = new Thread(this::findPort, "dowser-browser-driver");
    reader.setDaemon(true);
    reader.start();
  }

  private void findPort() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        Matcher matcher = PORT.matcher(line);
        if (matcher.find()) {
          port.complete(Integer.valueOf(matcher.group(1)));
        }
      }
      port.completeExceptionally(new IOException("it has ended"));
    } catch (IOException e) {
      port.completeExceptionally(e);
    }
  }

  /** Returns where it listens, once it does. */
  URI url() throws BrowserFailure, InterruptedException {
    try {
      return URI.create("http://127.0.0.1:" + port.get(START_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      throw new BrowserFailure("chromedriver does not listen", e);
    }
  }

  /** Returns the directory that is deleted with it. */
  Path directory() {
    return directory.path();
  }

  /** Ends it and its browser, without waiting for that. */
  @Override
  public void close() {
    try (directory) {
      process.getOutputStream().close();
    } catch (IOException e) {
      process.destroy(); // the shell is gone, or goes now
    }
  }
}
