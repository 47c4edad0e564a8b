package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.testkit.KilledProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How many browsers there are, and how they end. */
@Timeout(120)
@Tag("slow")
class BrowserProcessesTest {

  private static final String PAGE = "<script>document.write('ren' + 'dered')</script>";

  private Site site;

  @BeforeEach
  void open() throws IOException {
    Browsers.assume();
    site = new Site().html("/", PAGE);
  }

  @AfterEach
  void close() {
    if (site != null) {
      site.close();
    }
  }

  private void render(BrowserFetcher fetcher) throws InterruptedException {
    var page = (Fetched) fetcher.fetch(FetchRequest.of(site.url("/")));
    assertThat(page.body().decode(UTF_8)).contains("rendered");
  }

  private static List<Long> drivers() {
    return Browsers.processes().stream()
        .filter(each -> each.info().command().orElse("").endsWith("chromedriver"))
        .map(ProcessHandle::pid)
        .toList();
  }

  private static List<Long> pids() {
    return Browsers.processes().stream().map(ProcessHandle::pid).toList();
  }

  private static void awaitEnd(List<Long> processes) throws Exception {
    for (long process : processes) {
      Optional<ProcessHandle> handle = ProcessHandle.of(process);
      if (handle.isPresent()) {
        handle.get().onExit().get(30, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void browserIsKeptForItsNumberOfPagesAndThenReplaced() throws Exception {
    try (BrowserFetcher fetcher = Browsers.fetcher("pagesPerBrowser", "2")) {
      assertThat(drivers()).isEmpty();
      render(fetcher);
      List<Long> first = drivers();
      assertThat(first).hasSize(1);
      render(fetcher);
      awaitEnd(first);
      render(fetcher);
      assertThat(drivers()).hasSize(1).doesNotContainAnyElementsOf(first);
    }
    awaitEnd(drivers());
  }

  @Test
  void pageInABrowserIsInterrupted() throws Exception {
    site.hang("/hangs.js").html("/endless", "<script src=/hangs.js></script>");
    try (BrowserFetcher fetcher = Browsers.fetcher("renderTimeout", "1m")) {
      var first = thread(fetcher, "/endless");
      while (!site.requests().contains("/hangs.js")) {
        Thread.onSpinWait();
      }
      assertThat(drivers()).hasSize(1);

      first.thread.interrupt();

      assertThatThrownBy(() -> first.task.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(InterruptedException.class);
    }
    awaitEnd(drivers());
  }

  private record Fetching(Thread thread, FutureTask<Object> task) {}

  private Fetching thread(BrowserFetcher fetcher, String path) {
    var task = new FutureTask<Object>(() -> fetcher.fetch(FetchRequest.of(site.url(path))));
    var thread = new Thread(task);
    thread.start();
    return new Fetching(thread, task);
  }

  @Test
  void closedFetcherEndsItsBrowsersAndRefusesPages() throws Exception {
    BrowserFetcher fetcher = Browsers.fetcher();
    render(fetcher);
    List<Long> all = pids();
    assertThat(all).hasSizeGreaterThan(3);

    ProcessHandle driver = ProcessHandle.of(drivers().get(0)).orElseThrow();
    ProcessHandle shell = driver.parent().orElseThrow();
    signal("-STOP", driver, shell); // who waits for one of them waits until the test times out
    try {
      long start = System.nanoTime();
      fetcher.close();

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    } finally {
      signal("-CONT", driver, shell);
    }
    awaitEnd(all);
    assertThatThrownBy(() -> render(fetcher)).isInstanceOf(IllegalStateException.class);
  }

  private static void signal(String name, ProcessHandle one, ProcessHandle other) throws Exception {
    String command = "kill " + name + " " + one.pid() + " " + other.pid();
    assertThat(new ProcessBuilder("/bin/sh", "-c", command).start().waitFor()).isZero();
  }

  @Test
  void browserOfAnotherWebDriverIsUsed() throws Exception {
    Path program = Programs.chromedriver(Optional.empty());
    try (DriverProcess other = DriverProcess.start(program)) {
      URI url = other.url(); // now the process is there
      List<Long> before = pids();
      try (BrowserFetcher fetcher = Browsers.fetcher("remote", url.toString())) {
        render(fetcher);
        render(fetcher);
      }
      awaitEnd(pids().stream().filter(each -> !before.contains(each)).toList());
      assertThat(drivers()).hasSize(1);
    }
    awaitEnd(pids());
  }

  @Test
  void browserEndsWithAProcessThatIsKilled(@TempDir Path directory) throws Exception {
    Path list = directory.resolve("processes");

    boolean killed =
        KilledProcess.start(
                Renderer.class,
                directory.resolve("output"),
                site.url("/").toString(),
                list.toString())
            .killOnce(() -> Files.exists(list));

    assertThat(killed).isTrue();
    List<String> lines = Files.readAllLines(list);
    assertThat(lines).hasSizeGreaterThan(3);
    awaitEnd(lines.stream().map(Long::valueOf).toList());
  }

  /** Renders a page, writes the processes of its browser into a file, and stays. */
  static final class Renderer {

    private Renderer() {}

    public static void main(String[] arguments) throws Exception {
      BrowserFetcher fetcher = Browsers.fetcher();
      fetcher.fetch(FetchRequest.of(CrawlUrl.of(arguments[0])));
      Path list = Path.of(arguments[1]);
      Path draft = list.resolveSibling("draft");
      Files.write(draft, pids().stream().map(String::valueOf).toList());
      Files.move(draft, list, StandardCopyOption.ATOMIC_MOVE);
      new CountDownLatch(1).await();
    }
  }
}
