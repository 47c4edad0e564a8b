package io.dowser.crawler.html;

/**
 * What an analyzer takes from a page; see {@link HtmlPageAnalyzer.Builder}.
 *
 * @param obeyNofollow whether links that robots are asked not to follow are left out
 * @param obeyNoindex whether pages that robots are asked not to index are marked so
 * @param followFrames whether frames are links
 * @param maxLinks how many links are taken from one page
 * @param maxCharacters how much text is taken from one page
 * @param robotName the name of the robot in robots directives, in lower case, empty for none
 */
record HtmlRules(
    boolean obeyNofollow,
    boolean obeyNoindex,
    boolean followFrames,
    int maxLinks,
    int maxCharacters,
    String robotName) {

  /**
   * Gives as much of a text as there is room for; a character beyond the basic plane is not cut in
   * half.
   *
   * @param text what comes next
   * @param taken how many characters of the page came before, at most {@link #maxCharacters}
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
