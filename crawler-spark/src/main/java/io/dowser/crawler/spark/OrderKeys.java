package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** What waiting URLs are ordered by: gives each the columns {@link ChoiceTask#KEYS}. */
class OrderKeys {

  private final VisitOrder order;

  OrderKeys(VisitOrder order) {
    this.order = order;
  }

  int turnRatio() {
    return 0;
  }

  /** Gives each waiting URL its keys. */
  Dataset<Row> keyed(Dataset<Row> waiting, long visited) {
    Column key = order instanceof VisitOrder.BreadthFirst ? seedFirst(lit(0.0)) : col("score");
    Column second = order instanceof VisitOrder.BreadthFirst ? lit(0.0) : col("tie");
    return keyed(waiting, key, second, lit(0.0));
  }

  static Column seedFirst(Column key) {
    return when(col("seed"), lit(Double.POSITIVE_INFINITY)).otherwise(key);
  }

  static Dataset<Row> keyed(Dataset<Row> waiting, Column key, Column second, Column third) {
    return waiting
        .withColumn(ChoiceTask.KEYS.get(0), key)
        .withColumn(ChoiceTask.KEYS.get(1), second)
        .withColumn(ChoiceTask.KEYS.get(2), third);
  }
}
