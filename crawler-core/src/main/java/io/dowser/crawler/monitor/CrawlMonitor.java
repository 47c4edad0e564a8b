package io.dowser.crawler.monitor;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.CrawlFolder;
import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.internal.server.BoundedExchanges;
import io.dowser.crawler.internal.server.OwnAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Serves a page that shows crawls and steers those that run: results, harvest curve, what comes
 * next, what each host waits for, and what to do about failures. The page is that of {@link
 * io.dowser.crawler.CrawlReport#writeHtml}, and is renewed each second.
 *
 * <p>By default it listens on the loopback address alone. On another one it needs a token, with
 * which its page is opened once: {@code http://host:port/?token=...}. It speaks plain HTTP; across
 * networks, put a proxy with TLS in front, and name its address by {@link Builder#publicUri}. A
 * request and its response have ten seconds, exports longer; of more than 64 at once, the oldest is
 * given up. Requests that another site makes a browser send are refused: by the {@code Host} and
 * {@code Origin} they have, and by a secret of the page that each change must come with. No text of
 * a crawled page becomes a script.
 *
 * <p>With a {@linkplain Builder#folder folder}, the page has a form that starts crawls. What the
 * page does, a program can do by HTTP and JSON; {@code /openapi.json} describes it.
 *
 * <p>Thread-safe.
 */
public final class CrawlMonitor implements AutoCloseable {

  private static final int EXCHANGES = 64;
  private static final int MOST_PORT = 65_535;

  private final Map<String, Watched> crawls = new LinkedHashMap<>(); // guarded by itself
  private final HttpServer server;
  private final OwnAddress address;
  private final BoundedExchanges exchanges;

  private CrawlMonitor(Builder builder) {
    try {
      server = HttpServer.create(new InetSocketAddress(builder.address, builder.port), 0);
    } catch (IOException e) {
      throw new CrawlException(
          "no monitor can be served on " + builder.address + " port " + builder.port + ": " + e, e);
    }
    exchanges = new BoundedExchanges(EXCHANGES, builder.exchangeLimit, "dowser-monitor");
    address = new OwnAddress(server.getAddress(), builder.publicOrigin);
    var access = new MonitorAccess(address, builder.token);
    var api = new MonitorApi(crawls, builder.folder, access.secret());
    server.createContext("/", new MonitorHandler(api, access, exchanges));
    server.setExecutor(exchanges);
    server.start();
  }

  /**
   * Starts a monitor on the loopback address.
   *
   * @param port 1 to 65,535, or 0 for any that is free
   * @return a monitor, to be closed, which watches no crawl yet
   * @throws IllegalArgumentException if the port is out of range
   * @throws CrawlException if the port is taken
   */
  public static CrawlMonitor serve(int port) {
    return builder().port(port).serve();
  }

  /** {@return a builder of a monitor on any free port of the loopback address} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Adds a crawl to the page, under its name; under a name with a number if that is taken. It stays
   * there, and in memory, after its end, until {@link #unwatch}.
   *
   * @param crawl the crawl
   * @return this
   */
  public CrawlMonitor watch(CrawlHandle crawl) {
    return watch(crawl.name(), new Watched.Live(crawl));
  }

  /**
   * Adds the crawl of a directory to the page, which has ended or runs in another process. It can
   * be looked at, and not steered.
   *
   * @param directory the directory
   * @return this
   * @throws io.dowser.crawler.store.StoreException if there is no crawl in it
   */
  public CrawlMonitor watch(Path directory) {
    var crawl = new Watched.Stored(directory);
    return watch(crawl.name(), crawl);
  }

  private CrawlMonitor watch(String name, Watched crawl) {
    synchronized (crawls) {
      if (!crawls.containsValue(crawl)) {
        String free = name;
        for (int number = 2; crawls.containsKey(free); number++) {
          free = name + " " + number;
        }
        crawls.put(free, crawl);
      }
    }
    return this;
  }

  /**
   * Takes a crawl from the page. Does nothing if it is not there.
   *
   * @param crawl the crawl, which continues if it runs
   * @return this
   */
  public CrawlMonitor unwatch(CrawlHandle crawl) {
    synchronized (crawls) {
      crawls.values().remove(new Watched.Live(requireNonNull(crawl, "crawl")));
    }
    return this;
  }

  /** {@return the address of the page, without the token} */
  public URI uri() {
    return URI.create("http://" + address.authority() + "/");
  }

  /** Ends the monitor; the crawls continue. Does nothing the second time. */
  @Override
  public void close() {
    server.stop(0);
    exchanges.close();
  }

  /**
   * Sets the address of a {@link CrawlMonitor} and who may use it. A second call that sets the same
   * throws an {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private static final int FEWEST_CHARACTERS = 16;

    private final SettingCalls calls = new SettingCalls();
    private InetAddress address = InetAddress.getLoopbackAddress();
    private int port;
    private String token = "";
    private Optional<String> publicOrigin = Optional.empty();
    private Optional<CrawlFolder> folder = Optional.empty();
    private Duration exchangeLimit = Duration.ofSeconds(10);

    private Builder() {}

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the address on which the monitor listens.
     *
     * @param address by default the loopback address; any other one needs a {@link #token}
     * @return this
     */
    public Builder address(InetAddress address) {
      return set("address", () -> this.address = requireNonNull(address, "address"));
    }

    /**
     * Sets the port.
     *
     * @param port 1 to 65,535, or 0, the default, for any that is free
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder port(int port) {
      return set("port", () -> this.port = Checks.within("port", port, 0, MOST_PORT));
    }

    /**
     * Sets a secret that a browser must know; it gets to know it by {@code /?token=...} once. A
     * program sends it with each request, as {@code Authorization: Bearer ...}, and may then change
     * crawls.
     *
     * @param token at least 16 letters, digits, {@code -} and {@code _}; by default none is needed
     * @return this
     * @throws IllegalArgumentException if it is shorter or has other characters; the message does
     *     not show it
     */
    public Builder token(String token) {
      if (!token.matches("[A-Za-z0-9_-]{" + FEWEST_CHARACTERS + ",}")) {
        throw new IllegalArgumentException(
            "the token must have at least "
                + FEWEST_CHARACTERS
                + " characters, letters, digits, - and _ alone");
      }
      return set("token", () -> this.token = token);
    }

    /**
     * Sets the address by which browsers reach the monitor, if a proxy is in front of it.
     *
     * @param uri such as {@code https://monitor.example.org}, without a path; by default the
     *     monitor's own
     * @return this
     * @throws IllegalArgumentException if it is no http or https URL, or has more than host and
     *     port
     */
    public Builder publicUri(URI uri) {
      boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
      String origin = uri.getScheme() + "://" + uri.getAuthority();
      if (!web || uri.getHost() == null || !(origin + "/").startsWith(uri.toString())) {
        throw new IllegalArgumentException(
            "publicUri must be such as https://monitor.example.org, but was '" + uri + "'");
      }
      int usual = "https".equals(uri.getScheme()) ? 443 : 80;
      String port = uri.getPort() < 0 || uri.getPort() == usual ? "" : ":" + uri.getPort();
      String asSent = uri.getScheme() + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port;
      return set("publicUri", () -> publicOrigin = Optional.of(asSent));
    }

    /**
     * Sets the folder in which users of the page, and programs, start crawls and continue them. The
     * page shows all crawls of the folder.
     *
     * @param folder limits what they may start; the monitor does not close it
     * @return this
     */
    public Builder folder(CrawlFolder folder) {
      return set("folder", () -> this.folder = Optional.of(folder));
    }

    /** Sets the longest time of a request and its response. */
    Builder exchangeLimit(Duration limit) {
      exchangeLimit = limit;
      return this;
    }

    /**
     * Starts the monitor.
     *
     * @return a monitor, to be closed, which watches no crawl yet
     * @throws IllegalStateException if the address is not the loopback address and there is no
     *     token
     * @throws CrawlException if it cannot listen there, or if Jackson is not on the class path
     */
    public CrawlMonitor serve() {
      if (!address.isLoopbackAddress() && token.isEmpty()) {
        throw new IllegalStateException(
            "a monitor on " + address + " needs a token, because others may reach it");
      }
      OptionalLibrary.JACKSON.require();
      return new CrawlMonitor(this);
    }
  }
}
