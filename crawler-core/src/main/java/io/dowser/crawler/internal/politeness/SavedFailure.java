package io.dowser.crawler.internal.politeness;

import com.google.common.base.Enums;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** How the failure of a host survives a restart; its headers do not. */
final class SavedFailure {

  /** Longer details are cut: they are a line for people. */
  private static final int LONGEST_DETAIL = 1_000;

  private SavedFailure() {}

  static void save(FetchResult.@Nullable Failed failure, DataOutput out) throws IOException {
    out.writeBoolean(failure != null);
    if (failure != null) {
      String detail = failure.detail();
      out.writeUTF(failure.url().toString());
      out.writeUTF(failure.reason().name());
      out.writeInt(failure.status());
      out.writeUTF(detail.substring(0, Math.min(detail.length(), LONGEST_DETAIL)));
      out.writeBoolean(failure.retryable());
    }
  }

  static FetchResult.@Nullable Failed restore(DataInput in) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    return new FetchResult.Failed(
        url(in.readUTF()),
        constant(FailureReason.class, in.readUTF()),
        in.readInt(),
        in.readUTF(),
        in.readBoolean(),
        FetchResult.NO_HEADERS);
  }

  private static CrawlUrl url(String text) throws IOException {
    try {
      return CrawlUrl.of(text);
    } catch (IllegalArgumentException e) {
      throw new IOException("URL of a failure must be one, but was " + text, e);
    }
  }

  /** Gives the constant of a name that was read. */
  static <E extends Enum<E>> E constant(Class<E> kind, String name) throws IOException {
    E constant = Enums.getIfPresent(kind, name).orNull();
    if (constant == null) {
      throw new IOException(
          kind.getSimpleName() + " of a host must be one of the known, but was " + name);
    }
    return constant;
  }
}
