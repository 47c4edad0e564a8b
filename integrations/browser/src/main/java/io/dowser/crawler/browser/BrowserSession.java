package io.dowser.crawler.browser;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.PageLoadStrategy;
import org.openqa.selenium.UnexpectedAlertBehaviour;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.remote.RemoteWebDriver;
import org.openqa.selenium.remote.http.ClientConfig;

/** A started browser: its WebDriver session, and the process of its chromedriver if it is ours. */
final class BrowserSession implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(60);

  /**
   * All requests go through the proxy, those to this machine too, and no name is resolved
   * elsewhere; WebRTC and QUIC, which would bypass it by UDP, are off. A page that needs more than
   * 512 MiB for its scripts crashes.
   */
  private static final List<String> ARGUMENTS =
      List.of(
          "--headless",
          "--proxy-bypass-list=<-loopback>",
          "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
          "--disable-quic",
          "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,WebTransport",
          "--js-flags=--max-old-space-size=512",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-default-apps",
          "--disable-dev-shm-usage",
          "--disable-extensions",
          "--disable-gpu",
          "--disable-sync",
          "--deny-permission-prompts",
          "--mute-audio",
          "--no-first-run",
          "--no-pings");

  private static final int BLOCK_ALL_DOWNLOADS = 3;

  private final @Nullable DriverProcess process;
  private final RemoteWebDriver driver;
  private final BiDiChannel channel;

  private static final String SANDBOX_ADVICE =
      "Chromium does not start; as root and in most containers it starts only with the setting"
          + " sandbox=false, with which pages are confined less";

  private BrowserSession(
      @Nullable DriverProcess process, RemoteWebDriver driver, BiDiChannel channel) {
    this.process = process;
    this.driver = driver;
    this.channel = channel;
  }

  /**
   * Starts a browser.
   *
   * @param proxy the address of its proxy
   */
  static BrowserSession start(RenderSettings settings, InetSocketAddress proxy)
      throws BrowserFailure, InterruptedException {
    if (settings.remote().isPresent()) {
      return start(null, settings.remote().get(), options(settings, proxy));
    }
    DriverProcess process = DriverProcess.start(settings.chromedriver());
    try {
      return start(process, process.url(), local(options(settings, proxy), settings, process));
    } catch (BrowserFailure e) {
      process.close();
      throw settings.sandbox() ? new BrowserFailure(SANDBOX_ADVICE, e) : e;
    } catch (InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private static BrowserSession start(
      @Nullable DriverProcess process, URI webDriver, ChromeOptions options) throws BrowserFailure {
    RemoteWebDriver driver = driver(webDriver, options);
    try {
      Object url = driver.getCapabilities().getCapability("webSocketUrl");
      if (!(url instanceof String address)) {
        throw new BrowserFailure("the WebDriver at " + webDriver + " has no WebDriver BiDi");
      }
      return new BrowserSession(process, driver, BiDiChannel.open(address));
    } catch (BrowserFailure e) {
      quit(driver);
      throw e;
    }
  }

  private static RemoteWebDriver driver(URI webDriver, ChromeOptions options)
      throws BrowserFailure {
    var client = ClientConfig.defaultConfig().baseUri(webDriver).readTimeout(START);
    try {
      return new RemoteWebDriver(webDriver.toURL(), options, client, false);
    } catch (MalformedURLException | WebDriverException e) {
      throw new BrowserFailure("no browser could be started by the WebDriver at " + webDriver, e);
    }
  }

  private static ChromeOptions options(RenderSettings settings, InetSocketAddress proxy) {
    String host = host(proxy.getAddress());
    var options = new ChromeOptions();
    options.addArguments(ARGUMENTS);
    options.addArguments(
        "--user-agent=" + settings.userAgent(),
        "--proxy-server=http://" + host + ":" + proxy.getPort(),
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE " + host);
    if (!settings.sandbox()) {
      options.addArguments("--no-sandbox");
    }
    options.setExperimentalOption(
        "prefs",
        Map.of(
            "download_restrictions",
            BLOCK_ALL_DOWNLOADS,
            "webrtc.ip_handling_policy",
            "disable_non_proxied_udp"));
    options.setExperimentalOption("excludeSwitches", List.of("disable-popup-blocking"));
    options.setPageLoadStrategy(PageLoadStrategy.NONE);
    options.setUnhandledPromptBehaviour(UnexpectedAlertBehaviour.DISMISS);
    options.setCapability("webSocketUrl", true);
    return options;
  }

  private static String host(InetAddress address) {
    String text = address.getHostAddress();
    return text.indexOf(':') < 0 ? text : "[" + text + "]";
  }

  private static ChromeOptions local(
      ChromeOptions options, RenderSettings settings, DriverProcess process) {
    Path profile = process.directory().resolve("profile");
    options.setBinary(settings.chromium().toFile());
    options.addArguments("--remote-debugging-pipe", "--user-data-dir=" + profile);
    return options;
  }

  BiDiChannel channel() {
    return channel;
  }

  /** Ends the browser, without waiting for that. */
  @Override
  public void close() {
    channel.close();
    if (process == null) {
      quit(driver);
    } else {
      process.close();
    }
  }

  /** Ends a session on a separate thread: the WebDriver may not respond. */
  private static void quit(RemoteWebDriver driver) {
    var thread =
        new Thread(
            () -> {
              try {
                driver.quit();
              } catch (WebDriverException e) {
                // it has ended the session by itself, or will
              }
            },
            "dowser-browser-quit");
    thread.setDaemon(true);
    thread.start();
  }
}
