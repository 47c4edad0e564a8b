package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Set;
import java.util.TreeSet;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** Runs a contract against one plugin, as a build would, and reports which checks failed. */
final class ContractRun {

  private final Events tests;

  private ContractRun(Events tests) {
    this.tests = tests;
  }

  /** Runs a contract, none of whose checks may be skipped; some assume what the plugin is. */
  static ContractRun of(Class<?> contract) {
    Events tests =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(contract))
            .configurationParameter("dowser.testkit.seeds", "4")
            .execute()
            .testEvents();
    assertThat(names(tests.skipped())).as("checks that were skipped").isEmpty();
    return new ContractRun(tests);
  }

  /** The names of the checks that failed at least once. */
  Set<String> failed() {
    return names(tests.failed());
  }

  /** The names of the checks that passed at least once. */
  Set<String> passed() {
    return names(tests.succeeded());
  }

  /** What the failures said. */
  String messages() {
    return messages(tests.failed());
  }

  private static String messages(Events events) {
    var messages = new StringBuilder();
    events
        .list()
        .forEach(
            event ->
                event
                    .getPayload(TestExecutionResult.class)
                    .flatMap(TestExecutionResult::getThrowable)
                    .ifPresent(failure -> messages.append(failure).append('\n')));
    return messages.toString();
  }

  /** The reasons of the checks that were skipped for what the plugin is. */
  String skipReasons() {
    return messages(tests.aborted());
  }

  private static Set<String> names(Events events) {
    Set<String> names = new TreeSet<>();
    events.list().forEach(event -> names.add(name(event)));
    return names;
  }

  private static String name(Event event) {
    return event
        .getTestDescriptor()
        .getSource()
        .map(source -> source instanceof MethodSource method ? method.getMethodName() : "")
        .orElse("");
  }
}
