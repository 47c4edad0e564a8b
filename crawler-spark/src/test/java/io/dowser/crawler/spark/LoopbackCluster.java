package io.dowser.crawler.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A standalone cluster on loopback: a master and workers with one core each, each a separate
 * process, started from the jars on this JVM's class path.
 *
 * <p>Workers start executors by scripts' rules, so they are given a home directory that has nothing
 * but links to the jars. Classes that are not in jars reach executors by {@code extraClassPath}.
 */
final class LoopbackCluster implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";

  private final Path home;
  private final Path log;
  private final List<String> classes = new ArrayList<>();
  private final List<JvmProcess> processes = new ArrayList<>();
  private final String master;

  LoopbackCluster(Path directory) throws IOException, InterruptedException {
    home = directory.resolve("home");
    Path jars = Files.createDirectories(home.resolve("jars"));
    log = directory.resolve("log4j2.properties");
    try (var text = LoopbackCluster.class.getResourceAsStream("/cluster-log4j2.properties")) {
      Files.copy(text, log);
    }
    int number = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (Files.isDirectory(path)) {
        classes.add(path.toString());
      } else if (Files.exists(path)) {
        Files.createSymbolicLink(jars.resolve(number++ + "-" + path.getFileName()), path);
      }
    }
    JvmProcess process =
        start(
            "org.apache.spark.deploy.master.Master",
            "--host",
            LOOPBACK,
            "--port",
            "0",
            "--webui-port",
            "0");
    master = process.await("Starting Spark master at (spark://\\S+)");
  }

  /** Class directories of this module and its neighbours, those with tests last. */
  List<String> classes() {
    return classes;
  }

  private JvmProcess start(String... command) throws IOException {
    List<String> all = new ArrayList<>();
    all.add("-Xmx256m");
    all.add("-Dspark.master.rest.enabled=false");
    all.addAll(log());
    all.addAll(List.of(command));
    return started(all);
  }

  private List<String> log() {
    return List.of("-Dlog4j2.configurationFile=" + log.toUri());
  }

  private JvmProcess started(List<String> command) throws IOException {
    Map<String, String> environment =
        Map.of(
            "SPARK_HOME",
            home.toString(),
            "SPARK_SCALA_VERSION",
            "2.13",
            "SPARK_LOCAL_IP",
            LOOPBACK,
            "SPARK_PUBLIC_DNS",
            LOOPBACK);
    JvmProcess process =
        JvmProcess.start(environment, System.getProperty("java.class.path"), command);
    processes.add(process);
    return process;
  }

  /** Starts a worker and waits until the master knows it. */
  JvmProcess worker() throws IOException, InterruptedException {
    JvmProcess worker =
        start(
            "org.apache.spark.deploy.worker.Worker",
            "--host",
            LOOPBACK,
            "--port",
            "0",
            "--webui-port",
            "0",
            "--cores",
            "1",
            "--memory",
            "1g",
            "--work-dir",
            home.resolve("work").toString(),
            master);
    worker.await("Successfully registered with master");
    return worker;
  }

  /**
   * Starts a driver.
   *
   * @param ofExecutors class directories that executors see
   * @param arguments those of {@link SparkCrawlMain}
   */
  JvmProcess driver(List<String> ofExecutors, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(log());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-Dspark.master=" + master,
            "-Dspark.driver.host=" + LOOPBACK,
            "-Dspark.driver.bindAddress=" + LOOPBACK,
            "-Dspark.ui.enabled=false",
            "-Dspark.network.timeout=1h",
            "-Dspark.executor.heartbeatInterval=10s",
            "-Dspark.executor.memory=512m",
            "-Dspark.executor.extraClassPath=" + String.join(File.pathSeparator, ofExecutors),
            "-Dspark.sql.shuffle.partitions=2",
            "-Dspark.sql.adaptive.enabled=false",
            "-Dspark.sql.codegen.wholeStage=false",
            "-Dspark.sql.codegen.factoryMode=NO_CODEGEN",
            "-Dspark.scheduler.minRegisteredResourcesRatio=1.0",
            "-Dspark.scheduler.maxRegisteredResourcesWaitingTime=120s",
            "-Dspark.cores.max=2",
            SparkCrawlMain.class.getName()));
    command.addAll(arguments);
    return started(command);
  }

  @Override
  public void close() {
    for (int i = processes.size() - 1; i >= 0; i--) {
      processes.get(i).close();
    }
  }
}
