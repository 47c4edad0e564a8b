package io.dowser.crawler.lab;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        Lab.class,
        "io.dowser.crawler.api..",
        "io.dowser.crawler.text..",
        "io.dowser.crawler.toolkit..",
        "io.dowser.crawler..",
        "picocli..",
        "com.google.common..",
        "org.apache.commons.statistics..",
        "com.fasterxml.jackson.core..",
        "org.netpreserve.jwarc..");
  }

  @Override
  protected DescribedPredicate<JavaClass> printing() {
    return DescribedPredicate.alwaysTrue();
  }
}
