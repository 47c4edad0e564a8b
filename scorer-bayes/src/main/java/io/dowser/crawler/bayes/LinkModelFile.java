package io.dowser.crawler.bayes;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.toolkit.model.ModelFile;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The bytes of a {@link LinkModel} inside its {@link ModelFile}, version 2: the settings (names of
 * group, event model and smoothing in modified UTF-8, merged, minLinks, w, the name of the context
 * rule), the links of both classes, those with a term of the dictionary (anchor, then context;
 * positive, then negative), the dictionary, the vocabulary, and the eight numbers of each word:
 * links with it in the anchor, links with it in the context, its occurrences in anchors and in
 * contexts, each for the positive and the negative class. Whole numbers without a sign are written
 * seven bits a byte, lowest first. All shares are computed again from these counts.
 */
final class LinkModelFile {

  static final String KIND = "bayes-link";

  private static final ModelFile FRAME = new ModelFile(KIND, 2, 1L << 30);
  private static final int MOST_TERMS = 1_000_000;

  private LinkModelFile() {}

  static void save(Path file, LinkModel model, LinkStatistics statistics) throws IOException {
    FRAME.save(file, model.facts(), out -> write(out, model, statistics));
  }

  static LinkModel load(Path file) throws IOException {
    return FRAME.load(file, LinkModelFile::read);
  }

  private static void write(StateWriter out, LinkModel model, LinkStatistics statistics)
      throws IOException {
    write(out, model.settings());
    for (int c = 0; c < 2; c++) {
      Varint.write(out, statistics.links(c));
    }
    for (int kind = 0; kind < 2; kind++) {
      for (int c = 0; c < 2; c++) {
        Varint.write(out, statistics.indicator(kind, c));
      }
    }
    Varint.write(out, model.dictionary().size());
    for (String term : model.dictionary()) {
      out.writeText(term);
    }
    statistics.vocabulary().save(out);
    for (int i = 0; i < LinkStatistics.NUMBERS * statistics.vocabulary().size(); i++) {
      Varint.write(out, statistics.number(i));
    }
  }

  private static void write(StateWriter out, LinkSettings settings) throws IOException {
    out.writeText(settings.group().name());
    out.writeText(settings.eventModel().name());
    out.writeText(settings.smoothing().name());
    out.writeBoolean(settings.merged());
    out.writeInt(settings.minLinks());
    out.writeInt(settings.w());
    out.writeText(settings.contextRule().name());
  }

  private static LinkModel read(StateReader in, Map<String, String> facts) throws IOException {
    LinkSettings settings = settings(in);
    int[] links = {
      Varint.read(in, 1, Integer.MAX_VALUE, "links of a class"),
      Varint.read(in, 1, Integer.MAX_VALUE, "links of a class")
    };
    int[] indicators = new int[4];
    for (int i = 0; i < indicators.length; i++) {
      indicators[i] = Varint.read(in, 0, links[i & 1], "links with a term");
    }
    Set<String> dictionary = dictionary(in);
    Vocabulary vocabulary = Vocabulary.read(in);
    int[] numbers = numbers(in, vocabulary.size(), links);
    var statistics = new LinkStatistics(vocabulary, links, indicators, numbers);
    return new LinkModel(statistics, settings, dictionary, facts);
  }

  private static LinkSettings settings(StateReader in) throws IOException {
    return new LinkSettings(
        LinkSettings.FeatureGroup.valueOf(in.readText()),
        LinkSettings.EventModel.valueOf(in.readText()),
        LinkSettings.Smoothing.valueOf(in.readText()),
        in.readBoolean(),
        in.readInt(),
        in.readInt(),
        LinkSettings.ContextRule.valueOf(in.readText()));
  }

  private static Set<String> dictionary(StateReader in) throws IOException {
    int size = Varint.read(in, 0, MOST_TERMS, "terms of the dictionary");
    Set<String> dictionary = new LinkedHashSet<>();
    for (int i = 0; i < size; i++) {
      dictionary.add(in.readText());
    }
    return dictionary;
  }

  private static int[] numbers(StateReader in, int words, int[] links) throws IOException {
    int[] numbers = new int[LinkStatistics.NUMBERS * words]; // as many words have been read
    for (int i = 0; i < numbers.length; i++) {
      boolean isOccurrences = i % LinkStatistics.NUMBERS >= 4;
      int most = isOccurrences ? Integer.MAX_VALUE : links[i & 1];
      numbers[i] = Varint.read(in, 0, most, "links with a word, or its occurrences,");
    }
    return numbers;
  }
}
