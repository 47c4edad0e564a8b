package io.dowser.crawler.internal.report;

import static java.util.stream.Collectors.toMap;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Host;
import io.dowser.crawler.report.CrawlMetrics.Note;
import io.dowser.crawler.report.CrawlMetrics.Progress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Adds the metrics of earlier runs to those of a run that continues them. A directory has all, up
 * to the last seconds, but not everything that a run has in memory. Both count the visits of the
 * run, so the larger of two counts is taken.
 */
final class RunsTogether {

  private RunsTogether() {}

  static CrawlMetrics of(CrawlMetrics run, CrawlMetrics directory) {
    Map<String, List<String>> examples = new HashMap<>(run.examples());
    examples.putAll(directory.examples());
    return new CrawlMetrics(
        run.started(),
        run.settings(),
        progress(run, directory),
        hosts(run, directory),
        run.depths(),
        problems(run, directory),
        run.paths(),
        run.relevantPages(),
        Math.max(run.nearlyRelevant(), directory.nearlyRelevant()),
        run.changes(),
        run.changeCurve(),
        run.redirectedSeeds(),
        examples,
        notes(run, directory));
  }

  /** Returns the visits of earlier runs, and then those of the run. */
  private static List<Progress> progress(CrawlMetrics run, CrawlMetrics directory) {
    long first = run.progress().isEmpty() ? Long.MAX_VALUE : run.progress().get(0).visited();
    List<Progress> earlier =
        directory.progress().stream().filter(at -> at.visited() < first).toList();
    Progress last = Iterables.getLast(earlier, null);
    Duration before = last == null ? Duration.ZERO : last.elapsed();
    Stream<Progress> now =
        run.progress().stream()
            .map(
                at ->
                    new Progress(
                        at.visited(),
                        at.relevant(),
                        at.windowedHarvestRate(),
                        before.plus(at.elapsed()),
                        at.weights()));
    return Stream.concat(earlier.stream(), now).toList();
  }

  /** Returns all hosts, with the times of the run, which no directory keeps. */
  private static List<Host> hosts(CrawlMetrics run, CrawlMetrics directory) {
    Map<String, Host> hosts = new LinkedHashMap<>();
    Stream.concat(directory.hosts().stream(), run.hosts().stream())
        .forEach(host -> hosts.merge(host.name(), host, RunsTogether::host));
    return List.copyOf(hosts.values());
  }

  private static Host host(Host all, Host run) {
    return new Host(
        all.name(),
        Math.max(all.visited(), run.visited()),
        Math.max(all.relevant(), run.relevant()),
        Math.max(all.failed(), run.failed()),
        run.lastFailure().isEmpty() ? all.lastFailure() : run.lastFailure(),
        run.fetching(),
        run.extracts());
  }

  private static Map<String, Long> problems(CrawlMetrics run, CrawlMetrics directory) {
    return Stream.of(directory, run)
        .flatMap(each -> each.problems().entrySet().stream())
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue, Math::max))
        .entrySet()
        .stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static List<Note> notes(CrawlMetrics run, CrawlMetrics directory) {
    return Stream.concat(
            directory.notes().stream().filter(note -> note.time().isBefore(run.started())),
            run.notes().stream())
        .toList();
  }
}
