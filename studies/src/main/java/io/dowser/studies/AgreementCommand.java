package io.dowser.studies;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Counts how readers have judged a sample. */
@Command(
    name = "agreement",
    mixinStandardHelpOptions = true,
    description = {
      "Counts what readers have put into the sheets of studies sample.",
      "Reports the share of relevant pages, how far readers agree, and how far the crawl's judge"
          + " agrees with most of them; writes what most readers say as labels.tsv, for --labels of"
          + " dowser compare."
    })
final class AgreementCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "DIRECTORY", description = "Where the sheets are.")
  private Path directory = Path.of(".");

  @Override
  public Integer call() throws IOException {
    List<Map<String, Optional<Boolean>>> sheets = sheets();
    Map<String, Integer> counts = counts(sheets);
    PrintWriter console = requireNonNull(spec).commandLine().getOut();
    int all = sheets.get(0).size();
    if (counts.size() < all) {
      console.println(
          (all - counts.size()) + " of " + all + " pages are not judged by all readers");
    }
    if (counts.isEmpty()) {
      throw new StudyException("no page in " + directory + " is judged by all readers");
    }
    var agreement = new ReaderAgreement(counts, sheets.size());
    report(agreement, console);
    reportJudge(agreement, console);
    writeLabels(agreement);
    return 0;
  }

  private List<Map<String, Optional<Boolean>>> sheets() throws IOException {
    var sheets = new ArrayList<Map<String, Optional<Boolean>>>();
    Set<String> pages = Sheets.read(Sheets.verdicts(directory)).keySet();
    for (int i = 1; Files.exists(Sheets.file(directory, i)); i++) {
      Map<String, Optional<Boolean>> sheet = Sheets.read(Sheets.file(directory, i));
      if (!sheet.keySet().equals(pages)) {
        throw new StudyException(
            Sheets.file(directory, i) + " must have the pages that were drawn");
      }
      sheets.add(sheet);
    }
    if (sheets.size() < 2) {
      throw new StudyException(directory + " must have two sheets or more, reader-1.tsv and so on");
    }
    return sheets;
  }

  /** The number of readers who find each page relevant that all have judged. */
  private static Map<String, Integer> counts(List<Map<String, Optional<Boolean>>> sheets) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String page : sheets.get(0).keySet()) {
      List<Boolean> verdicts =
          sheets.stream().flatMap(sheet -> verdict(sheet, page).stream()).toList();
      if (verdicts.size() == sheets.size()) {
        counts.put(page, (int) verdicts.stream().filter(yes -> yes).count());
      }
    }
    return counts;
  }

  private static Optional<Boolean> verdict(Map<String, Optional<Boolean>> sheet, String page) {
    return sheet.getOrDefault(page, Optional.empty());
  }

  private static void report(ReaderAgreement agreement, PrintWriter console) {
    int pages = agreement.relevant().size();
    long relevant = agreement.relevantPages();
    ConfidenceInterval share = ReaderAgreement.share(relevant, pages);
    say(console, "pages judged by %d readers: %d", agreement.readers(), pages);
    say(
        console,
        "relevant to most readers: %d, a share of %.3f (95 %%: %.3f to %.3f)",
        relevant,
        (double) relevant / pages,
        share.getLowerBound(),
        share.getUpperBound());
    say(console, "all readers agree on a share of %.3f", agreement.unanimous());
    agreement
        .kappa()
        .ifPresentOrElse(
            kappa -> say(console, "Fleiss' kappa: %.3f", kappa),
            () -> say(console, "Fleiss' kappa is not defined: all verdicts are the same"));
  }

  private void reportJudge(ReaderAgreement agreement, PrintWriter console) throws IOException {
    Map<String, Optional<Boolean>> judge = Sheets.read(Sheets.verdicts(directory));
    long same =
        agreement.relevant().keySet().stream()
            .filter(page -> verdict(judge, page).equals(Optional.of(agreement.isRelevant(page))))
            .count();
    double share = (double) same / agreement.relevant().size();
    say(console, "the crawl's judge agrees with most readers on a share of %.3f", share);
  }

  private static void say(PrintWriter console, String format, Object... values) {
    console.println(String.format(Locale.ROOT, format, values));
  }

  private void writeLabels(ReaderAgreement agreement) throws IOException {
    Files.write(
        directory.resolve("labels.tsv"),
        agreement.relevant().keySet().stream()
            .map(page -> page + "\t" + (agreement.isRelevant(page) ? 1 : 0))
            .toList(),
        StandardCharsets.UTF_8);
  }
}
