package io.dowser.examples.quickstart;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.dowser.crawler.testkit.ArchitectureContract;

class ArchitectureTest extends ArchitectureContract {

  ArchitectureTest() {
    super(
        Quickstart.class,
        "io.dowser.crawler",
        "io.dowser.crawler.api..",
        "io.dowser.crawler.frontier..",
        "io.dowser.crawler.net..",
        "io.dowser.crawler.url..",
        "com.sun.net.httpserver..",
        "okhttp3..",
        "org.jsoup..");
  }

  @Override
  protected DescribedPredicate<JavaClass> printing() {
    return JavaClass.Predicates.belongToAnyOf(Quickstart.class, BundleMaker.class);
  }
}
