package io.dowser.crawler.internal;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.UrlCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which packages may use which others, and what they may use of the root package. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // classes are imported once
class PackageArrowsTest {

  private static final String ROOT = "io.dowser.crawler";
  private static final String INTERNAL = "io.dowser.crawler.internal.";

  /** The types of the root package that internal packages may use, with those nested in them. */
  private static final DescribedPredicate<JavaClass> VALUES =
      belongToAnyOf(CrawlReport.class, Politeness.class, UrlCheck.class);

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @ParameterizedTest
  @CsvSource({
    "engine, assembly",
    "politeness, assembly",
    "politeness, engine",
    "politeness, recovery",
    "politeness, store",
    "recovery, assembly",
    "recovery, engine",
    "recovery, politeness",
    "store, assembly",
    "store, engine",
    "store, politeness",
    "store, recovery",
    "robots, engine",
    "traps, engine"
  })
  void packageDoesNotKnow(String from, String to) {
    noClasses()
        .that(resideInAPackage(INTERNAL + from + ".."))
        .should()
        .dependOnClassesThat(resideInAPackage(INTERNAL + to + ".."))
        .check(classes);
  }

  @Test
  void internalPackagesUseThreeValuesOfTheRootPackage() {
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
