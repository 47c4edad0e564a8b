package io.dowser.crawler.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.RelevanceJudgeContract;
import java.util.List;
import java.util.random.RandomGenerator;

/** The contract of all judges, with a model in the process. */
class LlmJudgeTest extends RelevanceJudgeContract {

  @Override
  protected RelevanceJudge judge(RandomGenerator random) {
    return LlmJudge.builder(new LocalModel(), Topic.of("tide", "ebb"))
        .pagesPerRequest(random.nextInt(1, 6))
        .concurrentRequests(random.nextInt(1, 4))
        .maxCharacters(random.nextBoolean() ? 1 : 4_000)
        .build();
  }

  @Override
  protected List<String> knownWords() {
    return List.of("tide", "ebb", "潮汐");
  }

  /** Answers as the server does. */
  private static final class LocalModel implements ChatModel {

    @Override
    public ChatResponse doChat(ChatRequest request) {
      UserMessage message = (UserMessage) request.messages().get(1);
      String answer = OpenAiServer.sayYesToTides(message.singleText());
      return ChatResponse.builder().aiMessage(AiMessage.from(answer)).build();
    }
  }
}
