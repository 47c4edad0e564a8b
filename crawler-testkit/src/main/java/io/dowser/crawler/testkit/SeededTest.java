package io.dowser.crawler.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** A random check, run for the seeds 1, 2, 3 and so on. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "seed {0}")
@ArgumentsSource(SeededTest.Seeds.class)
@interface SeededTest {

  /** Provides the seeds, whose number is configured. */
  final class Seeds implements ArgumentsProvider {

    private static final String HOW_MANY = "dowser.testkit.seeds";
    private static final int DEFAULT = 10;

    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      long seeds =
          context.getConfigurationParameter(HOW_MANY, Long::valueOf).orElse((long) DEFAULT);
      return LongStream.rangeClosed(1, seeds).mapToObj(Arguments::of);
    }
  }
}
