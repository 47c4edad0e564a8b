package io.dowser.examples.linkevaluation;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        LinkEvaluation.class,
        "io.dowser.crawler",
        "io.dowser.crawler.analysis..",
        "io.dowser.crawler.api..",
        "io.dowser.crawler.archive..",
        "io.dowser.crawler.bayes..",
        "io.dowser.crawler.fetch..",
        "io.dowser.crawler.robots..",
        "io.dowser.crawler.shark..",
        "io.dowser.crawler.text..",
        "io.dowser.crawler.toolkit.scorer..");
  }

  @Override
  protected DescribedPredicate<JavaClass> printing() {
    return JavaClass.Predicates.belongToAnyOf(LinkEvaluation.class);
  }
}
