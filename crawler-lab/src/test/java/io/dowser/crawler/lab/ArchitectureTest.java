package io.dowser.crawler.lab;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Collection;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the arrows between modules, and a few rules that the compiler cannot hold.
 *
 * <p>It stands in the lab because the class path of the lab's tests has all published modules on it
 * but crawler-spark, whose dependencies are too heavy for every build. A module that comes later
 * becomes a dependency of the lab, and a line of {@link #theRulesSeeThePublishedModules}; a scorer
 * also one of {@link #LIBRARIES}.
 */
class ArchitectureTest {

  private static final Pattern MODULE = Pattern.compile(".*/((?:crawler|scorer)-[a-z]+)[-/].*");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.dowser.crawler");

  private static final Map<String, String> LIBRARIES =
      Map.of(
          "scorer-bayes", "com.fasterxml.jackson.core..",
          "scorer-hmm", "com.fasterxml.jackson.core.. org.sqlite..",
          "scorer-shark", "",
          "scorer-wanglandau", "");

  private static Stream<String> scorers() {
    return CLASSES.stream()
        .map(ArchitectureTest::module)
        .filter(name -> name.startsWith("scorer-"))
        .distinct();
  }

  private static String module(JavaClass type) {
    String place = type.getSource().orElseThrow().getUri().toString();
    Matcher matcher = MODULE.matcher(place);
    return matcher.matches() ? matcher.group(1) : place;
  }

  private static DescribedPredicate<JavaClass> in(String module) {
    return describe(
        "in " + module,
        type -> {
          JavaClass element = type.getBaseComponentType(); // an array has no source
          return element.getSource().isPresent() && module(element).equals(module);
        });
  }

  @Test
  void theRulesSeeThePublishedModules() {
    assertThat(CLASSES.stream().map(ArchitectureTest::module))
        .containsOnly(
            "crawler-api",
            "crawler-core",
            "crawler-testkit",
            "scorer-bayes",
            "scorer-hmm",
            "scorer-shark",
            "scorer-wanglandau");
  }

  @Test
  void apiNeedsTheJdkAlone() {
    classes()
        .that(in("crawler-api"))
        .should()
        .onlyDependOnClassesThat(
            in("crawler-api").or(resideInAnyPackage("java..", "javax..", "org.jspecify..")))
        .check(CLASSES);
  }

  @Test
  void onlyCoreSeesCore() {
    noClasses()
        .that(DescribedPredicate.not(in("crawler-core")))
        .should()
        .dependOnClassesThat(in("crawler-core"))
        .check(CLASSES);
  }

  @ParameterizedTest
  @MethodSource("scorers")
  void aScorerSeesTheApiAndItsOwnLibrariesAlone(String scorer) {
    assertThat(LIBRARIES).as("libraries by scorer").containsKey(scorer);
    String[] outside = ("java.. org.jspecify.. " + LIBRARIES.get(scorer)).strip().split(" ", -1);

    classes()
        .that(in(scorer))
        .should()
        .onlyDependOnClassesThat(in("crawler-api").or(in(scorer)).or(resideInAnyPackage(outside)))
        .check(CLASSES);
  }

  @Test
  void pluginsOfCoreDoNotSeeTheFacade() {
    noClasses()
        .that(in("crawler-core"))
        .and(DescribedPredicate.not(resideInAPackage("io.dowser.crawler")))
        .should()
        .dependOnClassesThat(resideInAPackage("io.dowser.crawler"))
        .check(CLASSES);
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices().matching("io.dowser.crawler.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void noPackageIsInTwoModules() {
    Map<String, TreeSet<String>> modules =
        CLASSES.stream()
            .collect(
                groupingBy(
                    JavaClass::getPackageName,
                    TreeMap::new,
                    mapping(ArchitectureTest::module, toCollection(TreeSet::new))));

    assertThat(modules).allSatisfy((name, of) -> assertThat(of).as(name).hasSize(1));
  }

  @Test
  void everyPackageIsNullMarked() {
    Stream<JavaPackage> unmarked =
        CLASSES.stream()
            .map(JavaClass::getPackage)
            .distinct()
            .filter(type -> !type.isAnnotatedWith(NullMarked.class));

    assertThat(unmarked.map(JavaPackage::getName)).isEmpty();
  }

  @Test
  void publicSignaturesHideTheLibrariesBehindThem() {
    DescribedPredicate<JavaClass> hidden =
        resideInAnyPackage(
            "com.google.common..", "org.apache.lucene..", "org.jsoup..", "crawlercommons..");
    Stream<String> exposed =
        CLASSES.stream()
            .filter(ArchitectureTest::isVisible)
            .flatMap(
                type ->
                    signature(type)
                        .filter(hidden)
                        .map(used -> type.getName() + " shows " + used.getName()));

    assertThat(exposed).isEmpty();
  }

  private static boolean isVisible(JavaClass type) {
    return isVisible(type.getModifiers())
        && type.getEnclosingClass().map(ArchitectureTest::isVisible).orElse(true);
  }

  private static boolean isVisible(Collection<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  /** All types that a user of the type must know: supertypes, and those of visible members. */
  private static Stream<JavaClass> signature(JavaClass type) {
    Stream<JavaClass> above =
        Stream.concat(type.getAllRawInterfaces().stream(), type.getAllRawSuperclasses().stream());
    Stream<JavaClass> units =
        type.getCodeUnits().stream()
            .filter(unit -> isVisible(unit.getModifiers()))
            .flatMap(
                unit ->
                    Stream.concat(
                        unit.getAllInvolvedRawTypes().stream(), unit.getExceptionTypes().stream()));
    Stream<JavaClass> variables =
        type.getFields().stream()
            .filter(field -> isVisible(field.getModifiers()))
            .flatMap(field -> field.getAllInvolvedRawTypes().stream());
    return Stream.of(above, units, variables).flatMap(types -> types).distinct();
  }

  /** ProgressLine compares them with the stream that it was given, and calls nothing of them. */
  @Test
  void libraryDoesNotPrint() {
    noClasses()
        .that()
        .doNotHaveSimpleName("ProgressLine")
        .should(ACCESS_STANDARD_STREAMS)
        .check(CLASSES);
  }

  @Test
  void nothingStaticChanges() {
    fields().that().areStatic().should().beFinal().check(CLASSES);
    noFields()
        .that()
        .areStatic()
        .should()
        .haveRawType(
            assignableTo(Random.class)
                .or(assignableTo(ThreadLocal.class))
                .or(resideInAPackage("java.util.concurrent.atomic"))
                .or(describe("a mutable collection", ArchitectureTest::isMutableCollection)))
        .check(CLASSES);
  }

  private static boolean isMutableCollection(JavaClass type) {
    return !type.isInterface()
        && (type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class));
  }
}
