package io.dowser.crawler.queue;

import io.dowser.crawler.api.CrawlUrl;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A place for saved candidates that has their URLs already, by sequence number, as the directory of
 * a crawl has: a {@link CandidateTable} that is saved there leaves its URLs out, and asks for them
 * when it is restored. So a waiting candidate takes some 12 bytes there and not 100.
 *
 * <p>This is for those who call {@link io.dowser.crawler.api.Resumable}, not for those who
 * implement it: they pass on what they were given.
 */
public final class UrlsByNumber {

  private UrlsByNumber() {}

  /** An output whose reader is going to be an {@link Input}. */
  public interface Output extends DataOutput {}

  /** An input that knows URLs. */
  public interface Input extends DataInput {

    /**
     * Gives a URL.
     *
     * @param sequence its number; one after the other in ascending order is fastest
     * @return the URL that had the number when the candidates were saved
     * @throws IOException if there is none, or it cannot be read
     */
    CrawlUrl url(long sequence) throws IOException;
  }
}
