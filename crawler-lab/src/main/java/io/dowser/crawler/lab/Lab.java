package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;

/**
 * The commands of the lab, for a program with a command line, and the readers of their files.
 *
 * <p>A command that fails throws a {@link io.dowser.crawler.api.CrawlException} whose message says
 * what the user can correct.
 *
 * <pre>{@code
 * CommandLine program = new CommandLine(new MyProgram());
 * Lab.addCommands(program); // compare, corpus and the others
 * System.exit(program.execute(args));
 * }</pre>
 */
public final class Lab {

  private Lab() {}

  /**
   * Adds {@code compare}, {@code demo}, {@code train} and {@code corpus} to a program.
   *
   * @param program receives them as subcommands
   */
  public static void addCommands(CommandLine program) {
    program
        .addSubcommand(new CompareCommand())
        .addSubcommand(new DemoCommand())
        .addSubcommand(new TrainCommand())
        .addSubcommand(new CorpusCommand());
  }

  /**
   * Reads a topic.
   *
   * @param file terms, one a line: {@code term} or {@code term = weight}; lines that begin with
   *     {@code #} are comments
   * @return the topic
   * @throws io.dowser.crawler.api.CrawlException if the file cannot be read or has other lines
   */
  public static Topic topic(Path file) {
    return TextFiles.topic(file);
  }

  /**
   * Reads pages to start from.
   *
   * @param seeds URLs, or files with one URL a line
   * @return the URLs in their order, each once
   * @throws io.dowser.crawler.api.CrawlException if a file cannot be read, or one of them is not an
   *     absolute http or https URL
   */
  public static List<CrawlUrl> seeds(List<String> seeds) {
    return Questions.seeds(seeds);
  }
}
