package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Visit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The paper's page counts beside the honest ones. */
final class PageCounts implements Resumable {

  long fetched;
  long seeds;
  long kept;
  long relevantKept;

  void count(Visit visit, boolean isKept) {
    fetched++;
    if (visit.candidate().isSeed()) {
      seeds++;
    } else if (isKept) {
      kept++;
      relevantKept += visit.relevant() ? 1 : 0;
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(fetched);
    out.writeLong(seeds);
    out.writeLong(kept);
    out.writeLong(relevantKept);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    fetched = Saved.readCount(in, "number of pages");
    seeds = Saved.readCount(in, "number of seeds' pages");
    kept = Saved.readCount(in, "number of pages kept");
    relevantKept = Saved.readCount(in, "number of relevant pages kept");
  }
}
