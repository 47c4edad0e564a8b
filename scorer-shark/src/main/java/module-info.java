/** Shark-search with in-link counts and two queues (Liu 2009), and the original Shark-search. */
module io.dowser.crawler.shark {
  requires transitive io.dowser.crawler.api;
  requires static org.jspecify;
}
