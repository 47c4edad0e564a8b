package io.dowser.examples.lab;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Topic;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Compares all strategies on the pages that the quickstart bundles; needs no argument. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Compares strategies on 471 bundled pages of four manuals.")
final class DemoCommand implements Callable<Integer> {

  private static final String BUNDLE = "/web/manuals.zip";
  private static final Topic TOPIC =
      Topic.of("authentication", "authorization", "password", "user", "certificate");
  private static final List<String> FRONT_PAGES =
      List.of(
          "http://www.sqlite.org/index.html",
          "http://www.postgresql.org/docs/15/index.html",
          "http://httpd.apache.org/docs/2.4/en/index.html",
          "http://www.debian.org/doc/manuals/debmake-doc/index.zh-cn.html");

  @Spec private @Nullable CommandSpec spec;
  @Mixin private ComparisonOptions options = new ComparisonOptions();

  @Override
  public Integer call() throws Exception {
    CommandSpec command = requireNonNull(spec);
    Path archive = Files.createDirectories(options.out()).resolve("manuals.jsonl.gz");
    if (!Files.exists(archive)) {
      unpack(archive);
    }
    var question =
        new Question(
            "access control",
            Optional.of(TOPIC),
            Questions.topicJudge(TOPIC),
            false,
            FRONT_PAGES.stream().map(TextFiles::url).toList());
    Study study = options.study(List.of(archive), List.of(question), CommandText.of(command));
    Comparing.make(study, options.classLoader(), command.commandLine().getOut(), System.err);
    return 0;
  }

  /** Entries are named after host and path of their pages. */
  private static void unpack(Path archive) throws IOException {
    Path part = archive.resolveSibling("manuals.part");
    try (InputStream bundle = DemoCommand.class.getResourceAsStream(BUNDLE);
        var writer = new ArchiveWriter(part)) {
      if (bundle == null) {
        throw new LabException("the quickstart's pages, " + BUNDLE + ", are not on the class path");
      }
      var zip = new ZipInputStream(bundle);
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String body = new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1);
        writer.bytes("http://" + entry.getName(), "Content-Type: text/html", body);
      }
    }
    Files.move(part, archive);
  }
}
