package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.store.StoreReader;
import java.io.IOException;
import java.util.List;

/** Reads the records of sites from the directory of a crawl. */
public final class StoredSites {

  /** The name of the state. */
  public static final String STATE = "sites";

  private StoredSites() {}

  /** Reads what the last commit has; nothing is known before the first one. */
  public static Sites read(StoreReader store) {
    var sites = new Sites(Long.MAX_VALUE, true);
    List<byte[]> saved = store.state(STATE);
    if (!saved.isEmpty()) {
      try {
        StateChunks.restore(sites, saved);
      } catch (IOException e) {
        throw store.damaged("the state '" + STATE + "' cannot be read: " + e.getMessage());
      }
    }
    return sites;
  }
}
