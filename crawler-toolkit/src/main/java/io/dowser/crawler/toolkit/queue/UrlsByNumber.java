package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.CrawlUrl;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A place for saved candidates that has their URLs already, by sequence number, as the directory of
 * a crawl has: a {@link CandidateTable} that is saved there leaves its URLs out, and asks for them
 * when it is restored. So a pending candidate takes some 12 bytes there and not 100.
 *
 * <p>A candidate must have a number of that place, and the URL that has this number there: else it
 * comes back with another URL.
 *
 * <p>This is for those who call {@link io.dowser.crawler.api.Resumable}, not for those who
 * implement it: they pass on the very output and the very input that they were given. One that
 * wraps the output is written to with URLs; one that wraps the input is an error.
 */
public final class UrlsByNumber {

  private UrlsByNumber() {}

  /** An output whose reader is going to be an {@link Input}. */
  public interface Output extends DataOutput {

    /**
     * Takes note that a table of one candidate or more is going to be written, all of whose numbers
     * are below 2<sup>31</sup>; larger ones are written with their URLs.
     *
     * @return true if the URLs are to be left out
     */
    boolean beginTable();
  }

  /** An input that knows URLs. */
  public interface Input extends DataInput {

    /**
     * {@return the URL that had the number when the candidates were saved}
     *
     * @param sequence its number; one after the other in ascending order is fastest
     * @throws IOException if there is none, or it cannot be read
     */
    CrawlUrl url(long sequence) throws IOException;
  }
}
