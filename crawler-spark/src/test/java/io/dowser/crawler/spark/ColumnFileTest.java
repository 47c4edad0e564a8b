package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are written by their columns, as Spark reads them. */
class ColumnFileTest {

  private static final StructType COLUMNS =
      new StructType()
          .add("number", DataTypes.LongType, false)
          .add("small", DataTypes.IntegerType, true)
          .add("real", DataTypes.DoubleType, true)
          .add("flag", DataTypes.BooleanType, true)
          .add("text", DataTypes.StringType, true)
          .add("bytes", DataTypes.BinaryType, true)
          .add("carry", DataTypes.createArrayType(DataTypes.DoubleType, false), true)
          .add("features", DataTypes.createArrayType(DataTypes.IntegerType, false), false);

  @TempDir Path directory;

  private static @Nullable Object[] row(int i) {
    boolean isNull = i % 3 == 0;
    double[] carry = new double[i % 4];
    int[] features = new int[i % 3];
    for (int k = 0; k < carry.length; k++) {
      carry[k] = i + k / 8.0;
    }
    for (int k = 0; k < features.length; k++) {
      features[k] = i * 10 + k;
    }
    return new @Nullable Object[] {
      (long) i,
      isNull ? null : i,
      isNull ? null : i / 2.0,
      isNull ? null : i % 2 == 0,
      isNull ? null : "页 " + i,
      isNull ? null : ("bytes " + i).repeat(100).getBytes(java.nio.charset.StandardCharsets.UTF_8),
      i % 5 == 0 ? null : carry,
      features
    };
  }

  private Path write(int rows, long groupBytes) throws IOException {
    Path path = directory.resolve("rows.parquet");
    try (var file =
        new ColumnFile(new LocalOutputFile(path), COLUMNS, new Configuration(), groupBytes)) {
      for (int i = 0; i < rows; i++) {
        file.write(row(i));
      }
      file.finish();
    }
    return path;
  }

  private static int groups(Path path) throws IOException {
    try (var reader =
        ParquetFileReader.open(
            new LocalInputFile(path), HadoopReadOptions.builder(new Configuration()).build())) {
      return reader.getRowGroups().size();
    }
  }

  @Test
  void rowsOfSeveralGroupsAreReadAsTheyWereWritten() throws IOException {
    Path path = write(200, 20_000);
    assertThat(groups(path)).isGreaterThan(2);
    List<Row> read =
        LocalSpark.session()
            .read()
            .schema(COLUMNS)
            .parquet(path.toString())
            .orderBy("number")
            .collectAsList();
    assertThat(read).hasSize(200);
    for (int i = 0; i < 200; i++) {
      assertThat(plain(read.get(i))).as("row %d", i).usingRecursiveComparison().isEqualTo(row(i));
    }
  }

  private static @Nullable Object[] plain(Row row) {
    List<@Nullable Object> cells = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      cells.add(WriteTask.plain(row.get(i), COLUMNS.fields()[i].dataType()));
    }
    return cells.toArray();
  }

  @Test
  void fileWithoutRowsIsAFile() throws IOException {
    assertThat(
            LocalSpark.session().read().schema(COLUMNS).parquet(write(0, 1_000).toString()).count())
        .isZero();
  }

  @Test
  void rowWithoutAValueThatItMustHaveIsRefused() throws IOException {
    @Nullable Object[] row = row(1);
    row[0] = null;
    Path path = directory.resolve("rows.parquet");
    try (var file =
        new ColumnFile(
            new LocalOutputFile(path), COLUMNS, new Configuration(), ColumnFile.GROUP_BYTES)) {
      assertThatThrownBy(() -> file.write(row))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("column 'number' has no value");
    }
  }

  @Test
  void fileThatWasGivenUpIsNone() throws IOException {
    Path path = directory.resolve("rows.parquet");
    try (var file =
        new ColumnFile(new LocalOutputFile(path), COLUMNS, new Configuration(), 20_000)) {
      for (int i = 0; i < 200; i++) {
        file.write(row(i));
      }
    }
    assertThatThrownBy(() -> groups(path)).hasMessageContaining("is not a Parquet file");
  }
}
