package io.dowser.studies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import ai.onnxruntime.OrtException;
import io.dowser.crawler.meaning.MeaningTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a table for the judge and the scorers by meaning. */
@Command(
    name = "meaning-table",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a table of vectors, for the setting 'table' of the judge and the scorers 'meaning'.",
      "VECTORS is a sentence-embedding model with subwords of BERT: a jar that has it with its"
          + " tokenizer.json, or a file .onnx with --vocabulary; or a text file of word2vec, with a"
          + " word and its numbers in a line. Words or subwords must be in the order of their"
          + " frequency."
    })
final class MeaningTableCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "VECTORS", description = "The model, or the vectors.")
  private Path vectors = Path.of("model.onnx");

  @Option(names = "--vocabulary", description = "The subwords of a model .onnx, one in a line.")
  private @Nullable Path vocabulary;

  @Option(
      names = "--first-output",
      description = "The first output is the vector of a text; else the mean of all outputs.")
  private boolean firstOutput;

  @Option(names = "--language", description = "Language of the texts, by default en.")
  private String language = "en";

  @Option(names = "--dimensions", description = "Numbers of a vector at most, by default 256.")
  private int dimensions = 256;

  @Option(names = "--words", description = "Words of word2vec at most, by default 100000.")
  private int words = 100_000;

  @Option(names = "--out", required = true, description = "The table.")
  private Path out = Path.of("meaning.table");

  @Override
  public Integer call() throws IOException, OrtException {
    var distillation = new Distillation();
    String name = vectors.toString();
    if (name.endsWith(".jar") || name.endsWith(".onnx")) {
      addSubwords(distillation);
    } else {
      addWords(distillation);
    }
    MeaningTable table = distillation.table(language, dimensions);
    table.save(out, Map.of("vectors", requireNonNull(vectors.getFileName()).toString()));
    requireNonNull(spec).commandLine().getOut().println(distillation.size() + " vectors in " + out);
    return 0;
  }

  private void addSubwords(Distillation distillation) throws IOException, OrtException {
    try (var model = SentenceModel.open(vectors, vocabulary, firstOutput)) {
      List<String> subwords = model.vocabulary();
      for (int i = 0; i < subwords.size(); i++) {
        distillation.add(subwords.get(i), model.vector(i));
      }
    }
  }

  private void addWords(Distillation distillation) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(vectors, UTF_8)) {
      int read = 0;
      String line = lines.readLine();
      while (line != null && distillation.size() < words) {
        read++;
        String[] cells = line.strip().split(" ");
        if (cells.length > 2 || read > 1) { // the first line may have the counts
          distillation.add(cells[0].toLowerCase(Locale.ROOT), numbers(cells, read));
        }
        line = lines.readLine();
      }
    }
  }

  private float[] numbers(String[] cells, int line) {
    try {
      var numbers = new float[cells.length - 1];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = Float.parseFloat(cells[i + 1]);
      }
      return numbers;
    } catch (NumberFormatException e) {
      throw new StudyException(
          vectors
              + ", line "
              + line
              + ": a word and its numbers must be there, with spaces between"
              + " them, but was '"
              + String.join(" ", Arrays.asList(cells).subList(0, 2))
              + " ...'");
    }
  }
}
