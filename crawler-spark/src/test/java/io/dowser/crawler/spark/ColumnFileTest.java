package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.Ints;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are written by their columns, as Spark and scans read them. */
class ColumnFileTest {

  private static final StructType COLUMNS =
      new StructType()
          .add("number", DataTypes.LongType, false)
          .add("small", DataTypes.IntegerType, true)
          .add("real", DataTypes.DoubleType, true)
          .add("flag", DataTypes.BooleanType, true)
          .add("text", DataTypes.StringType, true)
          .add("bytes", DataTypes.BinaryType, true)
          .add("pathState", DataTypes.createArrayType(DataTypes.DoubleType, false), true)
          .add("features", DataTypes.createArrayType(DataTypes.IntegerType, false), false);

  private static final int PATH_STATE = COLUMNS.fieldIndex("pathState");
  private static final int FEATURES = COLUMNS.fieldIndex("features");

  @TempDir Path directory;

  private static @Nullable Object[] row(int i) {
    boolean isNull = i % 3 == 0;
    double[] pathState = new double[i % 4];
    int[] features = new int[i % 3];
    for (int k = 0; k < pathState.length; k++) {
      pathState[k] = i + k / 8.0;
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
      i % 5 == 0 ? null : pathState,
      features
    };
  }

  private Path write(int rows, long groupBytes) throws IOException {
    Path path = directory.resolve("rows.parquet");
    try (var file =
        new ColumnFile(
            new LocalOutputFile(path), COLUMNS, new Configuration(), Buckets.ONE, groupBytes)) {
      for (int i = 0; i < rows; i++) {
        file.write(0, row(i));
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
    @Nullable Object[] cells = new @Nullable Object[row.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = row.get(i);
    }
    cells[PATH_STATE] =
        cells[PATH_STATE] == null ? null : Doubles.toArray(row.<Double>getList(PATH_STATE));
    cells[FEATURES] = Ints.toArray(row.<Integer>getList(FEATURES));
    return cells;
  }

  private static @Nullable Object[] plain(InternalRow row) {
    return new @Nullable Object[] {
      row.getLong(0),
      row.isNullAt(1) ? null : row.getInt(1),
      row.isNullAt(2) ? null : row.getDouble(2),
      row.isNullAt(3) ? null : row.getBoolean(3),
      row.isNullAt(4) ? null : row.getString(4),
      row.isNullAt(5) ? null : row.getBinary(5),
      row.isNullAt(PATH_STATE) ? null : row.getArray(PATH_STATE).toDoubleArray(),
      row.getArray(FEATURES).toIntArray()
    };
  }

  private static ColumnScan scan(Path path, StructType columns) throws IOException {
    return new ColumnScan(new LocalInputFile(path), columns, new Configuration(), Buckets.ONE, 0);
  }

  @Test
  void scanReadsRowsAsTheyWereWrittenAndCopiesOfThemStay() throws IOException {
    List<InternalRow> copies = new ArrayList<>();
    try (ColumnScan scan = scan(write(200, 20_000), COLUMNS)) {
      while (scan.next()) {
        int i = copies.size();
        if (i % 2 == 0) { // of every other row nothing is asked before it is copied
          assertThat(plain(scan.row()))
              .as("row %d", i)
              .usingRecursiveComparison()
              .isEqualTo(row(i));
        }
        copies.add(scan.row().copy());
      }
    }
    assertThat(copies).hasSize(200);
    for (int i = 0; i < 200; i++) {
      assertThat(plain(copies.get(i))).as("row %d", i).usingRecursiveComparison().isEqualTo(row(i));
    }
  }

  @Test
  void scanSkipsUnusedColumns() throws IOException {
    try (ColumnScan scan = scan(write(200, 20_000), COLUMNS)) {
      for (int i = 0; i < 200; i++) {
        assertThat(scan.next()).isTrue();
        if (i % 17 == 16) {
          assertThat(scan.row().getArray(FEATURES).toIntArray()).isEqualTo(row(i)[FEATURES]);
        } else if (i % 19 == 1) {
          assertThat(plain(scan.row())).usingRecursiveComparison().isEqualTo(row(i));
        }
      }
      assertThat(scan.next()).isFalse();
      assertThat(scan.next()).isFalse();
    }
  }

  @Test
  void columnsThatAFileLacksAreNull() throws IOException {
    StructType more = new StructType().add("other", DataTypes.LongType).add(COLUMNS.fields()[1]);
    try (ColumnScan scan = scan(write(3, 20_000), more)) {
      for (int i = 0; i < 3; i++) {
        assertThat(scan.next()).isTrue();
        assertThat(scan.row().isNullAt(0)).isTrue();
        assertThat(scan.row().isNullAt(1)).isEqualTo(i == 0);
        assertThat(scan.row().copy().isNullAt(0)).isTrue();
      }
    }
  }

  @Test
  void rowsOfABucketLieTogether() throws IOException {
    StructType columns = new StructType().add(Columns.HIGH, DataTypes.LongType, false);
    var buckets = new Buckets(5);
    var random = new Random(5);
    Path path = directory.resolve("buckets.parquet");
    Multiset<Long> written = HashMultiset.create();
    try (var file =
        new ColumnFile(new LocalOutputFile(path), columns, new Configuration(), buckets, 1 << 20)) {
      for (int i = 0; i < 1_000; i++) {
        long high = random.nextLong();
        written.add(high);
        file.write(buckets.of(high), new Object[] {high});
      }
      file.finish();
    }
    assertThat(groups(path)).isEqualTo(5);
    Multiset<Long> read = HashMultiset.create();
    for (int bucket = 0; bucket < 5; bucket++) {
      try (var scan =
          new ColumnScan(new LocalInputFile(path), columns, new Configuration(), buckets, bucket)) {
        int before = read.size();
        while (scan.next()) {
          assertThat(buckets.of(scan.row().getLong(0))).isEqualTo(bucket);
          read.add(scan.row().getLong(0));
        }
        assertThat(read.size() - before).isBetween(150, 250);
      }
    }
    assertThat(read).isEqualTo(written);
  }

  @Test
  void groupsOfOtherBucketsAreNotRead() throws IOException {
    StructType columns = new StructType().add(Columns.HIGH, DataTypes.LongType, false);
    var buckets = new Buckets(2);
    Path path = directory.resolve("buckets.parquet");
    try (var file =
        new ColumnFile(new LocalOutputFile(path), columns, new Configuration(), buckets, 1 << 20)) {
      file.write(0, new Object[] {-7L});
      file.write(1, new Object[] {7L});
      file.finish();
    }
    try (var bytes = new RandomAccessFile(path.toFile(), "rw")) {
      long second = starts(path).get(1);
      bytes.seek(starts(path).get(0));
      bytes.write(new byte[(int) (second - starts(path).get(0))]);
    }
    try (var sound =
        new ColumnScan(new LocalInputFile(path), columns, new Configuration(), buckets, 1)) {
      assertThat(sound.next()).isTrue();
      assertThat(sound.row().getLong(0)).isEqualTo(7);
      assertThat(sound.next()).isFalse();
    }
    try (var broken =
        new ColumnScan(new LocalInputFile(path), columns, new Configuration(), buckets, 0)) {
      assertThatThrownBy(broken::next).isInstanceOf(Exception.class);
    }
  }

  private static List<Long> starts(Path path) throws IOException {
    try (var reader =
        ParquetFileReader.open(
            new LocalInputFile(path), HadoopReadOptions.builder(new Configuration()).build())) {
      return reader.getRowGroups().stream().map(BlockMetaData::getStartingPos).toList();
    }
  }

  /** A column with pages of a dictionary, one whose dictionary is given up, and long lists. */
  private static final StructType LONG =
      new StructType()
          .add("host", DataTypes.StringType, true)
          .add("outcome", DataTypes.StringType, false)
          .add("url", DataTypes.StringType, false)
          .add("features", PartSchema.INTEGERS, false);

  private static @Nullable Object[] longRow(int i) {
    int[] features = new int[i % 7 == 0 ? 0 : i % 5_003 == 1 ? 40_000 : i % 4];
    Arrays.setAll(features, k -> i + k);
    String host = i % 11 == 0 ? null : "host-" + i % 50 + ".example";
    return new @Nullable Object[] {host, "outcome " + i, "http://a.example/" + i, features};
  }

  @Test
  void columnsOfManyPagesAreReadAsTheyWereWritten() throws IOException {
    Path path = directory.resolve("long.parquet");
    int rows = 45_000;
    try (var file =
        new ColumnFile(
            new LocalOutputFile(path),
            LONG,
            new Configuration(),
            Buckets.ONE,
            ColumnFile.GROUP_BYTES)) {
      for (int i = 0; i < rows; i++) {
        file.write(0, longRow(i));
      }
      file.finish();
    }
    assertThat(groups(path)).isEqualTo(1);
    try (ColumnScan every = scan(path, LONG);
        ColumnScan some = scan(path, LONG)) {
      for (int i = 0; i < rows; i++) {
        assertThat(every.next() && some.next()).isTrue();
        same(every.row(), i);
        if (i % 101 == 7) {
          same(some.row().copy(), i);
        }
      }
      assertThat(every.next() || some.next()).isFalse();
    }
  }

  private static void same(InternalRow row, int i) {
    @Nullable Object[] expected = longRow(i);
    assertThat(row.isNullAt(0) ? null : row.getString(0)).isEqualTo(expected[0]);
    assertThat(row.getString(1)).isEqualTo(expected[1]);
    assertThat(row.getString(2)).isEqualTo(expected[2]);
    assertThat(row.getArray(3).toIntArray()).isEqualTo(expected[3]);
  }

  @Test
  void askingForAValueThatIsNullIsAnError() throws IOException {
    try (ColumnScan scan = scan(write(2, 20_000), COLUMNS)) {
      assertThat(scan.next()).isTrue();
      assertThatThrownBy(() -> scan.row().getInt(1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("row 0 has no value");
      assertThat(scan.next()).isTrue();
      assertThat(scan.row().getInt(1)).isEqualTo(1);
    }
  }

  @Test
  void scanOfAFileWithoutRowsIsEmpty() throws IOException {
    try (ColumnScan scan = scan(write(0, 1_000), COLUMNS)) {
      assertThat(scan.next()).isFalse();
    }
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
            new LocalOutputFile(path),
            COLUMNS,
            new Configuration(),
            Buckets.ONE,
            ColumnFile.GROUP_BYTES)) {
      assertThatThrownBy(() -> file.write(0, row))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("column 'number' has no value");
    }
  }

  @Test
  void fileThatWasGivenUpIsNone() throws IOException {
    Path path = directory.resolve("rows.parquet");
    try (var file =
        new ColumnFile(
            new LocalOutputFile(path), COLUMNS, new Configuration(), Buckets.ONE, 20_000)) {
      for (int i = 0; i < 200; i++) {
        file.write(0, row(i));
      }
    }
    assertThatThrownBy(() -> groups(path)).hasMessageContaining("is not a Parquet file");
  }
}
