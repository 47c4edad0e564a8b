package io.dowser.crawler.internal;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.UrlExplanation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which packages may use which others, and what they may use of the root package. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // classes are imported once
class PackageArrowsTest {

  private static final String ROOT = "io.dowser.crawler";
  private static final String INTERNAL = "io.dowser.crawler.internal.";

  /** The types of the root package that internal packages may use, with those nested in them. */
  private static final DescribedPredicate<JavaClass> VALUES =
      belongToAnyOf(CrawlReport.class, UrlExplanation.class);

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  /** Packages of which each may use those after it, and none before it. */
  private static final List<String> CRAWL =
      List.of(
          "assembly",
          "engine",
          "learning",
          "recrawl",
          "lists",
          "admission",
          "pages",
          "watch",
          "plan");

  /** Packages that use none of the crawl's, which all may use. */
  private static final List<String> PARTS =
      List.of(
          "politeness",
          "recovery",
          "store",
          "sites",
          "robots",
          "traps",
          "content",
          "types",
          "report",
          "access");

  static Stream<Arguments> arrowsThatMustNotBe() {
    Stream<Arguments> upwards =
        CRAWL.stream()
            .flatMap(
                from ->
                    CRAWL.subList(0, CRAWL.indexOf(from)).stream().map(to -> arguments(from, to)));
    Stream<Arguments> outOfParts =
        PARTS.stream().flatMap(from -> CRAWL.stream().map(to -> arguments(from, to)));
    return Stream.of(
            upwards,
            outOfParts,
            Stream.of(
                arguments("politeness", "recovery"),
                arguments("politeness", "store"),
                arguments("recovery", "politeness"),
                arguments("store", "politeness"),
                arguments("store", "recovery")))
        .flatMap(each -> each);
  }

  @ParameterizedTest
  @MethodSource("arrowsThatMustNotBe")
  void packageDoesNotKnow(String from, String to) {
    noClasses()
        .that(resideInAPackage(INTERNAL + from + ".."))
        .should()
        .dependOnClassesThat(resideInAPackage(INTERNAL + to + ".."))
        .check(classes);
  }

  @Test
  void engineIsNamedByTheRootPackageAlone() {
    noClasses()
        .that(not(resideInAnyPackage(ROOT, INTERNAL + "engine")))
        .should()
        .dependOnClassesThat(resideInAPackage(INTERNAL + "engine"))
        .check(classes);
  }

  @Test
  void internalPackagesUseTwoValuesOfTheRootPackage() {
    noClasses()
        .that(resideInAPackage(INTERNAL + "."))
        .should()
        .dependOnClassesThat(resideInAPackage(ROOT).and(not(VALUES)))
        .check(classes);
  }

  @Test
  void otherPackagesButTheMonitorUseNothingOfTheRootPackage() {
    noClasses()
        .that(not(resideInAnyPackage(ROOT, INTERNAL + ".", ROOT + ".monitor")))
        .should()
        .dependOnClassesThat(resideInAPackage(ROOT))
        .check(classes);
  }
}
