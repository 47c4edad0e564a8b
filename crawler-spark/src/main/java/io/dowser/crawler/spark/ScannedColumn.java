package io.dowser.crawler.spark;

import com.google.common.primitives.Doubles;
import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnReader;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A column of a group of rows, read as far as it is asked for. It goes forward only: of a row that
 * was passed nothing can be had. To ask for a value that is null is an error. Not thread-safe.
 */
final class ScannedColumn {

  private final ColumnReader reader;
  private final int whole;
  private final int least;
  private final boolean integers;
  private long at;
  private long listOf = -1;
  private @Nullable UnsafeArrayData list;

  /**
   * Begins before the first row.
   *
   * @param integers whether a list is one of integers
   */
  ScannedColumn(ColumnReader reader, boolean integers) {
    this.reader = reader;
    this.whole = reader.getDescriptor().getMaxDefinitionLevel();
    this.least = whole - reader.getDescriptor().getMaxRepetitionLevel();
    this.integers = integers;
  }

  private ColumnReader at(long row) {
    while (at < row) {
      if (reader.getCurrentDefinitionLevel() == whole) {
        reader.skip();
      }
      step();
    }
    return reader;
  }

  /** Goes to the next value; the first one of a row is at level 0. */
  private void step() {
    reader.consume();
    if (reader.getCurrentRepetitionLevel() == 0) {
      at++;
    }
  }

  /** Reports whether a row has no value. An empty list is one. */
  boolean isNull(long row) {
    return listOf != row && at(row).getCurrentDefinitionLevel() < least;
  }

  private ColumnReader valueAt(long row) {
    if (at(row).getCurrentDefinitionLevel() < whole) {
      throw new IllegalStateException("row " + row + " has no value");
    }
    return reader;
  }

  long getLong(long row) {
    return valueAt(row).getLong();
  }

  int getInt(long row) {
    return valueAt(row).getInteger();
  }

  double getDouble(long row) {
    return valueAt(row).getDouble();
  }

  boolean getBoolean(long row) {
    return valueAt(row).getBoolean();
  }

  UTF8String getText(long row) {
    return UTF8String.fromBytes(valueAt(row).getBinary().getBytesUnsafe());
  }

  byte[] getBytes(long row) {
    return valueAt(row).getBinary().getBytes();
  }

  UnsafeArrayData getList(long row) {
    UnsafeArrayData known = list;
    if (known == null || listOf != row) {
      at(row);
      known = integers ? integers() : doubles();
      list = known;
      listOf = row;
    }
    return known;
  }

  private UnsafeArrayData doubles() {
    List<Double> values = new ArrayList<>();
    eachOfRow(() -> values.add(reader.getDouble()));
    return UnsafeArrayData.fromPrimitiveArray(Doubles.toArray(values));
  }

  private UnsafeArrayData integers() {
    List<Integer> values = new ArrayList<>();
    eachOfRow(() -> values.add(reader.getInteger()));
    return UnsafeArrayData.fromPrimitiveArray(Ints.toArray(values));
  }

  /** Goes through the values of a list, of which there may be none. */
  private void eachOfRow(Runnable value) {
    long row = at;
    do {
      if (reader.getCurrentDefinitionLevel() == whole) {
        value.run();
      }
      step();
    } while (at == row);
  }
}
