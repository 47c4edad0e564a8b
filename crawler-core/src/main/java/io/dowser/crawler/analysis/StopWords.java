package io.dowser.crawler.analysis;

import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.analysis.en.EnglishAnalyzer;

/** Words that say nothing about a topic. */
final class StopWords {

  /**
   * Function words of modern Chinese in simplified characters: particles, pronouns and the like.
   */
  private static final String CHINESE =
      """
      的 了 着 著 过 地 得 之 所 者 们 等 第 吗 呢 吧 啊 呀 嘛 啦 哦 么
      是 有 在 和 与 及 或 而 且 但 又 也 都 就 才 再 还 不 没 没有 无 非 未 别 很 太 更 最
      我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 自己 本 该 其 此 这 那 哪 某 各 每
      这个 那个 这些 那些 这样 那样 这里 那里 这种 那种 这是 这么 那么 什么 怎么 怎样 如何 哪些 哪个
      谁 几 多少 为什么 一个 一些 一种 一样 其中 其他 其它 其余 任何 所有 各种 有些 有的 有关
      于 以 为 从 自 由 向 往 到 至 对 对于 关于 由于 至于 根据 按照 通过 经过 随着 为了 把 被 将 给 让 使 用 比 跟 同 除 除了 当 沿着 朝 按
      上 下 中 内 外 里 前 后 时 间 以上 以下 以及 以后 以前 之间 之后 之前 之一 左右
      因为 所以 因此 因而 如果 假如 虽然 但是 可是 然而 不过 而且 并 并且 或者 还是 不仅 不但 无论 不管 尽管 即使 只要 只有 只 既 若 则 即 却 便 于是 然后 此外 另外 例如 比如 从而 以便
      会 能 可 可以 能够 应 应该 应当 必须 需要 要 想 已 已经 曾 曾经 正 正在 仍 仍然 将要 一直 又是 就是 不是 也是 可能 一定 比较 非常 十分 特别 一般 常常 经常 往往 大约 几乎 似乎
      """;

  private StopWords() {}

  /** Both languages: Lucene's English words and the Chinese ones. */
  static Set<String> ofBothLanguages() {
    var words = new HashSet<>(Set.of(CHINESE.strip().split("\\s+")));
    for (Object word : EnglishAnalyzer.ENGLISH_STOP_WORDS_SET) {
      words.add(new String((char[]) word));
    }
    return Set.copyOf(words);
  }
}
