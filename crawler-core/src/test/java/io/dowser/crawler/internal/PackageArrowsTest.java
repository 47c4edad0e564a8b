package io.dowser.crawler.internal;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of the packages that no program names may use which others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // classes are imported once
class PackageArrowsTest {

  private static final String INTERNAL = "io.dowser.crawler.internal.";

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.dowser.crawler.internal");

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
  void packagesAreFreeOfCycles() {
    slices().matching(INTERNAL + "(*)..").should().beFreeOfCycles().check(classes);
  }
}
