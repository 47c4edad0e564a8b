package io.dowser.studies;

import static java.nio.charset.StandardCharsets.UTF_8;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** A sentence-embedding model in the format ONNX with its vocabulary of subwords. */
final class SentenceModel implements AutoCloseable {

  private static final String ONNX = ".onnx";
  private static final String TOKENIZER = "tokenizer.json";

  private final List<String> vocabulary;
  private final OrtSession session;
  private final boolean firstOutput;

  private SentenceModel(byte[] onnx, List<String> vocabulary, boolean firstOutput)
      throws OrtException {
    this.vocabulary = vocabulary;
    this.firstOutput = firstOutput;
    try (var options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1); // so that a second run has the same sums
      this.session = OrtEnvironment.getEnvironment().createSession(onnx, options);
    }
  }

  /**
   * Opens a model.
   *
   * @param model a jar with a model and its {@code tokenizer.json}, or a file in the format ONNX
   * @param vocabulary the subwords, one in a line, if the model is no jar
   * @param firstOutput whether the first output is the vector of a text, or the mean of all
   */
  static SentenceModel open(Path model, @Nullable Path vocabulary, boolean firstOutput)
      throws IOException, OrtException {
    if (model.toString().endsWith(ONNX)) {
      if (vocabulary == null) {
        throw new StudyException(model + " needs --vocabulary FILE");
      }
      List<String> subwords = Files.readAllLines(vocabulary, UTF_8);
      return new SentenceModel(Files.readAllBytes(model), subwords, firstOutput);
    }
    try (var jar = new ZipFile(model.toFile())) {
      byte[] onnx = entry(jar, ONNX);
      return new SentenceModel(onnx, vocabulary(entry(jar, TOKENIZER)), firstOutput);
    }
  }

  private static byte[] entry(ZipFile jar, String end) throws IOException {
    ZipEntry entry =
        jar.stream()
            .filter(each -> each.getName().endsWith(end))
            .findFirst()
            .orElseThrow(() -> new StudyException(jar.getName() + " has no file *" + end));
    return jar.getInputStream(entry).readAllBytes();
  }

  /** Reads the subwords in the order of their numbers from model.vocab of a tokenizer.json. */
  static List<String> vocabulary(byte[] json) throws IOException {
    Map<Integer, String> subwords = new TreeMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      boolean inside = false;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.START_OBJECT && "vocab".equals(parser.currentName())) {
          inside = true;
        } else if (token == JsonToken.END_OBJECT) {
          inside = false;
        } else if (inside && token == JsonToken.VALUE_NUMBER_INT) {
          subwords.put(parser.getIntValue(), parser.currentName());
        }
      }
    }
    return new ArrayList<>(subwords.values());
  }

  List<String> vocabulary() {
    return vocabulary;
  }

  /** Returns the vector of a subword: that of the text [CLS] subword [SEP]. */
  float[] vector(int subword) throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    long[][] text = {{vocabulary.indexOf("[CLS]"), subword, vocabulary.indexOf("[SEP]")}};
    Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
    try {
      inputs.put("input_ids", OnnxTensor.createTensor(environment, text));
      inputs.put("attention_mask", OnnxTensor.createTensor(environment, new long[][] {{1, 1, 1}}));
      inputs.put("token_type_ids", OnnxTensor.createTensor(environment, new long[1][3]));
      inputs.keySet().retainAll(session.getInputNames());
      try (OrtSession.Result result = session.run(inputs)) {
        float[][] outputs = ((float[][][]) result.get(0).getValue())[0];
        return firstOutput ? outputs[0] : mean(outputs);
      }
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  private static float[] mean(float[][] outputs) {
    var mean = new float[outputs[0].length];
    for (float[] output : outputs) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += output[i] / outputs.length;
      }
    }
    return mean;
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
