package io.dowser.crawler.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import io.dowser.crawler.meaning.MeaningTable;
import java.util.List;

/** The embedding model of the README: the English table of {@code scorer-meaning}. */
record TableModel(MeaningTable table) implements EmbeddingModel {

  @Override
  public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
    return Response.from(
        texts.stream().map(text -> Embedding.from(table.vector(text.text()))).toList());
  }
}
