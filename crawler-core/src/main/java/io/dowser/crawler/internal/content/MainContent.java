package io.dowser.crawler.internal.content;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import io.dowser.crawler.internal.content.TextBlock.Box;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;

/**
 * Finds the main text of a page. A logistic regression rates each block by {@link BlockFeatures};
 * the main text is the sequence of blocks with the highest sum, where each begin and each end of a
 * run of blocks costs {@link #SWITCH}. Blocks outside of the box around nearly all of it are left
 * out, unless they stand between the title and that box.
 *
 * <p>Source: Pasternack and Roth, Extracting article text from the web with maximum subsequence
 * segmentation, WWW 2009, who rate words by naive Bayes and take one run. The weights are in {@code
 * main-text.tsv}, which {@code studies main-text} prints; docs/page-content.md has the pages that
 * they were trained on.
 */
final class MainContent {

  private static final double SWITCH = 0.2;
  private static final double MOST = 0.85;

  /** A selection with fewer words is no text, but the heading of a list of links. */
  private static final int FEWEST_WORDS = 15;

  /** A smaller share of all words of the page, with few sentences, is a teaser on such a list. */
  private static final double LEAST_SHARE = 0.04;

  private static final int FEWEST_IN_SENTENCES = 30; // or in code

  /** A page with more text than this has a main text. */
  private static final int LONGEST_WITHOUT = 500;

  /** Kinds of boxes whose blocks are no text of a page with few words. */
  private static final int AROUND = BlockHints.of("comment", "sidebar", "form", "footer");

  private static final int MOST_AROUND = 100; // words
  private static final double LEAST_OUTSIDE = 0.1;

  private static final double[] WEIGHTS = weights();

  private MainContent() {}

  /** The blocks of a page, in document order. */
  record Blocks(List<TextBlock> main, List<TextBlock> other) {

    static Blocks of(List<TextBlock> all, List<TextBlock> main) {
      List<TextBlock> other = new ArrayList<>(all);
      other.removeAll(Set.copyOf(main));
      return new Blocks(main, other);
    }
  }

  /**
   * Returns the blocks of the main text, and the others. Where the classifier finds a few words at
   * most, as on a page that is a list of links, the main text is all blocks that HTML does not
   * define as navigation or as of the whole site, and that are not in boxes named as a sidebar,
   * form or the like. It is without links if most words are outside of them. If there are none but
   * a title, these are all blocks of a page with much text.
   */
  static Blocks of(Document page) {
    return of(page, WEIGHTS);
  }

  static Blocks of(Document page, double[] weights) {
    var text = new TextBlocks(page.body(), false);
    List<TextBlock> blocks = text.blocks();
    List<TextBlock> main = main(text, page.title(), weights);
    if (!main.isEmpty() || blocks.stream().anyMatch(block -> !block.tag.equals("h1"))) {
      return Blocks.of(blocks, main.isEmpty() ? ofFewWords(content(blocks)) : main);
    }
    List<TextBlock> all = new TextBlocks(page.body(), true).blocks();
    boolean isLong = all.stream().mapToInt(block -> block.text.length()).sum() > LONGEST_WITHOUT;
    return new Blocks(isLong ? all : blocks, List.of());
  }

  /**
   * Returns the blocks that are outside of sidebars, forms and the like, or all if much text is
   * inside and hardly any outside, since some sites name all boxes so.
   */
  private static List<TextBlock> content(List<TextBlock> blocks) {
    Set<Box> aroundTitles =
        blocks.stream()
            .filter(MainContent::isTitle)
            .flatMap(block -> boxes(block.box))
            .collect(toSet());
    List<TextBlock> content =
        blocks.stream()
            .filter(
                block ->
                    boxes(block.box)
                        .takeWhile(box -> box.parent != null && !aroundTitles.contains(box))
                        .noneMatch(box -> (box.hints & AROUND) != 0))
            .toList();
    int all = words(blocks.stream());
    boolean areAllBoxes = all > MOST_AROUND && words(content.stream()) < LEAST_OUTSIDE * all;
    return areAllBoxes || content.stream().allMatch(MainContent::isTitle) ? blocks : content;
  }

  private static boolean isTitle(TextBlock block) {
    return block.inTitle || block.tag.equals("h1");
  }

  /** Returns a box and those around it, from the inside out. */
  private static Stream<Box> boxes(Box box) {
    return Stream.iterate(box, Objects::nonNull, each -> each.parent);
  }

  /** Returns all blocks, or those with text outside of links if most words are there. */
  private static List<TextBlock> ofFewWords(List<TextBlock> blocks) {
    int words = words(blocks.stream());
    int linkWords = blocks.stream().mapToInt(block -> block.linkWords).sum();
    List<TextBlock> texts =
        blocks.stream().filter(block -> block.words > 0 || block.links == 0).toList();
    return words < linkWords || texts.isEmpty() ? blocks : texts;
  }

  private static List<TextBlock> main(TextBlocks page, String title, double[] weights) {
    List<TextBlock> blocks = page.blocks();
    if (blocks.isEmpty()) {
      return blocks;
    }
    rate(page, title, weights);
    List<TextBlock> main = select(page);
    int words = words(main.stream());
    int all = blocks.stream().mapToInt(TextBlock::allWords).sum();
    int inSentences =
        words(main.stream().filter(block -> block.isProse() || block.tag.equals("pre")));
    boolean teaser = words < LEAST_SHARE * all && inSentences < FEWEST_IN_SENTENCES;
    return words < FEWEST_WORDS || teaser ? List.of() : main;
  }

  private static int words(Stream<TextBlock> blocks) {
    return blocks.mapToInt(block -> block.words).sum();
  }

  private static void rate(TextBlocks page, String title, double[] weights) {
    var features = new BlockFeatures(page, title);
    var x = new double[weights.length];
    for (int i = 0; i < page.blocks().size(); i++) {
      features.read(i, x);
      double score = 0;
      for (int k = 0; k < x.length; k++) {
        score += weights[k] * x[k];
      }
      page.blocks().get(i).score = score;
    }
  }

  /** Selects the main text of blocks with scores. */
  private static List<TextBlock> select(TextBlocks page) {
    List<TextBlock> blocks = page.blocks();
    boolean[] selected = best(blocks);
    int from = firstOf(selected);
    if (from < 0) {
      return List.of();
    }
    int title = title(blocks, from);
    keepMostBox(page, selected, title);
    selected[title] |= blocks.get(title).inTitle || blocks.get(title).tag.equals("h1");
    addHeadings(blocks, selected);
    List<TextBlock> main = new ArrayList<>();
    for (int i = 0; i < selected.length; i++) {
      if (selected[i]) {
        main.add(blocks.get(i));
      }
    }
    return main;
  }

  /** Finds the selection with the highest sum, by dynamic programming in one pass. */
  private static boolean[] best(List<TextBlock> blocks) {
    int count = blocks.size();
    var begins = new boolean[count]; // the best selection with this block begins a run with it
    var ends = new boolean[count]; // the best one without this block ends a run before it
    double with = Double.NEGATIVE_INFINITY;
    double without = 0;
    for (int i = 0; i < count; i++) {
      double before = with;
      begins[i] = without - SWITCH > with;
      with = Math.max(with, without - SWITCH) + blocks.get(i).score;
      ends[i] = before - SWITCH > without;
      without = Math.max(without, before - SWITCH);
    }
    var selected = new boolean[count];
    boolean within = with > without;
    for (int i = count - 1; i >= 0; i--) {
      selected[i] = within;
      within = within ? !begins[i] : ends[i];
    }
    return selected;
  }

  private static int firstOf(boolean[] selected) {
    for (int i = 0; i < selected.length; i++) {
      if (selected[i]) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the h1 at or before a block, else one there with the document's title, or the block.
   */
  private static int title(List<TextBlock> blocks, int from) {
    int title = from;
    for (int i = from; i >= 0; i--) {
      if (blocks.get(i).tag.equals("h1")) {
        return i;
      }
      title = blocks.get(i).inTitle && !blocks.get(title).inTitle ? i : title;
    }
    return title;
  }

  /** Keeps what is in the innermost box around nearly all of it, or between the title and there. */
  private static void keepMostBox(TextBlocks page, boolean[] selected, int title) {
    List<TextBlock> blocks = page.blocks();
    List<Box> boxes = page.boxes();
    double all = 0;
    for (int i = 0; i < selected.length; i++) {
      TextBlock block = blocks.get(i);
      double value = selected[i] ? block.words * Math.max(0, Math.min(1, block.score)) : 0;
      block.box.selected += value;
      all += value;
    }
    if (all == 0) {
      return;
    }
    for (int i = boxes.size() - 1; i > 0; i--) {
      boxes.get(i).up().selected += boxes.get(i).selected;
    }
    Box most = boxes.get(0);
    for (Box box : boxes) {
      most = box.selected >= MOST * all && box.depth > most.depth ? box : most;
    }
    for (Box box : boxes) {
      box.inMost = box == most || box.up().inMost;
    }
    boolean within = false;
    for (int i = 0; i < selected.length; i++) {
      boolean inMost = blocks.get(i).box.inMost;
      within |= inMost;
      selected[i] &= inMost || (!within && i >= title);
    }
  }

  /** Adds headings directly before main text if others of their level are main text or added. */
  private static void addHeadings(List<TextBlock> blocks, boolean[] selected) {
    Map<String, Integer> levels = new HashMap<>();
    var added = new BitSet();
    for (int i = 0; i + 1 < selected.length; i++) {
      TextBlock block = blocks.get(i);
      if (BlockFeatures.isHeading(block.tag)) {
        added.set(i, !selected[i] && selected[i + 1] && block.box.inMost);
        levels.merge(block.tag, selected[i] || added.get(i) ? 1 : 0, Integer::sum);
      }
    }
    added.stream()
        .filter(i -> levels.getOrDefault(blocks.get(i).tag, 0) > 1)
        .forEach(i -> selected[i] = true);
  }

  static double[] weights() {
    var weights = new double[BlockFeatures.NAMES.size()];
    try (InputStream in = MainContent.class.getResourceAsStream("main-text.tsv")) {
      var lines =
          new BufferedReader(new InputStreamReader(requireNonNull(in), StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int tab = line.indexOf('\t');
        weights[BlockFeatures.NAMES.indexOf(line.substring(0, tab))] =
            Double.parseDouble(line.substring(tab + 1));
      }
      return weights;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
