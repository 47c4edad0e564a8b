package io.dowser.crawler.mcp;

import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        CrawlMcpServer.class,
        "io.dowser.crawler",
        "io.dowser.crawler.api..",
        "io.dowser.crawler.internal.server",
        "io.dowser.crawler.report",
        "io.dowser.crawler.store",
        "io.modelcontextprotocol..",
        "reactor.core.publisher",
        "com.sun.net.httpserver..");
  }
}
