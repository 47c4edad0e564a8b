/** Wang-Landau sampling of the frontier (Liu 2023). */
module io.dowser.crawler.wanglandau {
  requires transitive io.dowser.crawler.api;
  requires static org.jspecify;
}
