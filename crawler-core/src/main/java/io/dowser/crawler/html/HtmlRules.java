package io.dowser.crawler.html;

import io.dowser.crawler.api.SkipReason;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The settings of an analyzer; see {@link HtmlPageAnalyzer.Provider}. */
record HtmlRules(
    boolean obeyNofollow,
    boolean obeyUgc,
    boolean obeySponsored,
    boolean obeyCanonical,
    boolean obeyNoindex,
    boolean followFrames,
    int maxLinks,
    int maxCharacters) {

  /** Returns why a link with these values of {@code rel} must not be followed, or null. */
  @Nullable SkipReason refusal(Set<String> rel) {
    if (obeyNofollow && rel.contains("nofollow")) {
      return SkipReason.NOFOLLOW;
    }
    if (obeyUgc && rel.contains("ugc")) {
      return SkipReason.UGC;
    }
    return obeySponsored && rel.contains("sponsored") ? SkipReason.SPONSORED : null;
  }

  /**
   * Returns as much of a text as there is room for behind the characters that were taken; one
   * beyond the basic plane is not cut in half.
   */
  String head(String text, int taken) {
    int room = maxCharacters - taken;
    if (text.length() <= room) {
      return text;
    }
    boolean halved = room > 0 && Character.isHighSurrogate(text.charAt(room - 1));
    return text.substring(0, halved ? room - 1 : room);
  }
}
