package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The mean relevance of the pages visited on each host, smoothed towards that of all pages. */
final class HostMemory implements Resumable {

  private final double prior;
  private final Map<String, Pages> hosts = new HashMap<>();
  private Pages all = new Pages(0, 0);

  HostMemory(double prior) {
    this.prior = prior;
  }

  void add(String host, double relevance) {
    hosts.put(host, hosts.getOrDefault(host, Pages.NONE).plus(relevance));
    all = all.plus(relevance);
  }

  /**
   * Returns the mean of a host; that of all hosts for one without pages, 1 before the first page.
   */
  double mean(String host) {
    double overall = all.count == 0 ? 1 : all.sum / all.count;
    Pages pages = hosts.getOrDefault(host, Pages.NONE);
    double weight = prior + pages.count;
    return weight == 0 ? overall : (prior * overall + pages.sum) / weight;
  }

  void clear() {
    hosts.clear();
    all = Pages.NONE;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    all.save(out);
    out.writeInt(hosts.size());
    for (Map.Entry<String, Pages> host : hosts.entrySet()) {
      out.writeText(host.getKey());
      host.getValue().save(out);
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    all = Pages.read(in);
    int count = in.readCount("number of hosts");
    for (int i = 0; i < count; i++) {
      String host = in.readText();
      hosts.put(host, Pages.read(in));
    }
  }

  private record Pages(long count, double sum) {

    static final Pages NONE = new Pages(0, 0);

    Pages plus(double relevance) {
      return new Pages(count + 1, sum + relevance);
    }

    void save(StateWriter out) throws IOException {
      out.writeLong(count);
      out.writeDouble(sum);
    }

    static Pages read(StateReader in) throws IOException {
      long count = in.readNumber("number of pages of a host");
      return new Pages(count, in.readDouble(0, (double) count, "relevance of a host"));
    }
  }
}
