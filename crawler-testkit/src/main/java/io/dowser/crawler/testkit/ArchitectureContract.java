package io.dowser.crawler.testkit;

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
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Collection;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests of the rules for the classes of a module: which packages they use, no cycles between
 * packages, nothing internal and no library type in a public signature, {@link NullMarked}
 * packages, no mutable static state, no printing.
 *
 * <p>Needs ArchUnit on the test class path. A module checks itself with a subclass:
 *
 * <pre>{@code
 * class ArchitectureTest extends ArchitectureContract {
 *   ArchitectureTest() {
 *     super(MyScorer.class, "io.dowser.crawler.api..", "io.dowser.crawler.text..");
 *   }
 * }
 * }</pre>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // classes are imported once
public abstract class ArchitectureContract {

  /** The directory of the classes that JMH generates. */
  private static final String GENERATED = "/jmh_generated/";

  private static final DescribedPredicate<JavaClass> HIDDEN =
      resideInAnyPackage(
          "com.google.common..",
          "org.apache.lucene..",
          "org.jsoup..",
          "okhttp3.internal..",
          "io.dowser.crawler.internal..");

  private final JavaClasses classes;
  private final String[] allowed;

  /**
   * Imports the compiled classes of a module.
   *
   * @param type any type of the module; its jar or directory of classes is checked
   * @param allowed packages in addition to its own and {@code java..} that the module may use, in
   *     ArchUnit's notation
   */
  protected ArchitectureContract(Class<?> type, String... allowed) {
    this.classes =
        new ClassFileImporter()
            .withImportOption(location -> !location.contains(GENERATED))
            .importUrl(type.getProtectionDomain().getCodeSource().getLocation());
    this.allowed = allowed.clone();
  }

  /** {@return the classes that may write to the standard streams; by default none} */
  protected DescribedPredicate<JavaClass> printing() {
    return DescribedPredicate.alwaysFalse();
  }

  @Test
  void moduleUsesAllowedPackagesAlone() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            describe("in this module", this::isOwn)
                .or(resideInAnyPackage("java..", "javax..", "org.jspecify.."))
                .or(resideInAnyPackage(allowed)))
        .check(classes);
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices()
        .assignedFrom(new Packages())
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(classes);
  }

  @Test
  void publicSignaturesShowNothingInternal() {
    Stream<String> shown =
        classes.stream()
            .filter(type -> !type.getPackageName().contains(".internal") && isVisible(type))
            .flatMap(
                type ->
                    signature(type)
                        .filter(HIDDEN)
                        .map(used -> type.getName() + " shows " + used.getName()));
    assertThat(shown.distinct()).isEmpty();
  }

  @Test
  void everyPackageIsNullMarked() {
    Stream<String> unmarked =
        classes.stream()
            .map(JavaClass::getPackage)
            .filter(each -> !each.getClasses().isEmpty())
            .filter(each -> !each.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName);
    assertThat(unmarked.distinct())
        .as("packages without @NullMarked of org.jspecify.annotations in package-info.java")
        .isEmpty();
  }

  @Test
  void nothingPrints() {
    noClasses()
        .that(DescribedPredicate.not(printing()))
        .should(ACCESS_STANDARD_STREAMS)
        .allowEmptyShould(true)
        .check(classes);
  }

  @Test
  void noStaticFieldIsMutable() {
    fields().that().areStatic().should().beFinal().allowEmptyShould(true).check(classes);
    noFields()
        .that()
        .areStatic()
        .should()
        .haveRawType(
            assignableTo(Random.class)
                .or(assignableTo(ThreadLocal.class))
                .or(resideInAPackage("java.util.concurrent.atomic"))
                .or(describe("a mutable collection", ArchitectureContract::isMutableCollection)))
        .allowEmptyShould(true)
        .check(classes);
  }

  /**
   * A slice for each package, and one for each type of the root package: packages may use the
   * values there, such as the settings of a crawl, but no type that uses them in turn.
   */
  private static final class Packages implements SliceAssignment {

    private static final String ROOT = "io.dowser.crawler";

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      if (!type.getPackageName().equals(ROOT)) {
        return type.getPackageName().startsWith(ROOT + ".")
            ? SliceIdentifier.of(type.getPackageName())
            : SliceIdentifier.ignore();
      }
      JavaClass outer = type;
      while (outer.getEnclosingClass().isPresent()) {
        outer = outer.getEnclosingClass().get();
      }
      return SliceIdentifier.of(outer.getName());
    }

    @Override
    public String getDescription() {
      return "packages, and types of " + ROOT;
    }
  }

  private boolean isOwn(JavaClass used) {
    return classes.contain(used.getBaseComponentType().getName());
  }

  private static boolean isMutableCollection(JavaClass type) {
    return !type.isInterface()
        && (type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class));
  }

  private static boolean isVisible(JavaClass type) {
    return isVisible(type.getModifiers())
        && type.getEnclosingClass().map(ArchitectureContract::isVisible).orElse(true);
  }

  private static boolean isVisible(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  /** Returns the types in a type's visible members and the types that it extends. */
  private static Stream<JavaClass> signature(JavaClass type) {
    Stream<JavaClass> above =
        Stream.concat(type.getAllRawInterfaces().stream(), type.getAllRawSuperclasses().stream());
    Stream<JavaClass> members =
        type.getMembers().stream()
            .filter(member -> isVisible(member.getModifiers()))
            .flatMap(
                member ->
                    member instanceof JavaCodeUnit unit
                        ? Stream.concat(
                            unit.getAllInvolvedRawTypes().stream(),
                            unit.getExceptionTypes().stream())
                        : ((JavaField) member).getAllInvolvedRawTypes().stream());
    return Stream.concat(above, members);
  }
}
