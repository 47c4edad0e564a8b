package io.dowser.benchmarks;

import edu.uci.ics.crawler4j.crawler.CrawlConfig;
import edu.uci.ics.crawler4j.fetcher.PageFetcher;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.DnsResolver;
import org.apache.http.conn.SchemePortResolver;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/** The fetcher of crawler4j, with each host name led to the site's server. */
final class Crawler4jFetcher extends PageFetcher {

  /**
   * Creates one.
   *
   * @param port the loopback port of the server
   */
  Crawler4jFetcher(CrawlConfig config, int port) {
    super(config);
    connectionManager.close();
    connectionManager = connections(config, port);
    httpClient = client(config, connectionManager);
  }

  private static PoolingHttpClientConnectionManager connections(CrawlConfig config, int port) {
    var sockets =
        RegistryBuilder.<ConnectionSocketFactory>create()
            .register("http", PlainConnectionSocketFactory.INSTANCE)
            .build();
    DnsResolver dns = host -> new InetAddress[] {InetAddress.getLoopbackAddress()};
    SchemePortResolver ports = host -> port;
    var connections =
        new PoolingHttpClientConnectionManager(sockets, null, ports, dns, -1, TimeUnit.SECONDS);
    connections.setMaxTotal(config.getMaxTotalConnections());
    connections.setDefaultMaxPerRoute(config.getMaxConnectionsPerHost());
    return connections;
  }

  /** As the super class does. */
  private static CloseableHttpClient client(
      CrawlConfig config, PoolingHttpClientConnectionManager connections) {
    var requests =
        RequestConfig.custom()
            .setCookieSpec(config.getCookiePolicy())
            .setRedirectsEnabled(false)
            .setSocketTimeout(config.getSocketTimeout())
            .setConnectTimeout(config.getConnectionTimeout())
            .build();
    return HttpClientBuilder.create()
        .setDefaultRequestConfig(requests)
        .setConnectionManager(connections)
        .setUserAgent(config.getUserAgentString())
        .build();
  }
}
