package io.dowser.studies;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import io.dowser.studies.GeneratedWeb.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Titles and paragraphs of a Chinese news site for the pages of generated webs. Finance is the
 * topic; channels whose articles have words of finance nearly as often are near it. Immutable once
 * read.
 */
final class NewsTexts {

  /** The part of the articles to use, so that webs for training and for tests can be kept apart. */
  enum Part {
    ALL,
    EARLIER,
    LATER;

    boolean has(LocalDate day) {
      return this == ALL || (this == EARLIER) == day.isBefore(MIDDLE);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Half of the articles are of earlier days. */
  private static final LocalDate MIDDLE = LocalDate.of(2023, 11, 29);

  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-M-d", Locale.ROOT);

  private static final Set<String> NEAR = Set.of("dwq", "ll", "gsztc", "ydyl");
  private static final Set<String> LEADING = Set.of("hr", "life");
  private static final List<String> LISTS = List.of("目录", "导航", "专题", "列表");
  private static final List<String> GENERIC = List.of("更多", "查看详情", "点击进入", "下一页", "相关链接");
  private static final int SHORTEST = 40;
  private static final int MOST_PARAGRAPHS = 4;

  private final ListMultimap<Role, String> titles =
      MultimapBuilder.enumKeys(Role.class).arrayListValues().build();
  private final ListMultimap<Role, String> paragraphs =
      MultimapBuilder.enumKeys(Role.class).arrayListValues().build();

  /** Reads the titles and articles of some days. */
  static NewsTexts read(Path directory, Part part) throws IOException {
    var texts = new NewsTexts();
    for (String[] row : DataFiles.rows(directory.resolve("titles.tsv.gz"))) {
      if (!row[0].equals("url") && part.has(day(row[3]))) {
        rolesOf(row[1]).forEach(role -> texts.titles.put(role, row[4]));
      }
    }
    for (ListMultimap<String, String> article :
        DataFiles.objects(directory.resolve("articles.jsonl.gz"))) {
      if (part.has(day(text(article, "datetime")))) {
        texts.add(article);
      }
    }
    texts.titles.putAll(Role.HUB, LISTS);
    texts.titles.putAll(Role.LIST, LISTS);
    texts.titles.replaceValues(Role.DECOY, texts.titles.get(Role.TOPIC));
    return texts;
  }

  private static LocalDate day(String time) {
    return LocalDate.parse(time.substring(0, time.indexOf(' ')), DAY);
  }

  private void add(ListMultimap<String, String> article) {
    Set<Role> roles = rolesOf(text(article, "channel"));
    text(article, "body")
        .lines()
        .map(String::strip)
        .filter(line -> line.length() >= SHORTEST)
        .forEach(line -> roles.forEach(role -> paragraphs.put(role, line)));
  }

  private static String text(ListMultimap<String, String> article, String field) {
    return String.join("", article.get(field)); // one text, or none
  }

  private static Set<Role> rolesOf(String channel) {
    if (channel.equals("cj")) {
      return Set.of(Role.TOPIC);
    }
    if (NEAR.contains(channel)) {
      return Set.of(Role.OTHER, Role.DECOY);
    }
    return LEADING.contains(channel) ? Set.of(Role.OTHER, Role.TUNNEL) : Set.of(Role.OTHER);
  }

  /** A title for a page. */
  String title(Role role, SplittableRandom random) {
    return any(titles.get(role), random);
  }

  /** The text of a link that says nothing of its target. */
  String generic(SplittableRandom random) {
    return any(GENERIC, random);
  }

  /** Two to four paragraphs; none on pages that are lists. */
  List<String> paragraphs(Role role, SplittableRandom random) {
    List<String> all = paragraphs.get(role);
    int count = all.isEmpty() ? 0 : random.nextInt(2, MOST_PARAGRAPHS + 1);
    return random.ints(count, 0, Math.max(1, all.size())).mapToObj(all::get).toList();
  }

  private static String any(List<String> texts, SplittableRandom random) {
    return texts.get(random.nextInt(texts.size()));
  }
}
