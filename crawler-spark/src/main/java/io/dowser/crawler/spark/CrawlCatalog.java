package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.SerializableConfiguration;
import org.apache.spark.sql.SparkSession;

/**
 * The location of the tables of a crawl: an Iceberg catalog and a namespace in it. It is sent to
 * executors, which read the lease from it. Thread-safe.
 *
 * @param name the catalog's name in Spark
 * @param namespace the crawl's namespace, with dots between its levels
 * @param options the catalog's settings
 * @param hadoop the driver's Hadoop configuration
 */
record CrawlCatalog(
    String name, String namespace, Map<String, String> options, SerializableConfiguration hadoop)
    implements Serializable {

  private static final String PREFIX = "spark.sql.catalog.";
  private static final String ICEBERG = "iceberg:";
  private static final String FORMAT =
      "'format-version'='2', 'write.merge.mode'='merge-on-read',"
          + " 'write.distribution-mode'='hash', 'write.metadata.previous-versions-max'='20',"
          + " 'write.metadata.delete-after-commit.enabled'='true'";

  /**
   * Finds the catalog of a crawl.
   *
   * @param location a directory on any file system of Hadoop, which becomes a Hadoop catalog; or
   *     {@code iceberg:CATALOG.NAMESPACE}, a namespace in a catalog of the session
   */
  static CrawlCatalog of(SparkSession spark, String location) {
    String name;
    String namespace;
    if (location.startsWith(ICEBERG)) {
      int dot = location.indexOf('.');
      if (dot < 0 || dot == location.length() - 1) {
        throw new CrawlException(
            "location must be a directory or iceberg:CATALOG.NAMESPACE, but was " + location);
      }
      name = location.substring(ICEBERG.length(), dot);
      namespace = location.substring(dot + 1);
    } else {
      name = "dowser_" + String.format(Locale.ROOT, "%08x", location.hashCode());
      namespace = "crawl";
      register(spark, name, location);
    }
    return new CrawlCatalog(
        name,
        namespace,
        options(spark, name, location),
        new SerializableConfiguration(spark.sparkContext().hadoopConfiguration()));
  }

  private static void register(SparkSession spark, String name, String warehouse) {
    spark.conf().set(PREFIX + name, "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set(PREFIX + name + ".type", "hadoop");
    spark.conf().set(PREFIX + name + ".warehouse", warehouse);
    spark.conf().set(PREFIX + name + ".cache-enabled", "false");
  }

  private static Map<String, String> options(SparkSession spark, String name, String location) {
    Map<String, String> options = new HashMap<>();
    String prefix = PREFIX + name + ".";
    scala.jdk.javaapi.CollectionConverters.asJava(spark.conf().getAll())
        .forEach(
            (key, value) -> {
              if (key.startsWith(prefix)) {
                options.put(key.substring(prefix.length()), value);
              }
            });
    if (options.isEmpty()) {
      throw new CrawlException(
          "location " + location + " names a catalog that is none of the session's: " + name);
    }
    return options;
  }

  /** Lets a session of the crawl's own see each commit at once, also those of other sessions. */
  void readUncached(SparkSession own) {
    own.conf().set(PREFIX + name + ".cache-enabled", "false");
  }

  /** Returns the full name of a table in Spark SQL. */
  String sql(String table) {
    return name + "." + namespace + "." + table;
  }

  /** Opens the catalog. */
  Catalog open() {
    return CatalogUtil.buildIcebergCatalog(name, options, hadoop.get());
  }

  private TableIdentifier id(String table) {
    return TableIdentifier.of(Namespace.of(namespace.split("\\.", -1)), table);
  }

  /** Returns whether a crawl is kept here. */
  boolean exists(Catalog catalog) {
    return catalog.tableExists(id(TableSchemas.CRAWL));
  }

  /**
   * Creates the missing tables. The table of the lease is created last, so that all others exist if
   * it does.
   *
   * @param buckets of the table of URLs
   */
  void create(SparkSession spark, int buckets) {
    spark.sql("CREATE NAMESPACE IF NOT EXISTS " + name + "." + namespace);
    TableSchemas.ALL.forEach((table, columns) -> create(spark, table, columns, buckets));
    create(spark, TableSchemas.ANSWERS, TableSchemas.ANSWER_COLUMNS, buckets);
    create(spark, TableSchemas.CRAWL, "unused STRING", buckets);
  }

  private void create(SparkSession spark, String table, String columns, int buckets) {
    boolean hashed = table.equals(TableSchemas.URLS);
    spark.sql(
        String.format(
            Locale.ROOT,
            "CREATE TABLE IF NOT EXISTS %s (%s) USING iceberg %s TBLPROPERTIES (%s)",
            sql(table),
            columns,
            hashed ? "PARTITIONED BY (bucket(" + buckets + ", hash))" : "",
            FORMAT));
  }

  Table load(Catalog catalog, String table) {
    return catalog.loadTable(id(table));
  }

  /** Omits the values of options, which may include keys to stores. */
  @Override
  public String toString() {
    return "CrawlCatalog[" + name + "." + namespace + "]";
  }
}
